"""The questions of a run, read from its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.evaluate.estimate import price_of
from ariadne.evaluate.scorecard import distinct
from ariadne.evaluate.statistics import known
from ariadne.events import Event, ItemEnded, ItemRecalled, ItemScored, ItemStarted, QuestionEvent, Retried, Use
from ariadne.history import FOLDERS, in_order
from ariadne.items import DONE
from ariadne.qa.card import MEASURES, Measure
from ariadne.qa.metrics import recall
from ariadne.record import Damaged, read_events


@dataclass(frozen=True)
class CallCounts:
    """The model calls of one question.

    Attributes:
        price: at list price, without the cache. `paid`: the real cost. Both are None if a price is unknown.
        seconds: of the models; cached replies count the time that they once took.
        unreadable: replies that were unusable even after repair.
    """

    calls: int
    prompt_tokens: int
    completion_tokens: int
    price: float | None
    paid: float | None
    seconds: float
    cached: int
    repairs: int
    cut: int
    salvaged: int
    refused: int
    retries: int
    unreadable: int


@dataclass(frozen=True)
class ItemAnswer:
    """One question, by one method.

    Attributes:
        why: answered, retrieved (with --retrieval-only), failed or stopped; empty if it has not ended.
        exact, f1: None without an answer. `ranking`: None if the method does not rank.
    """

    run: Path
    item: str
    dataset: str
    method: str
    model: str | None
    why: str
    exact: float | None
    f1: float | None
    score: str
    ranking: Sequence[int] | None
    supporting: Sequence[int]
    asked: CallCounts
    seconds: float
    versions: dict[str, str]

    @property
    def is_finished(self) -> bool:
        """Whether it is in means."""
        return self.why in DONE

    def measure(self, name: Measure) -> float | None:
        """The value of a measure; None if it has none."""
        if name == "exact":
            return self.exact
        if name == "f1":
            return self.f1
        if self.ranking is None:
            return None
        return recall(self.ranking, self.supporting, int(name.removeprefix("recall_")))


_ASKED = ("calls", "prompt_tokens", "completion_tokens", "price", "paid")
LINE = ("run", "dataset", "item", "method", "model", "why", *MEASURES, *_ASKED, "model_seconds", "seconds")
"""The columns of `lines`."""


def lines(runs: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """A line per question and method; `recall_k` is missing if the method does not rank.

    Raises:
        UserError: events are damaged.
    """
    for one in (each for run in distinct(runs) for each in read_answered(run)):
        yield {
            **{name: getattr(one, name) for name in ("dataset", "item", "method", "model", "why", "seconds")},
            **{name: one.measure(name) for name in MEASURES},
            **{name: getattr(one.asked, name) for name in _ASKED},
            "model_seconds": one.asked.seconds,
            "run": str(one.run),
        }


def are_questions(runs: Sequence[Path]) -> bool:
    """Whether all runs are of `ariadne qa`.

    Raises:
        UserError: some are, and some are not.
    """
    of_questions = {name == "items" for run in runs for name in FOLDERS if (run / name).is_dir()}
    if len(of_questions) > 1:
        raise UserError("runs of games and runs of ariadne qa need separate scorecards: name one kind")
    return of_questions == {True}


def read_answered(run: Path) -> Iterator[ItemAnswer]:
    """The questions of a run that have begun, by number.

    Raises:
        UserError: events are damaged.
    """
    for path in sorted(run.glob("items/*/events.jsonl"), key=in_order):
        if told := list(read_events(path)):
            yield _answered(run, path, told)


def _answered(run: Path, path: Path, told: Sequence[Event]) -> ItemAnswer:
    started, ended = told[0], told[-1]
    if not isinstance(started, ItemStarted):
        raise Damaged(path, "its first event does not start a question")
    scored = next((event for event in reversed(told) if isinstance(event, ItemScored)), None)
    recalled = next((event for event in reversed(told) if isinstance(event, ItemRecalled)), None)
    return ItemAnswer(
        run=run,
        item=started.item,
        dataset=started.dataset,
        method=started.method,
        model=started.model,
        why=ended.why if isinstance(ended, ItemEnded) else "",
        exact=scored.exact if scored else None,
        f1=scored.f1 if scored else None,
        score=scored.score if scored else "f1",
        ranking=recalled.ranking if recalled else None,
        supporting=scored.supporting if scored else (),
        asked=_asked(told, started),
        seconds=ended.seconds if isinstance(ended, ItemEnded) else 0.0,
        versions=started.versions,
    )


def _asked(told: Sequence[Event], started: ItemStarted) -> CallCounts:
    questions = [event for event in told if isinstance(event, QuestionEvent)]
    use = sum((Use.of(question.usage) for question in questions), Use())
    return CallCounts(
        calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        price=known([_price(question, started) for question in questions], sum),
        paid=use.cost_usd,
        seconds=sum(question.seconds for question in questions),
        cached=sum(question.cached for question in questions),
        repairs=sum(question.repair for question in questions),
        cut=sum(question.cut for question in questions),
        salvaged=sum(question.salvaged for question in questions),
        refused=sum(question.refused for question in questions),
        retries=sum(isinstance(event, Retried) for event in told),
        unreadable=sum(bool(question.repair and question.error) for question in questions),
    )


def _price(question: QuestionEvent, started: ItemStarted) -> float | None:
    """The price of a reply, as if it had not been cached."""
    if not question.cached:
        return question.usage.cost_usd
    model = started.model_for.get(question.kind, started.asked)
    return price_of(str(model), started.base_url, question.usage)
