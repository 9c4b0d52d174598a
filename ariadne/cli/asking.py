"""The command `qa`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import ModelCommand, chosen, fields_of, stoppable
from ariadne.cli.running import RunCommand
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ariadne.evaluate.scheduler import Result
    from ariadne.qa.plan import QAJob, QAPlan
    from ariadne.runs.run import Run


class QACommand(ModelCommand):
    """`qa`: each key of its configuration is an option."""

    everyday = (
        "methods", "models", "base_url", "baseline", "limit", "sample", "seed", "retrieval_only", "run_usd", "resume",
        "dry_run", "as_json", "quiet",
    )  # fmt: skip

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.cli.session import SessionOptions
        from ariadne.qa.plan import QAPlan

        return fields_of(QAPlan, SessionOptions, without=("files", "sha256", "versions", "as_it_was"))


def ask_questions(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files of HotpotQA, MuSiQue, FactConsolidation, LongMemEval or LoCoMo (JSON or JSON Lines).",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Answer questions of data sets with a memory and measure answers and retrieval."""
    _Asking(files or []).carry_out(chosen(context), argued=bool(files))


class _Asking(RunCommand["QAPlan", "QAJob"]):
    command, argument, jobs_are = "qa", "FILE", "questions"

    def __init__(self, files: list[Path]) -> None:
        self._files = files

    def new(self, choices: dict[str, Any]) -> QAPlan:
        from ariadne.config import versions
        from ariadne.qa.plan import QAPlan, digests
        from ariadne.runs.settings import answering
        from ariadne.yaml_file import read_model

        if not self._files:
            raise UserError("name a file of questions: ariadne qa FILE --model NAME")
        if "seed" in choices and "sample" not in choices:
            raise UserError("--seed needs --sample N, the number of random questions")
        paths = tuple(str(path.resolve()) for path in self._files)
        choices = answering(choices, "models")
        if models := choices.get("models"):
            choices = {**choices, "models": [_absolute(name) for name in models.split(",") if name.strip()]}
        return read_model(QAPlan, {**choices, "files": paths, "sha256": digests(paths), "versions": versions()}, "qa")

    def old(self, run: Run, changes: dict[str, Any]) -> QAPlan:
        from ariadne.qa.plan import QAPlan

        return self.kept(run, QAPlan, {"files"}, changes)

    def jobs(self, plan: QAPlan) -> list[QAJob]:
        from ariadne.evaluate.budget import check_price
        from ariadne.qa.estimate import estimate
        from ariadne.qa.plan import jobs_of

        jobs = jobs_of(plan)
        check_price(estimate(plan, jobs), plan)
        return jobs

    def foretell(self, plan: QAPlan, jobs: list[QAJob]) -> str:
        from ariadne.evaluate.estimate import told
        from ariadne.qa.estimate import estimate

        most = estimate(plan, jobs)
        questions = len({(job.item.dataset, job.item.id) for job in jobs})
        by = counted(len(plan.methods), "method")
        return f"questions: {questions:,}, by {by}{f'; {told(most)}' if most.calls else ''}"

    def do(self, plan: QAPlan, jobs: list[QAJob], run: Run) -> Result:
        from ariadne.qa.answering import Answering
        from ariadne.screen.asking import QABar, qa_lines

        async def answer() -> Result:
            with self.board(QABar, qa_lines) as board:
                return await Answering(plan, jobs, run, board).run()

        return asyncio.run(stoppable(answer()))


def _absolute(model: str) -> str:
    """A model's name; of a file the absolute path, so the run can be resumed from any folder."""
    name = model.strip()
    return str(Path(name).resolve()) if name.endswith(".gguf") and Path(name).is_file() else name
