"""Examinations, read from the events of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ariadne.episode_files import in_order
from ariadne.events import ExamStarted, ItemEnded, Marked
from ariadne.exam.plan import FOLDER
from ariadne.record import Damaged, read_events
from ariadne.runs.events import UNFINISHED

__all__ = ["FOLDER", "Examined", "read_exam", "read_run"]


@dataclass(frozen=True)
class Examined:
    """One memory on one play; `ended` is None if it has not ended."""

    started: ExamStarted
    answers: Sequence[Marked]
    ended: ItemEnded | None

    @property
    def versions(self) -> Mapping[str, str]:
        """Of the packages."""
        return self.started.versions

    @property
    def is_finished(self) -> bool:
        """Whether every question was asked."""
        return self.ended is not None and self.ended.why not in UNFINISHED

    @property
    def truth(self) -> float:
        """The share of its questions whose true answer the memory recalls."""
        return sum(each.truth for each in self.answers) / max(len(self.answers), 1)


def read_exam(path: Path) -> Examined | None:
    """The examination in a file of events; None if it has not begun.

    Raises:
        UserError: the file cannot be read, or its events are damaged.
    """
    events = list(read_events(path))
    if not events:
        return None
    started, ended = events[0], events[-1]
    if not isinstance(started, ExamStarted):
        raise Damaged(path, "its first event does not start an examination")
    answers = [event for event in events if isinstance(event, Marked)]
    return Examined(started, answers, ended if isinstance(ended, ItemEnded) else None)


def read_run(run: Path) -> Iterator[Examined]:
    """The finished examinations of a run, in the order of their numbers.

    Raises:
        UserError: a file cannot be read, or is damaged.
    """
    for path in sorted(run.glob(f"{FOLDER}/*/events.jsonl"), key=in_order):
        if (exam := read_exam(path)) and exam.is_finished:
            yield exam
