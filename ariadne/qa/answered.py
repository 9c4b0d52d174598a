"""What became of each question of a run, read from its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.models.model import Usage
from ariadne.models.openai import OPENAI
from ariadne.models.prices import cost
from ariadne.qa.card import Measure
from ariadne.qa.metrics import recall
from ariadne.record import Event, events_of, read_events

FINISHED = ("answered", "retrieved")


@dataclass(frozen=True)
class Asked:
    """What was asked of models for one question.

    Attributes:
        price: at the list price, as if nothing had been cached; None where a price is not known.
        paid: what it cost; None likewise.
        seconds: what the models took, cached replies with the time that they once took.
        unreadable: replies that could not be read even when they were repaired.
    """

    calls: int
    prompt_tokens: int
    completion_tokens: int
    price: float | None
    paid: float | None
    seconds: float
    cached: int
    repairs: int
    retries: int
    unreadable: int


@dataclass(frozen=True)
class Answered:
    """One question, by one method.

    Attributes:
        why: how it ended: answered, retrieved (nothing else was asked for), failed or stopped; empty if it did not.
        exact, f1: None where nobody answered.
        ranking: None where the method does not rank.
    """

    run: Path
    item: str
    dataset: str
    method: str
    model: str | None
    why: str
    exact: float | None
    f1: float | None
    ranking: Sequence[int] | None
    supporting: Sequence[int]
    asked: Asked
    seconds: float
    versions: dict[str, str]

    @property
    def is_finished(self) -> bool:
        """Whether it is in means."""
        return self.why in FINISHED

    def measure(self, name: Measure) -> float | None:
        """A number of it; None where it has none."""
        if name == "exact":
            return self.exact
        if name == "f1":
            return self.f1
        if self.ranking is None:
            return None
        return recall(self.ranking, self.supporting, int(name.removeprefix("recall_")))


def is_qa(run: Path) -> bool:
    """Whether a folder is that of a run of `ariadne qa`."""
    return (run / "items").is_dir()


def read_answered(run: Path) -> Iterator[Answered]:
    """The questions of a run that were begun, in the order of their numbers.

    Raises:
        UserError: its events are damaged.
    """
    paths = sorted(run.glob("items/*/events.jsonl"), key=lambda path: (_number(path), path))
    for path in paths:
        with events_of(path, "the events of a question"):
            events = list(read_events(path))
            answered = _answered(run, events) if events else None
        if answered:
            yield answered


def _number(path: Path) -> int:
    number = path.parent.name.partition("-")[0]
    return int(number) if number.isdecimal() else 0


def _answered(run: Path, events: Sequence[Event]) -> Answered:
    started = events[0]
    if started["event"] != "item_started":
        raise ValueError("the first event is another one")
    last: dict[str, Any] = {event["event"]: event for event in events}
    ended = last.get("item_ended", {}) if events[-1]["event"] == "item_ended" else {}
    scored, recalled = last.get("scored", {}), last.get("recalled", {})
    return Answered(
        run=run,
        item=str(started["item"]),
        dataset=str(started["dataset"]),
        method=str(started["method"]),
        model=started["model"],
        why=str(ended.get("why", "")),
        exact=scored.get("exact"),
        f1=scored.get("f1"),
        ranking=recalled.get("ranking"),
        supporting=scored.get("supporting", ()),
        asked=_asked(events, started),
        seconds=float(ended.get("seconds", 0.0)),
        versions=dict(started["versions"]),
    )


def _asked(events: Sequence[Event], started: Event) -> Asked:
    questions = [event for event in events if event["event"] == "question"]
    usages = [Usage(**event["usage"]) for event in questions]
    paid = [usage.cost_usd for usage in usages]
    prices = [
        _price(event, usage, started) if event["cached"] else usage.cost_usd
        for event, usage in zip(questions, usages, strict=True)
    ]
    return Asked(
        calls=len(questions),
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        price=_sum(prices),
        paid=_sum(paid),
        seconds=sum(float(event["seconds"]) for event in questions),
        cached=sum(bool(event["cached"]) for event in questions),
        repairs=sum(bool(event["repair"]) for event in questions),
        retries=sum(event["event"] == "retried" for event in events),
        unreadable=sum(bool(event["repair"] and event["error"]) for event in questions),
    )


def _price(event: Event, usage: Usage, started: Event) -> float | None:
    """What a reply that came from the cache costs where it is asked for."""
    model = started["model_for"].get(event["kind"], started["asked"])
    return cost(str(model), started["base_url"] or OPENAI, usage)


def _sum(dollars: Sequence[float | None]) -> float | None:
    known = [each for each in dollars if each is not None]
    return sum(known) if len(known) == len(dollars) else None
