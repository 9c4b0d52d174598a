"""The commands `eval` and `cache`."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import (
    CALLS,
    FEW_ACTIONS,
    HOW,
    EpisodeMinutes,
    EpisodeTokens,
    EpisodeUsd,
    MaxTokens,
    ReasoningEffort,
    RunTokens,
    RunUsd,
    Temperature,
    Timeout,
    Trust,
    can_draw,
    option,
    send_spans,
    status,
    stoppable,
)
from ariadne.cli.running import Again, Errand, given, refuse_changes
from ariadne.errors import UserError
from ariadne.installed import requirement

if TYPE_CHECKING:
    from ariadne.evaluate.card import Scorecard
    from ariadne.evaluate.jobs import Job
    from ariadne.evaluate.plan import EvalPlan
    from ariadne.evaluate.work import Board, Result
    from ariadne.games.make import Outcome
    from ariadne.runs.run import Run

WHO, MEMORY = "Who plays", "Memory"

cache = typer.Typer(help="The replies of endpoints that are kept for other runs.", add_completion=False)


def evaluate(
    plan: Annotated[
        Path | None,
        typer.Argument(help="A plan file (YAML), or `paper`; options go before what it says.", metavar="PLAN"),
    ] = None,
    games: Annotated[
        str | None, option("Presets, PDDL domains or tasks, or files, with commas.", metavar="LIST")
    ] = None,
    seeds: Annotated[
        str | None, option("Such as 1-5,8.", metavar="LIST", show_default="1; of a PDDL domain all tasks")
    ] = None,
    repeats: Annotated[
        int | None,
        option("How often each is played.", metavar="N", min=1, show_default="5; 1 where nothing is left to chance"),
    ] = None,
    max_steps: Annotated[
        int | None, option("Steps until a game is over.", metavar="N", min=1, show_default="each game's own limit")
    ] = None,
    episode_minutes: EpisodeMinutes = None,
    episode_tokens: EpisodeTokens = None,
    episode_usd: EpisodeUsd = None,
    agents: Annotated[
        str | None,
        option("ariadne, hiagent, standard, random, walkthrough, …", WHO, metavar="LIST", show_default="ariadne"),
    ] = None,
    memories: Annotated[
        str | None,
        option(
            "arigraph, hiagent, full-history, summary, rag, simulacra, reflexion, none, …",
            WHO,
            metavar="LIST",
            show_default="each agent's own",
        ),
    ] = None,
    models: Annotated[
        str | None,
        option(
            "rules, models at an endpoint, or .gguf files.",
            WHO,
            "--models",
            "--model",
            metavar="LIST",
            show_default="rules",
        ),
    ] = None,
    model_for: Annotated[
        str | None, option("Other models for some questions: learn=A,act=B.", WHO, metavar="PAIRS")
    ] = None,
    temperature_for: Annotated[
        str | None,
        option(
            "Temperatures of some questions, with a memory: plan=0.2,rag/act=1.",
            WHO,
            metavar="PAIRS",
            show_default="as their prompts say",
        ),
    ] = None,
    max_tokens: MaxTokens = None,
    temperature: Temperature = None,
    reasoning_effort: ReasoningEffort = None,
    base_url: Annotated[
        str | None,
        option("The models' endpoint; the key comes from OPENAI_API_KEY.", WHO, metavar="URL", show_default="OpenAI's"),
    ] = None,
    calls: Annotated[str | None, option(CALLS, WHO, metavar="act|one|two|three|paper", show_default="three")] = None,
    baseline: Annotated[
        str | None,
        option("Whom the others are compared with.", WHO, metavar="NAME", show_default="arigraph, or standard"),
    ] = None,
    episodic_similarity: Annotated[
        bool | None,
        option(
            "Add to an observation's relevance how similar it is to the plan, as the authors' code does.",
            MEMORY,
            "--episodic-similarity",
        ),
    ] = None,
    navigation: Annotated[
        str | None, option("Whose routes `go to` takes: the agent's, or the memory's.", MEMORY, metavar="agent|memory")
    ] = None,
    choices: Annotated[
        int | None,
        option("Actions that ariadne is shown at first.", WHO, metavar="N", min=1, show_default=FEW_ACTIONS),
    ] = None,
    context_tokens: Annotated[
        int | None, option("How much history is kept whole.", MEMORY, metavar="N", min=1, show_default="all")
    ] = None,
    embedder: Annotated[
        str | None,
        option("As for `play`; of several the first that is installed.", MEMORY, metavar="LIST", show_default="minilm"),
    ] = None,
    embedder_base_url: Annotated[str | None, option("An openai embedder's endpoint.", MEMORY, metavar="URL")] = None,
    learn: Annotated[
        bool | None, option("Agents that do not think have a memory that learns.", MEMORY, "--learn")
    ] = None,
    runs: Annotated[Path | None, option("Where runs are kept.", HOW, metavar="DIR", show_default="runs")] = None,
    resume: Annotated[Path | None, option("Go on with a run.", HOW, metavar="RUN")] = None,
    trust: Trust = False,
    concurrency: Annotated[
        int | None,
        option("Episodes at once.", HOW, metavar="N", min=1, show_default="one a core; 8 with an endpoint"),
    ] = None,
    processes: Annotated[
        int | None,
        option(
            "Processes that they are spread over; 0: none but this one.",
            HOW,
            metavar="N",
            min=0,
            show_default="one a core; with an endpoint one for 16 episodes",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        option("Play on a Ray cluster; alone: a local one.", HOW, metavar="[ADDRESS]", show_default=False),
    ] = None,
    timeout: Timeout = None,
    retries: Annotated[
        int | None, option("How often an episode that failed is tried again.", HOW, metavar="N", min=0)
    ] = None,
    run_tokens: RunTokens = None,
    run_usd: RunUsd = None,
    no_cache: Annotated[bool, option("Neither use nor fill the reply cache.", HOW, "--no-cache")] = False,
    otel: Annotated[bool, option("Send OpenTelemetry spans, as `play --otel` does.", HOW, "--otel")] = False,
    dry_run: Annotated[bool, option("Say what would be done, and do nothing.", HOW, "--dry-run")] = False,
) -> None:
    """Play many games with many memories, and compare them on a scorecard."""
    if otel:
        send_spans()
    shaping = {
        "games": games, "seeds": seeds, "repeats": repeats, "max_steps": max_steps, "agents": agents,
        "episode_minutes": episode_minutes, "episode_tokens": episode_tokens, "episode_usd": episode_usd,
        "memories": memories, "models": models, "calls": calls, "baseline": baseline,
        "episodic_similarity": episodic_similarity, "navigation": navigation, "context_tokens": context_tokens,
        "choices": choices,
        "embedder": embedder, "learn": learn,
        "temperature_for": temperature_for,
        "model_for": model_for,
        "max_tokens": max_tokens, "temperature": temperature, "reasoning_effort": reasoning_effort,
    }  # fmt: skip
    running = {
        "concurrency": concurrency, "processes": processes, "timeout": timeout, "retries": retries,
        "run_tokens": run_tokens, "run_usd": run_usd, "cache": False if no_cache else None,
    }  # fmt: skip
    addresses = {"base_url": base_url, "embedder_base_url": embedder_base_url}
    again = Again(trust, addresses)
    if resume:
        refuse_changes("PLAN", plan is not None, shaping)
        return _resume(resume, given(running), again, ray, dry_run)
    again.refuse_trust()
    _start(_plan(plan, given({**shaping, **addresses, **running})), runs, ray, dry_run)


@cache.command("stats")
def cache_stats() -> None:
    """Say what the reply cache holds."""
    from ariadne.files import reply_cache
    from ariadne.models.cache import ReplyStore

    if not reply_cache().is_file():
        return print(f"there is no reply cache yet; it will be {reply_cache()}")
    contents = ReplyStore(reply_cache()).contents()
    size = f"{contents.bytes / 1e6:.1f} MB"
    print(f"{contents.replies:,} replies that cost ${contents.cost_usd:.2f}, {size}, in {reply_cache()}")


@cache.command("clear")
def cache_clear() -> None:
    """Forget all replies."""
    from ariadne.files import reply_cache
    from ariadne.models.cache import ReplyStore

    gone = ReplyStore(reply_cache()).clear() if reply_cache().is_file() else 0
    print(f"{gone:,} replies forgotten")


def _plan(path: Path | None, changes: dict[str, Any]) -> EvalPlan:
    from ariadne.config import versions
    from ariadne.evaluate.plan import EvalPlan, load_plan
    from ariadne.yaml_file import read_model

    if path is not None:
        plan = load_plan(path, changes)
    elif "games" in changes:
        plan = read_model(EvalPlan, changes, "eval")
    else:
        raise UserError("say which games: ariadne eval --games treasure-hunt,cooking, or name a plan file")
    return plan.model_copy(update={"versions": versions()}).with_whole_paths()


def _start(plan: EvalPlan, runs: Path | None, ray: str | None, dry_run: bool) -> None:
    from ariadne import files
    from ariadne.evaluate.jobs import jobs_of
    from ariadne.runs.run import new_run

    wanted, plan = plan.embedder[0], plan.with_installed_embedder()
    jobs = jobs_of(plan)
    if plan.embedder != (wanted,):
        missing = f"{wanted}, which is not installed: pip install '{requirement('contriever')}'"
        print(f"embedder: {plan.embedder[0]} in the place of {missing}", flush=True)
    _say_what_will_be(jobs)
    if dry_run:
        return
    _make_games(jobs)
    with new_run(runs or files.runs(), "eval") as run:
        run.keep(plan)
        _play(plan, jobs, run, ray)


def _resume(path: Path, changes: dict[str, Any], again: Again, ray: str | None, dry_run: bool) -> None:
    from ariadne.evaluate.jobs import jobs_of
    from ariadne.evaluate.plan import parse_plan
    from ariadne.runs.run import old_run

    with old_run(path) as run:
        content = run.configuration()
        if "games:" not in content:
            raise UserError(f"{path} is no run of ariadne eval")
        plan = parse_plan(content, run.config, changes)
        if dry_run:
            return _say_what_will_be(jobs_of(plan))
        again.check(run, plan)
        jobs = jobs_of(plan)
        _make_games(jobs)
        _play(plan, jobs, run, ray)


def _say_what_will_be(jobs: list[Job]) -> None:
    from ariadne.evaluate.estimate import estimate

    most = estimate(jobs)
    if not most.calls:
        cost = ""
    elif most.cost_usd is None:
        cost = ", at a price that is not known"
    else:
        cost = f", ${most.cost_usd:,.2f}"
    print(
        f"episodes: {most.episodes:,}; if all take all their steps, at most about {most.calls:,} calls, "
        f"{most.prompt_tokens:,} tokens in and {most.completion_tokens:,} out{cost}",
        flush=True,
    )


def _make_games(jobs: list[Job]) -> None:
    """Make the games that are not there, before anybody waits for an answer."""
    from ariadne.games.make import make_games
    from ariadne.worlds.registry import find_game

    def told(outcome: Outcome) -> None:
        if outcome.made:
            print(f"made {outcome.game.source}", flush=True)

    wanted = dict.fromkeys((job.config.game, job.config.seed) for job in jobs)
    with status("getting the games ready", shown=sys.stdout.isatty()):
        outcomes = make_games([find_game(*each) for each in wanted], os.cpu_count() or 1, told)
    for outcome in outcomes:
        if outcome.error:
            raise outcome.error


def _play(plan: EvalPlan, jobs: list[Job], run: Run, ray: str | None) -> None:
    from ariadne.evaluate import tables
    from ariadne.evaluate.scorecard import build

    def show(card: Scorecard, folder: Path) -> None:
        tables.save(card, folder)
        tables.show(card, sys.stdout)

    errand = Errand("eval", "episodes", lambda folder: build([folder], plan.baseline), show)
    errand.run(run, len(jobs), lambda: _evaluate(plan, jobs, run, ray))


def _evaluate(plan: EvalPlan, jobs: list[Job], run: Run, ray: str | None) -> Result:
    from ariadne.evaluate.evaluate import Evaluation
    from ariadne.evaluate.where import where_to_play

    where = where_to_play(plan, len(jobs), ray)

    async def play() -> Result:
        with _board() as board:
            return await Evaluation(plan, jobs, run, board, where.at_once).play(where.player)

    return asyncio.run(stoppable(play()))


def _board() -> AbstractContextManager[Board[Job]]:
    if can_draw():
        from rich.console import Console

        from ariadne.screen.evaluating import LiveBoard

        return LiveBoard(Console(file=sys.__stdout__))
    from ariadne.screen.evaluating import LinesBoard

    return nullcontext(LinesBoard(sys.stdout))
