"""The command `exam`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.gaming import GamesCommand
from ariadne.cli.options import DRAWN, ModelCommand, chosen, fields_of, stoppable
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ariadne.evaluate.scheduler import Result
    from ariadne.exam.plan import ExamJob, ExamPlan
    from ariadne.runs.kept import KeptGame
    from ariadne.runs.run import Run


class ExamCommand(ModelCommand):
    """`exam`: each key of its configuration is an option."""

    everyday = ("seeds", "memories", "model", "base_url", "resume", "dry_run", "as_json", "quiet")

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.cli.session import SessionOptions
        from ariadne.exam.plan import ExamPlan

        return fields_of(ExamPlan, SessionOptions, without=("presets", "kept", "versions"))


def examine(
    context: typer.Context,
    presets: Annotated[
        list[str] | None,
        typer.Argument(help="Presets that `ariadne games` lists, or files of presets.", metavar="PRESET"),
    ] = None,
) -> None:
    """Examine memories: play games, show each memory the turns, and grade its answers by the engine's facts."""
    _Examining(presets or []).carry_out(chosen(context), argued=bool(presets))


class _Examining(GamesCommand["ExamPlan", "ExamJob"]):
    command, argument, jobs_are = "exam", "PRESET", "examinations"

    def __init__(self, presets: list[str]) -> None:
        self._presets = presets
        self._stories: dict[KeptGame, str] = {}

    def new(self, choices: dict[str, Any]) -> ExamPlan:
        from ariadne.config import versions
        from ariadne.exam.plan import ExamPlan
        from ariadne.runs.settings import answering
        from ariadne.yaml_file import read_model

        if not self._presets:
            raise UserError("name the games: ariadne exam treasure-hunt cooking")
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

    def kept_games(self, plan: ExamPlan) -> list[KeptGame]:
        from ariadne.runs.kept import KeptGame

        return list(plan.kept) or [KeptGame(preset, seed, "") for preset in plan.presets for seed in plan.seeds]

    def with_games(self, plan: ExamPlan, games: Sequence[KeptGame]) -> ExamPlan:
        return plan.model_copy(update={"kept": tuple(games)})

    def as_it_was(self, plan: ExamPlan, games: Sequence[KeptGame], run: Run) -> ExamPlan:
        from ariadne.runs.kept import name_of_copy

        self._stories = {game: name_of_copy(game, run) for game in games}
        return plan

    def do(self, plan: ExamPlan, jobs: list[ExamJob], run: Run) -> Result:
        from ariadne.exam.examining import Examining
        from ariadne.screen.asking import exam_lines

        with self.board(lambda _: nullcontext(exam_lines(sys.stderr)), exam_lines) as board:
            return asyncio.run(stoppable(Examining(plan, jobs, run, board).run()))


def _check_model(choices: dict[str, Any]) -> None:
    """Refuse options of a language model if none is asked."""
    from ariadne.models.registry import RULES, Override

    if choices.get("model", RULES) == RULES and not choices.get("model_for"):
        Override(*map(choices.get, DRAWN)).refuse()
        if "base_url" in choices:
            raise UserError("--base-url needs a language model: name it with --model NAME")
