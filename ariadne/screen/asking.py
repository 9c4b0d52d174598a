"""The progress of `ariadne qa`, as a bar in a terminal or a line per question; and of `ariadne exam`, as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ariadne.evaluate.scheduler import RunCosts
from ariadne.events import Ended, Event, ItemScored, Marked, Retried
from ariadne.exam.plan import ExamJob
from ariadne.qa.plan import QAJob
from ariadne.screen.progress import LONGEST_ERROR, CountingBoard, JobLines
from ariadne.screen.words import money, tokens
from ariadne.text import counted, one_line


def title(job: QAJob) -> str:
    """Return the question and the method that answers it."""
    return one_line(f"{job.item.dataset} {job.item.id} · {job.who}")


def qa_lines(output: TextIO) -> JobLines[QAJob, ItemScored]:
    """Return progress that prints a line per question."""
    return JobLines(output, title, ItemScored, _worth)


def _worth(scored: Sequence[ItemScored]) -> str:
    if not scored or scored[-1].f1 is None:
        return "retrieved"
    return f"EM {scored[-1].exact:.2f}" if scored[-1].score == "exact" else f"F1 {scored[-1].f1:.2f}"


def exam_lines(output: TextIO) -> JobLines[ExamJob, Marked]:
    """Return progress that prints a line per examination."""
    return JobLines(output, lambda job: job.title, Marked, _truth)


def _truth(marks: Sequence[Marked]) -> str:
    truth = sum(mark.truth for mark in marks) / max(len(marks), 1)
    stale = sum(mark.stale for mark in marks) / max(sum(mark.said for mark in marks), 1)
    return f"truth {truth:.3f}, stale {stale:.3f}, {counted(len(marks), 'question')}"


class QABar(CountingBoard[QAJob]):
    """A progress bar with the cost and the last failure. As a context, it leaves its last state on the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._trouble = ""
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
        )
        self._task: TaskID = self._progress.add_task("", total=None)

    def __enter__(self) -> QABar:
        self._progress.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._progress.stop()

    def begin(self, jobs: Sequence[QAJob], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        super().begin(jobs, finished, spent)
        self._draw()

    def event(self, job: QAJob, event: Event) -> None:
        if isinstance(event, Retried):
            self._trouble = f"{title(job)}: trying again: {event.error}"
        self._draw()

    def ended(self, job: QAJob, error: str) -> None:
        super().ended(job, error)
        if error:
            self._trouble = f"{title(job)} failed: {error}"
        self._draw()

    def again(self, job: QAJob, error: str) -> None:
        self._trouble = f"{title(job)} failed, retrying: {error}"
        self._draw()

    def _draw(self) -> None:
        cost = money(self.spent.cost_usd) + (" and more of unknown price" if self.spent.unpriced else "")
        parts = [
            f"{tokens(self.spent.tokens)} tokens",
            cost,
            f"{self.failed} failed" if self.failed else "",
            one_line(self._trouble)[:LONGEST_ERROR],
        ]
        self._progress.update(
            self._task,
            completed=self.done,
            total=self.total,
            description=" · ".join(part for part in parts if part),
        )
