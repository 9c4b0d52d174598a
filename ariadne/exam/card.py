"""The content of a scorecard of `ariadne exam`; docs/exam.md explains its numbers."""

from __future__ import annotations

from typing import ClassVar

from pydantic import ConfigDict, Field

from ariadne.evaluate.card import CardPart, Compared, Interval, Number, Placed
from ariadne.exam.questions import Kind

SCHEMA = 1


class OfKind(CardPart):
    """The questions of one kind.

    Attributes:
        truth: the share whose truth the memory holds. `stale`: the share of untrue statements; None without
            statements, and for `not so`.
    """

    kind: Kind
    questions: int
    truth: Number
    stale: Number | None


class _OfMemory(Placed):
    """A memory on a preset."""

    keys: ClassVar[tuple[str, str]] = ("preset", "memory")

    preset: str | None
    memory: str
    model: str | None


class ExamRow(_OfMemory):
    """One preset × memory × model; `preset` is None over all of them.

    Attributes:
        truth_ci95: of a bootstrap that resamples plays; None with fewer than two.
        tokens: of what is recalled, per question.
        calls, prompt_tokens, completion_tokens, cost_usd, seconds: per play, for learning and answering.
    """

    plays: int
    turns: Number
    questions: int
    truth: Number
    truth_ci95: Interval | None
    stale: Number | None
    tokens: Number
    kinds: list[OfKind]
    calls: Number
    prompt_tokens: Number
    completion_tokens: Number
    cost_usd: Number | None
    seconds: Number


class ExamComparison(Compared, _OfMemory):
    """A memory's truth against that of the baseline with the same model, paired by play."""


class ExamScorecard(CardPart):
    """What memories know of plays, computed from the events of runs alone."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    schema_version: int = Field(default=SCHEMA, alias="schema")
    runs: list[str]
    versions: dict[str, list[str]]
    baseline: str
    rows: list[ExamRow]
    overall: list[ExamRow]
    comparisons: list[ExamComparison]
    notes: list[str]
