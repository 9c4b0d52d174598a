"""The events of answering a data set's question (`ariadne qa`), and of an examination (`ariadne exam`).

Some share their names with events of an episode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.events.episode import EpisodeEnded, QuestionEvent, Resumed, Retried
from ariadne.events.event import Count, Event, Flag, Number, Texts


@dataclass(frozen=True, kw_only=True)
class ItemStarted(Event):
    """First; `model` is the name in results, `asked` the name given; `texts` are the paragraphs, empty if many
    questions share them."""

    item: str
    dataset: str
    question: str
    method: str
    model: str | None
    asked: str | None
    model_for: dict[str, str]
    base_url: str | None
    embedder: str
    paragraphs: Count
    run: str
    versions: dict[str, str]
    texts: Texts = ()


@dataclass(frozen=True, kw_only=True)
class ItemLearned(Event, name="learned"):
    """When a paragraph has been learned; its position, from 0."""

    paragraph: Count
    added: Texts
    removed: Texts


@dataclass(frozen=True, kw_only=True)
class ItemRecalled(Event, name="recalled"):
    """When paragraphs were retrieved, by their positions; `ranking` is null if a method does not rank."""

    queries: dict[str, Count]
    facts: Texts
    shown: tuple[Count, ...]
    ranking: tuple[Count, ...] | None


@dataclass(frozen=True, kw_only=True)
class Answered(Event):
    """When the question was answered."""

    answer: str
    reason: str
    error: str


@dataclass(frozen=True, kw_only=True)
class ItemScored(Event, name="scored"):
    """With the right answers, which no model sees; `score` is the data set's metric."""

    answers: Texts
    exact: Number | None
    f1: Number | None
    supporting: tuple[Count, ...]
    score: str = "f1"


@dataclass(frozen=True, kw_only=True)
class ItemEnded(Event):
    """Last; `why` is `answered`, `retrieved`, `examined`, `stopped` or `failed`."""

    why: str
    error: str
    model_calls: Count
    prompt_tokens: Count
    completion_tokens: Count
    cost_usd: Number | None
    seconds: Number


@dataclass(frozen=True, kw_only=True)
class ExamStarted(Event):
    """First; `turns` of the play that is asked about; `digest`, `origin` and `source` as in `episode_started`."""

    preset: str
    seed: Count
    memory: str
    model: str
    turns: Count
    versions: dict[str, str]
    digest: str = ""
    origin: str = ""
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Marked(Event):
    """When a question was asked, after a `turn`, and marked: whether the true `answer` is in what the memory recalled,
    how many values the memory stated, how many of these are `stale`, and the tokens of what it recalled."""

    kind: str
    turn: Count
    question: str
    answer: str
    truth: Flag
    said: Count
    stale: Count
    tokens: Count


Ended = EpisodeEnded | ItemEnded
"""The end of an episode, of a data set's question, or of an examination."""

ITEM: Sequence[type[Event]] = (
    ItemStarted, QuestionEvent, Retried, Resumed, ItemLearned, ItemRecalled, Answered, ItemScored, ItemEnded
)  # fmt: skip
"""The kinds of events of a data set's question."""
EXAM: Sequence[type[Event]] = (ExamStarted, QuestionEvent, Retried, Resumed, Marked, ItemEnded)
"""The kinds of events of an examination."""
