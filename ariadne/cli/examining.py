"""The command `exam`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.gaming import GamesCommand
from ariadne.cli.options import DRAWN, HOW, MEMORY, count, option, stoppable, takes, text
from ariadne.cli.running import RUN
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from ariadne.evaluate.scheduler import Result
    from ariadne.evaluate.tables import Page
    from ariadne.exam.plan import ExamJob, ExamPlan
    from ariadne.runs.kept import Kept
    from ariadne.runs.run import Run


@takes(
    "model", "model_for", "base_url", *DRAWN, "embedder", "embedder_base_url", "width",
    "context_tokens", "as_it_was", *(name for name in RUN if name != "concurrency"),
    games=text("Presets, as PRESET, with commas.", metavar="LIST"),
    seeds=text("Of the plays, such as 1-5,8.", metavar="LIST", show_default="1-10"),
    memories=text(
        "Those that are examined.", MEMORY, "--memory", "--memories", metavar="LIST",
        show_default="arigraph,full-history,summary,rag,none",
    ),
    episodes=count("Episodes that arigraph recalls.", MEMORY, min=0, show_default="2"),
    concurrency=count("Memories at once.", HOW, show_default="1"),
)  # fmt: skip
def examine(
    presets: Annotated[
        list[str] | None,
        typer.Argument(help="Presets that `ariadne games` lists, or their files.", metavar="PRESET"),
    ] = None,
    form: Annotated[str, option("How it is told.", HOW, "--format", metavar="table|json|md|csv")] = "table",
    *,
    choices: dict[str, Any],
) -> None:
    """Examine memories: play games, tell each memory what was seen, and ask what the engine knows."""
    from ariadne.evaluate.tables import FORMATS
    from ariadne.registry import unknown

    if form not in FORMATS:
        raise UserError(f"format: {unknown(form, FORMATS)}")
    presets = [*(presets or ()), *choices.pop("games", "").split(",")]
    presets = [name for each in presets if (name := each.strip())]
    _Examining(presets, form).carry_out(choices, argued=bool(presets))


class _Examining(GamesCommand["ExamPlan", "ExamJob"]):
    command, argument, jobs_are = "exam", "PRESET", "examinations"

    def __init__(self, presets: list[str], form: str) -> None:
        self._presets = presets
        self._form = form
        self._stories: dict[Kept, str] = {}

    def new(self, choices: dict[str, Any]) -> ExamPlan:
        from ariadne.config import versions
        from ariadne.exam.plan import ExamPlan
        from ariadne.runs.settings import answering
        from ariadne.yaml_file import read_model

        if not self._presets:
            raise UserError("say which games: ariadne exam treasure-hunt cooking")
        presets = tuple(str(Path(name).resolve()) if Path(name).suffix else name for name in self._presets)
        choices = answering(choices)
        _check_model(choices)
        return read_model(ExamPlan, {**choices, "presets": presets, "versions": versions()}, "exam")

    def old(self, run: Run, changes: dict[str, Any]) -> ExamPlan:
        from ariadne.exam.plan import ExamPlan

        return self.kept(run, ExamPlan, {"presets", "memories"}, changes)

    def jobs(self, plan: ExamPlan) -> list[ExamJob]:
        from ariadne.evaluate.budget import check_price
        from ariadne.evaluate.estimate import price_of
        from ariadne.events import Usage, Use
        from ariadne.exam.plan import jobs_of

        for model in (plan.model, *plan.model_for.values()):
            check_price(Use(cost_usd=price_of(model, plan.base_url, Usage())), plan)
        return [replace(job, story=self._stories.get(job.kept, "")) if job.kept else job for job in jobs_of(plan)]

    def foretell(self, plan: ExamPlan, jobs: list[ExamJob]) -> str:
        plays = counted(len(plan.presets) * len(plan.seeds), "play")
        return f"examinations: {len(jobs):,}, of {counted(len(plan.memories), 'memory', 'memories')} on {plays}"

    def game_of(self, job: ExamJob) -> tuple[str, int | None]:
        return job.story or job.preset, job.seed

    def kept_games(self, plan: ExamPlan) -> list[Kept]:
        from ariadne.runs.kept import Kept

        return list(plan.kept) or [Kept(preset, seed, "") for preset in plan.presets for seed in plan.seeds]

    def with_games(self, plan: ExamPlan, games: Sequence[Kept]) -> ExamPlan:
        return plan.model_copy(update={"kept": tuple(games)})

    def as_it_was(self, plan: ExamPlan, games: Sequence[Kept], run: Run) -> ExamPlan:
        from ariadne.runs.kept import name_of_copy

        self._stories = {game: name_of_copy(game, run) for game in games}
        return plan

    def do(self, plan: ExamPlan, jobs: list[ExamJob], run: Run) -> Result:
        from ariadne.exam.examining import Examining
        from ariadne.screen.examining import ExamLines

        with self.board(lambda _: nullcontext(ExamLines(sys.stderr)), ExamLines) as board:
            return asyncio.run(stoppable(Examining(plan, jobs, run, board).run()))

    def page(self, plan: ExamPlan, folder: Path) -> Page:
        from ariadne.exam.scorecard import build
        from ariadne.exam.tables import page

        return page(build([folder]))

    def show(self, page: Page) -> None:
        from ariadne.evaluate.tables import FORMATS

        if self._as_json or self.is_quiet or self._form == "table":
            super().show(page)
        else:
            sys.stdout.write(FORMATS[self._form](page))


def _check_model(choices: dict[str, Any]) -> None:
    """See that what is said of a model is of use to one.

    Raises:
        UserError: the rules answer, and draw nothing from anywhere.
    """
    from ariadne.models.registry import RULES, Override

    if choices.get("model", RULES) == RULES and not choices.get("model_for"):
        Override(*map(choices.get, DRAWN)).refuse()
        if "base_url" in choices:
            raise UserError("--base-url is of no use to rules: name a model with --model NAME")
