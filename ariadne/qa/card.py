"""What the scorecard of a run of `ariadne qa` holds; docs/qa.md says what its numbers are."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from ariadne.evaluate.card import Compared, Interval, Number, Part, Placed

SCHEMA = 1

Measure = Literal["exact", "f1", "recall_2", "recall_3", "recall_5"]
MEASURES: tuple[Measure, ...] = ("exact", "f1", "recall_2", "recall_3", "recall_5")


class Found(Part):
    """How many of the supporting paragraphs are among the first `k` of a ranking.

    Attributes:
        recall: their share, the mean over questions. `all_found`: the share of questions of which none is missing.
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
        questions: how many were begun. `finished`: answered, or retrieved where nothing else was asked for.
        exact, f1: None where nobody answered. `found`: empty where the method does not rank.
        score: the one of the two that the data set goes by.
        goes_by: what the row is judged by: which of the two that is, or, where nobody answered, the recall.
        unreadable: replies that could not be read even when they were repaired: a paragraph of which nothing was
            learned, a question that was searched for as it stands, an answer that counts as wrong.
        calls, prompt_tokens, completion_tokens: a question, cached replies and repairs included.
        cost_usd: a question, at the list price, as if nothing had been cached. `paid_usd`: all that was really paid.
        seconds: a question, as the clock had it. `model_seconds`: a question, that the model took, cached replies with
            the time that they once took.
        cut: replies that ended at their limit of tokens. `salvaged`: those of which only a part could be used.
        refused: calls that the model or a filter refused to answer.
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
    found: list[Found]
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
    """A figure that others published, for reference: nothing that was measured here; shares, not per cent.

    Attributes:
        pooled: its F1 is of the words of all questions together, not the mean of the questions' F1.
    """

    exact: Number
    f1: Number | None
    pooled: bool = False
    source: str


class QAScorecard(Part):
    """What differed between methods: made from the events of runs, and from nothing else."""

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
