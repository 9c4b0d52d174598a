"""What `ariadne exam` prints while it runs: a line for each examination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from ariadne.events import Marked
from ariadne.exam.plan import ExamJob
from ariadne.screen.progress import JobLines
from ariadne.text import counted


def exam_lines(output: TextIO) -> JobLines[ExamJob, Marked]:
    """A line for each examination."""
    return JobLines(output, lambda job: job.title, Marked, _worth)


def _worth(marks: Sequence[Marked]) -> str:
    truth = sum(mark.truth for mark in marks) / max(len(marks), 1)
    stale = sum(mark.stale for mark in marks) / max(sum(mark.said for mark in marks), 1)
    return f"truth {truth:.3f}, stale {stale:.3f}, {counted(len(marks), 'question')}"
