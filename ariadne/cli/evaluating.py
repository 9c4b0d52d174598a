"""The commands `eval` and `cache`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.gaming import GamesCommand
from ariadne.cli.options import Json, ModelCommand, check_said, chosen, fields_of, option, stoppable
from ariadne.errors import UserError
from ariadne.installed import requirement
from ariadne.text import counted

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ariadne.evaluate.jobs import Job
    from ariadne.evaluate.plan import EvalPlan
    from ariadne.evaluate.scheduler import Result
    from ariadne.runs.kept import KeptGame
    from ariadne.runs.run import Run

cache = typer.Typer(help="Cached replies of endpoints.", add_completion=False)


class EvalCommand(ModelCommand):
    """`eval`: each key of a plan is an option."""

    everyday = (
        "games", "seeds", "repeats", "agents", "memories", "models", "base_url", "run_usd", "within_budget", "resume",
        "dry_run", "as_json", "quiet",
    )  # fmt: skip

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.cli.session import SessionOptions
        from ariadne.evaluate.plan import EvalPlan

        return fields_of(EvalPlan, SessionOptions, without=("versions",))


def evaluate(
    context: typer.Context,
    plan: Annotated[
        Path | None,
        typer.Argument(help="A plan (YAML file), or `paper` or `hiagent`; options override its keys.", metavar="PLAN"),
    ] = None,
    ray: Annotated[
        str | None,
        option("Play on a Ray cluster, or with `local` on one of this machine.", metavar="ADDRESS", show_default=False),
    ] = None,
    otel: Annotated[bool, option("Send OpenTelemetry spans.", "--otel")] = False,
) -> None:
    """Play many games with many memories and compare them on a scorecard."""
    if otel:
        from ariadne.tracing import wish_for_spans

        wish_for_spans()
    _Evaluating(plan, ray).carry_out(chosen(context), argued=plan is not None)


@cache.command("stats")
def cache_stats(as_json: Json = False) -> None:
    """Print the size of the cache."""
    from ariadne.files import reply_cache
    from ariadne.models.cache import CacheSize, ReplyStore

    is_there = reply_cache().is_file()
    contents = CacheSize(replies=0, cost_usd=0.0, bytes=0)
    if is_there:
        with closing(ReplyStore(reply_cache())) as store:
            contents = store.contents()
    if as_json:
        return print(json.dumps({**asdict(contents), "path": str(reply_cache())}))
    if not is_there:
        return print(f"there is no cache yet; it will be {reply_cache()}")
    size = f"{contents.bytes / 1e6:.1f} MB"
    replies = counted(contents.replies, "reply", "replies")
    print(f"{replies} that cost ${contents.cost_usd:.2f}, {size}, in {reply_cache()}")


@cache.command("clear")
def cache_clear() -> None:
    """Delete all cached replies."""
    from ariadne.files import reply_cache
    from ariadne.models.cache import ReplyStore

    gone = 0
    if reply_cache().is_file():
        with closing(ReplyStore(reply_cache())) as store:
            gone = store.clear()
    print(f"{counted(gone, 'reply', 'replies')} deleted")


class _Evaluating(GamesCommand["EvalPlan", "Job"]):
    command, argument, jobs_are = "eval", "PLAN", "episodes"

    def __init__(self, path: Path | None, ray: str | None) -> None:
        self._path = path
        self._ray = ray
        self._all = 0

    def new(self, choices: dict[str, Any]) -> EvalPlan:
        from ariadne.agents.registry import find_agent
        from ariadne.config import versions
        from ariadne.evaluate.jobs import one_by_one
        from ariadne.evaluate.plan import EvalPlan, check_temperatures, load_plan
        from ariadne.runs.settings import answering
        from ariadne.worlds.registry import check_handicap, check_seeds
        from ariadne.yaml_file import read_model

        if self._path is not None:
            plan = load_plan(self._path, choices)
        elif "games" in choices:
            plan = read_model(EvalPlan, choices, "eval")
        else:
            raise UserError(
                "name the games: ariadne eval --games treasure-hunt,cooking, or a plan: ariadne eval plan.yaml"
            )
        check_said(choices, plan.agents)
        check_temperatures(plan, self._path, choices)
        if self._path is None and any(find_agent(name).thinks for name in plan.agents):
            plan = read_model(EvalPlan, answering(choices, "models"), "eval")
        if "seeds" in choices:
            check_seeds([choice.game for choice in plan.games], plan.seeds)
        if "handicap" in choices:
            check_handicap([choice.game for choice in plan.games])
        wanted = plan.embedder[0]
        plan = plan.model_copy(update={"versions": versions()}).with_whole_paths().with_installed_embedder()
        if plan.embedder != (wanted,):
            missing = f"{wanted} is not installed (pip install '{requirement('contriever')}')"
            self.tell(f"embedder: {plan.embedder[0]}, because {missing}")
        return one_by_one(plan)

    def old(self, run: Run, changes: dict[str, Any]) -> EvalPlan:
        from ariadne.evaluate.plan import EvalPlan

        return self.kept(run, EvalPlan, {"games"}, changes)

    def jobs(self, plan: EvalPlan) -> list[Job]:
        from ariadne.evaluate.budget import check_price, within
        from ariadne.evaluate.estimate import estimate
        from ariadne.evaluate.jobs import jobs_of
        from ariadne.runs.resources import Resources

        jobs = jobs_of(plan)
        resources = Resources()
        for job in jobs:
            resources.check(job.config)
        check_price(estimate(jobs), plan)
        self._all = len(jobs)
        return within(jobs, plan) if plan.within_budget else jobs

    def foretell(self, plan: EvalPlan, jobs: list[Job]) -> str:
        from ariadne.evaluate import budget
        from ariadne.evaluate.estimate import estimate, told

        of_all = f" of {self._all:,}, the same games for each player" if len(jobs) < self._all else ""
        most = f"episodes: {len(jobs):,}{of_all}; if all take all their steps, at most {told(estimate(jobs))}"
        return "\n".join(filter(None, (most, budget.told(jobs, plan))))

    def game_of(self, job: Job) -> tuple[str, int | None]:
        return job.config.game, job.config.seed

    def kept_games(self, plan: EvalPlan) -> list[KeptGame]:
        from ariadne.runs.kept import KeptGame

        return [KeptGame(each.game, each.seed, each.digest or "", each.file or "") for each in plan.games]

    def with_games(self, plan: EvalPlan, games: Sequence[KeptGame]) -> EvalPlan:
        choices = (
            choice.model_copy(update={"digest": game.digest, "file": game.file or None})
            for choice, game in zip(plan.games, games, strict=True)
        )
        return plan.model_copy(update={"games": tuple(choices)})

    def as_it_was(self, plan: EvalPlan, games: Sequence[KeptGame], run: Run) -> EvalPlan:
        from ariadne.runs.kept import name_of_copy

        copies = {(game.game, game.seed): name_of_copy(game, run) for game in games}
        choices = (
            choice.model_copy(update={"game": copy, "seeds": None})
            if (copy := copies.get((choice.game, choice.seed)))
            else choice
            for choice in plan.games
        )
        return plan.model_copy(update={"games": tuple(choices)})

    def do(self, plan: EvalPlan, jobs: list[Job], run: Run) -> Result:
        from ariadne.evaluate.placement import placement_of, play_all
        from ariadne.screen.evaluating import LiveBoard, eval_lines

        where = placement_of(plan, len(jobs), self._ray)

        async def play() -> Result:
            with self.board(LiveBoard, eval_lines) as board:
                return await play_all(plan, jobs, run, board, where)

        return asyncio.run(stoppable(play()))
