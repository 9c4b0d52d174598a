"""The command `qa`."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import (
    HOW,
    MaxTokens,
    ReasoningEffort,
    RunTokens,
    RunUsd,
    Temperature,
    Timeout,
    Trust,
    can_draw,
    option,
    stoppable,
)
from ariadne.cli.running import Again, Errand, given, refuse_changes
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.evaluate.work import Board, Result
    from ariadne.qa.card import QAScorecard
    from ariadne.qa.plan import QAJob, QAPlan
    from ariadne.runs.run import Run

WHO, RETRIEVAL = "Who answers", "What is retrieved"


def ask_questions(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Questions of HotpotQA or MuSiQue, as JSON or JSON Lines.", metavar="FILE..."),
    ] = None,
    methods: Annotated[
        str | None,
        option(
            "arigraph, arigraph+bm25, bm25, dense, full-context, supporting-facts; several with commas.",
            WHO,
            "--method",
            "--methods",
            metavar="LIST",
            show_default="arigraph",
        ),
    ] = None,
    models: Annotated[
        str | None, option("Models at an endpoint, or .gguf files.", WHO, "--model", "--models", metavar="LIST")
    ] = None,
    model_for: Annotated[
        str | None, option("Other models for some questions: read=A,qa_answer=B.", WHO, metavar="PAIRS")
    ] = None,
    max_tokens: MaxTokens = None,
    temperature: Temperature = None,
    reasoning_effort: ReasoningEffort = None,
    base_url: Annotated[
        str | None,
        option("The models' endpoint; the key comes from OPENAI_API_KEY.", WHO, metavar="URL", show_default="OpenAI's"),
    ] = None,
    baseline: Annotated[
        str | None,
        option("The method that the others are compared with.", WHO, metavar="NAME", show_default="bm25, or dense"),
    ] = None,
    limit: Annotated[
        int | None, option("Only the first questions of each file.", WHO, metavar="N", min=1, show_default="all")
    ] = None,
    sample: Annotated[int | None, option("Questions of each file, drawn at random.", WHO, metavar="N", min=1)] = None,
    seed: Annotated[
        int | None,
        option("Which questions --sample draws.", WHO, metavar="N", min=0, show_default="42, as the paper's authors"),
    ] = None,
    retrieval_only: Annotated[
        bool | None,
        option("Answer nothing: measure which paragraphs are found.", RETRIEVAL, "--retrieval-only"),
    ] = None,
    top: Annotated[
        int | None,
        option("Paragraphs that bm25, dense and arigraph+bm25 show.", RETRIEVAL, metavar="N", min=1, show_default="3"),
    ] = None,
    episodes: Annotated[
        int | None, option("Paragraphs that arigraph shows.", RETRIEVAL, metavar="N", min=1, show_default="2")
    ] = None,
    width: Annotated[
        int | None, option("Triplets that a text retrieves.", RETRIEVAL, metavar="N", min=1, show_default="6")
    ] = None,
    depth: Annotated[
        int | None, option("The deepest search that is made.", RETRIEVAL, metavar="N", min=1, show_default="3")
    ] = None,
    embedder: Annotated[str | None, option("As for `play`.", RETRIEVAL, metavar="NAME", show_default="minilm")] = None,
    embedder_base_url: Annotated[str | None, option("An openai embedder's endpoint.", RETRIEVAL, metavar="URL")] = None,
    runs: Annotated[Path | None, option("Where runs are kept.", HOW, metavar="DIR", show_default="runs")] = None,
    resume: Annotated[Path | None, option("Go on with a run.", HOW, metavar="RUN")] = None,
    trust: Trust = False,
    concurrency: Annotated[int | None, option("Questions at once.", HOW, metavar="N", min=1, show_default="8")] = None,
    timeout: Timeout = None,
    retries: Annotated[
        int | None,
        option("How often one that failed is tried again.", HOW, metavar="N", min=0, show_default="1"),
    ] = None,
    run_tokens: RunTokens = None,
    run_usd: RunUsd = None,
    no_cache: Annotated[bool, option("Neither use nor fill the reply cache.", HOW, "--no-cache")] = False,
    dry_run: Annotated[bool, option("Say what would be done, and do nothing.", HOW, "--dry-run")] = False,
) -> None:
    """Answer multi-hop questions over the same memory, and measure the answers and what was retrieved."""
    shaping = {
        "limit": limit, "sample": sample, "seed": seed, "methods": methods, "models": models,
        "baseline": baseline, "retrieval_only": retrieval_only, "top": top, "episodes": episodes, "width": width,
        "depth": depth, "embedder": embedder,
        "model_for": model_for,
        "max_tokens": max_tokens, "temperature": temperature, "reasoning_effort": reasoning_effort,
    }  # fmt: skip
    running = {
        "concurrency": concurrency, "timeout": timeout, "retries": retries,
        "run_tokens": run_tokens, "run_usd": run_usd, "cache": False if no_cache else None,
    }  # fmt: skip
    addresses = {"base_url": base_url, "embedder_base_url": embedder_base_url}
    again = Again(trust, addresses)
    if resume:
        refuse_changes("FILE", bool(files), shaping)
        return _resume(resume, given(running), again, dry_run)
    again.refuse_trust()
    _start(_plan(files or [], given({**shaping, **addresses, **running})), runs, dry_run)


def _plan(files: list[Path], choices: dict[str, Any]) -> QAPlan:
    from ariadne.config import versions
    from ariadne.qa.plan import QAPlan, digests
    from ariadne.yaml_file import read_model

    if not files:
        raise UserError("say which questions: ariadne qa FILE --model NAME")
    if "seed" in choices and "sample" not in choices:
        raise UserError("--seed says which questions are drawn: say how many with --sample N")
    paths = tuple(str(path.resolve()) for path in files)
    if models := choices.get("models"):
        choices = {**choices, "models": [_whole(name) for name in models.split(",") if name.strip()]}
    return read_model(QAPlan, {**choices, "files": paths, "sha256": digests(paths), "versions": versions()}, "qa")


def _whole(model: str) -> str:
    """A model's name; that of a file as a whole path, so that the run can be gone on with from any folder."""
    name = model.strip()
    return str(Path(name).resolve()) if name.endswith(".gguf") and Path(name).is_file() else name


def _start(plan: QAPlan, runs: Path | None, dry_run: bool) -> None:
    from ariadne import files
    from ariadne.qa.plan import jobs_of
    from ariadne.runs.run import new_run

    jobs = jobs_of(plan)
    _say_what_will_be(plan, jobs)
    if dry_run:
        return
    with new_run(runs or files.runs(), "qa") as run:
        run.keep(plan)
        _answer(plan, jobs, run)


def _resume(path: Path, changes: dict[str, Any], again: Again, dry_run: bool) -> None:
    from ariadne.qa.plan import jobs_of, load_plan
    from ariadne.runs.run import old_run

    with old_run(path) as run:
        plan = load_plan(run, changes)
        if dry_run:
            return _say_what_will_be(plan, jobs_of(plan))
        again.check(run, plan)
        jobs = jobs_of(plan)
        _answer(plan, jobs, run)


def _say_what_will_be(plan: QAPlan, jobs: list[QAJob]) -> None:
    from ariadne.qa.estimate import estimate

    most = estimate(plan, jobs)
    cost = ", at a price that is not known" if most.cost_usd is None else f", ${most.cost_usd:,.2f}"
    told = f"; about {most.calls:,} calls, {most.prompt_tokens:,} tokens in and {most.completion_tokens:,} out{cost}"
    questions = len({(job.item.dataset, job.item.id) for job in jobs})
    by = f"{len(plan.methods)} method{'' if len(plan.methods) == 1 else 's'}"
    print(f"questions: {questions:,}, by {by}{told if most.calls else ''}", flush=True)


def _answer(plan: QAPlan, jobs: list[QAJob], run: Run) -> None:
    from ariadne.qa import tables
    from ariadne.qa.scorecard import build

    def show(card: QAScorecard, folder: Path) -> None:
        tables.save(card, folder)
        tables.show(card, sys.stdout)

    errand = Errand("qa", "questions", lambda folder: build([folder], plan.baseline), show)
    errand.run(run, len(jobs), lambda: _answered(plan, jobs, run))


def _answered(plan: QAPlan, jobs: list[QAJob], run: Run) -> Result:
    from ariadne.qa.answering import Answering

    async def answer() -> Result:
        with _board() as board:
            return await Answering(plan, jobs, run, board).answer()

    return asyncio.run(stoppable(answer()))


def _board() -> AbstractContextManager[Board[QAJob]]:
    if can_draw():
        from rich.console import Console

        from ariadne.screen.asking import QABar

        return QABar(Console(file=sys.__stdout__))
    from ariadne.screen.asking import QALines

    return nullcontext(QALines(sys.stdout))
