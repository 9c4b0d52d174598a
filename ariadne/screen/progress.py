"""The progress of a run with many jobs, as a line per job."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TextIO, TypeVar

from ariadne.evaluate.scheduler import Board, Numbered, RunCosts
from ariadne.events import Ended, Event
from ariadne.text import one_line

LONGEST_ERROR = 300

J = TypeVar("J", bound=Numbered)
E = TypeVar("E", bound=Event)


class CountingBoard(Board[J]):
    """Counts jobs.

    Attributes:
        done: the number of jobs that finished or finally failed.
    """

    def __init__(self) -> None:
        self.total = 0
        self.done = 0
        self.failed = 0
        self.spent = RunCosts()

    def begin(self, jobs: Sequence[J], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        self.total, self.done, self.spent = len(jobs), len(finished), spent

    def ended(self, job: J, error: str) -> None:
        self.done += 1
        self.failed += bool(error)


class JobLines(CountingBoard[J], Generic[J, E]):
    """Prints a line for each job that ends, fails or is retried.

    Args:
        title: the name of a job.
        kind: the type of the events that hold a job's result. `result`: formats the result.
    """

    def __init__(
        self, output: TextIO, title: Callable[[J], str], kind: type[E], result: Callable[[Sequence[E]], str]
    ) -> None:
        super().__init__()
        self._output, self._title, self._kind, self._result = output, title, kind, result
        self._events: dict[int, list[E]] = defaultdict(list)

    def event(self, job: J, event: Event) -> None:
        if isinstance(event, self._kind):
            self._events[job.number].append(event)

    def ended(self, job: J, error: str) -> None:
        super().ended(job, error)
        events = self._events.pop(job.number, [])
        self._say(job, f"failed: {error}" if error else self._result(events))

    def again(self, job: J, error: str) -> None:
        self._events.pop(job.number, None)
        self._say(job, f"failed, retrying: {error}")

    def _say(self, job: J, what: str) -> None:
        done = f"{self.done:>{len(str(self.total))}}/{self.total}"
        print(f"{done} {one_line(self._title(job))}: {one_line(what)[:LONGEST_ERROR]}", file=self._output, flush=True)
