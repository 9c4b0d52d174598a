"""What `ariadne exam` prints while it runs: a line for each examination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from ariadne.evaluate.scheduler import Board, RunCosts
from ariadne.events import Ended, Event, Marked
from ariadne.exam.plan import ExamJob
from ariadne.text import counted, one_line


class ExamLines(Board[ExamJob]):
    """A line for each examination that ends, fails or is retried."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._total = self._done = 0
        self._marks: dict[int, list[Marked]] = {}

    def begin(self, jobs: Sequence[ExamJob], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        self._total, self._done = len(jobs), len(finished)

    def started(self, job: ExamJob) -> None:
        self._marks[job.number] = []

    def event(self, job: ExamJob, event: Event) -> None:
        if isinstance(event, Marked):
            self._marks[job.number].append(event)

    def ended(self, job: ExamJob, error: str) -> None:
        self._done += 1
        marks = self._marks.pop(job.number)
        truth = sum(mark.truth for mark in marks) / max(len(marks), 1)
        stale = sum(mark.stale for mark in marks) / max(sum(mark.said for mark in marks), 1)
        said = f"truth {truth:.3f}, stale {stale:.3f}, {counted(len(marks), 'question')}"
        self._say(job, f"failed: {error}" if error else said)

    def again(self, job: ExamJob, error: str) -> None:
        self._marks[job.number] = []
        self._say(job, f"failed, retrying: {error}")

    def _say(self, job: ExamJob, what: str) -> None:
        done = f"{self._done:>{len(str(self._total))}}/{self._total}"
        print(one_line(f"{done} {job.title}: {what}"), file=self._output, flush=True)
