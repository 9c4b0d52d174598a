"""The content of a scorecard of `ariadne qa`; docs/qa.md explains its numbers."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from ariadne.evaluate.card import CardPart, Compared, Interval, Number, Placed

SCHEMA = 1

Measure = Literal["exact", "f1", "recall_2", "recall_3", "recall_5"]
MEASURES: tuple[Measure, ...] = ("exact", "f1", "recall_2", "recall_3", "recall_5")


class RecallAt(CardPart):
    """Supporting paragraphs among the first `k` of a ranking.

    Attributes:
        recall: their share, mean over questions. `all_found`: the share of questions with none missing.
    """

    k: int
    recall: Number
    ci95: Interval | None
    all_found: Number


class _OfMethod(Placed):
    """A method on a data set."""

    keys: ClassVar[tuple[str, str]] = ("dataset", "method")

    dataset: str
    method: str
    model: str | None


class QARow(_OfMethod):
    """One data set × method × model. Means are over finished questions, intervals resample questions.

    Attributes:
        questions: that have begun. `finished`: answered, or retrieved with --retrieval-only.
        exact, f1: None without answers. `found`: empty if the method does not rank.
        score: exact or f1, as the data set is scored. `goes_by`: the measure of the verdict; recall without answers.
        unreadable: replies that were unusable even after repair. Then a paragraph teaches nothing, a question is
            searched for as it is, or an answer is wrong.
        calls, prompt_tokens, completion_tokens: per question, with cached replies and repairs.
        cost_usd: per question, at list price, without the cache. `paid_usd`: all that was paid.
        seconds: per question, elapsed. `model_seconds`: of the model; cached replies count the time they once took.
    """

    questions: int
    finished: int
    failed: int
    unfinished: int
    exact: Number | None
    exact_ci95: Interval | None
    f1: Number | None
    f1_ci95: Interval | None
    score: Number | None
    goes_by: Measure
    found: list[RecallAt]
    unreadable: int
    calls: Number | None
    prompt_tokens: Number | None
    completion_tokens: Number | None
    cost_usd: Number | None
    paid_usd: Number | None
    seconds: Number | None
    model_seconds: Number | None
    cached: int
    repairs: int
    cut: int
    salvaged: int
    refused: int = 0
    retries: int


class QAComparison(Compared, _OfMethod):
    """A method against the baseline with the same model, on the questions that both finished."""

    measure: Measure


class QAFigure(_OfMethod):
    """A figure that others published, as shares, for reference.

    Attributes:
        pooled: its F1 counts the words of all questions together, and is not a mean over questions.
    """

    exact: Number
    f1: Number | None
    pooled: bool = False
    source: str


class QAScorecard(CardPart):
    """How methods differ, computed from the events of runs alone."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    schema_version: int = Field(default=SCHEMA, alias="schema")
    questions: int
    runs: list[str]
    versions: dict[str, list[str]]
    baseline: str
    rows: list[QARow]
    comparisons: list[QAComparison]
    published: list[QAFigure]
    notes: list[str]
