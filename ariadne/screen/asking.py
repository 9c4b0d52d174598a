"""What people see of `ariadne qa` while it runs: a bar in a terminal, else a line a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ariadne.evaluate.scheduler import Board, RunCosts
from ariadne.events import Ended, Event, ItemScored, Retried
from ariadne.qa.plan import QAJob
from ariadne.screen.words import money, tokens
from ariadne.text import one_line

LONGEST_ERROR = 300


def title(job: QAJob) -> str:
    """Which question this is, and who answers it."""
    return one_line(f"{job.item.dataset} {job.item.id} · {job.who}")


class QABoard(Board[QAJob]):
    """How far the run is.

    Attributes:
        done: jobs that are finished or have failed for good.
    """

    def __init__(self) -> None:
        self.total = 0
        self.done = 0
        self.failed = 0
        self.spent = RunCosts()

    def begin(self, jobs: Sequence[QAJob], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        self.total, self.done, self.spent = len(jobs), len(finished), spent

    def ended(self, job: QAJob, error: str) -> None:
        self.done += 1
        self.failed += bool(error)


class QALines(QABoard):
    """A line for each question that ends, fails or is tried again."""

    def __init__(self, output: TextIO) -> None:
        super().__init__()
        self._output = output
        self._worth: dict[int, str] = {}

    def event(self, job: QAJob, event: Event) -> None:
        if isinstance(event, ItemScored) and event.f1 is not None:
            is_exact = event.score == "exact"
            self._worth[job.number] = f"EM {event.exact:.2f}" if is_exact else f"F1 {event.f1:.2f}"

    def ended(self, job: QAJob, error: str) -> None:
        super().ended(job, error)
        worth = self._worth.pop(job.number, "retrieved")
        self._say(job, f"failed: {one_line(error)[:LONGEST_ERROR]}" if error else worth)

    def again(self, job: QAJob, error: str) -> None:
        self._say(job, f"failed, retrying: {one_line(error)[:LONGEST_ERROR]}")

    def _say(self, job: QAJob, what: str) -> None:
        print(f"{self.done:>{len(str(self.total))}}/{self.total} {title(job)}: {what}", file=self._output, flush=True)


class QABar(QABoard):
    """A bar in a terminal, with what is spent and the last failure; a context that leaves the last picture there."""

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
