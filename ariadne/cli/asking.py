"""The command `qa`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import DRAWN, HOW, MODEL, count, flag, stoppable, takes, text
from ariadne.cli.running import RUN, RunCommand
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from ariadne.evaluate.scheduler import Result
    from ariadne.evaluate.tables import Page
    from ariadne.qa.plan import QAJob, QAPlan
    from ariadne.runs.run import Run

RETRIEVAL = "What is retrieved"


@takes(
    *DRAWN, "base_url", "width", "embedder", "embedder_base_url",
    *(name for name in RUN if name != "concurrency"),
    methods=text(
        "arigraph, arigraph-blend, hipporag-style, bm25, dense, full-context, …; several with commas.",
        MODEL,
        "--method", "--methods", metavar="LIST", show_default="arigraph",
    ),
    models=text(
        "Models at an endpoint, or .gguf files.", MODEL, "--model", "--models", metavar="LIST"
    ),
    model_for=text("Other models for some questions: read=A,qa_answer=B.", MODEL, metavar="PAIRS"),
    baseline=text("The method that the others are compared with.", MODEL, show_default="bm25, or dense"),
    limit=count("Only the first questions of each file.", MODEL, show_default="all"),
    sample=count("Questions of each file, drawn at random.", MODEL),
    seed=count("Which questions --sample draws.", MODEL, min=0, show_default="42, as the paper's authors"),
    retrieval_only=flag(
        "Answer nothing: measure which paragraphs are found.", RETRIEVAL, "--retrieval-only"
    ),
    top=count("Paragraphs that all methods show that rank, but arigraph.", RETRIEVAL, show_default="3"),
    episodes=count("Paragraphs that arigraph shows.", RETRIEVAL, show_default="2"),
    depth=count("The deepest search that is made.", RETRIEVAL, show_default="3"),
    concurrency=count("Questions at once.", HOW, show_default="8"),
)  # fmt: skip
def ask_questions(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Questions of HotpotQA, MuSiQue, FactConsolidation, LongMemEval or LoCoMo, as JSON or JSON Lines.",
            metavar="FILE",
        ),
    ] = None,
    *,
    choices: dict[str, Any],
) -> None:
    """Answer questions over the same memory, and measure the answers and what was retrieved."""
    _Asking(files or []).carry_out(choices, argued=bool(files))


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
            raise UserError("say which questions: ariadne qa FILE --model NAME")
        if "seed" in choices and "sample" not in choices:
            raise UserError("--seed says which questions are drawn: say how many with --sample N")
        paths = tuple(str(path.resolve()) for path in self._files)
        choices = answering(choices, "models")
        if models := choices.get("models"):
            choices = {**choices, "models": [_whole(name) for name in models.split(",") if name.strip()]}
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
        from ariadne.screen.asking import QABar, QALines

        async def answer() -> Result:
            with self.board(QABar, QALines) as board:
                return await Answering(plan, jobs, run, board).run()

        return asyncio.run(stoppable(answer()))

    def page(self, plan: QAPlan, folder: Path) -> Page:
        from ariadne.qa.scorecard import build
        from ariadne.qa.tables import page

        return page(build([folder], plan.baseline))


def _whole(model: str) -> str:
    """A model's name; that of a file as a whole path, so that the run can be gone on with from any folder."""
    name = model.strip()
    return str(Path(name).resolve()) if name.endswith(".gguf") and Path(name).is_file() else name
