"""Taking up an episode again: its questions are answered from its own events until they end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from ariadne.models.cache import CachedModel, ReplyStore
from ariadne.models.model import Model, Reply, Retry, UnreadableReply, Usage
from ariadne.models.prompt import render
from ariadne.models.question import A, Question
from ariadne.models.reading import beside
from ariadne.models.stored import Stored
from ariadne.record import Event, events_of, read_events
from ariadne.runs.events import ENDS, UNFINISHED, Diverged


@dataclass(frozen=True)
class Past:
    """What was left of an episode that did not come to its end.

    Attributes:
        events: those that hold, in order.
        seconds: how long it was played.
    """

    events: tuple[Event, ...] = ()
    seconds: float = 0.0


NO_PAST = Past()


def ending_of(path: Path) -> Event | None:
    """The last event of an episode that came to its end, and neither failed nor was stopped before; else None.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    if not path.is_file():
        return None
    with events_of(path):
        last = next(iter(deque(read_events(path), maxlen=1)), None)
        return last if last and last["event"] in ENDS and last["why"] not in UNFINISHED else None


def past_of(path: Path) -> Past:
    """What an episode's file holds that it can go on from: all but a stop or a failure, and what led to that.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    if not path.is_file():
        return NO_PAST
    with events_of(path):
        events = list(read_events(path))
        while events and (events[-1]["event"] in (*ENDS, "retried", "resumed") or _is_unanswered(events[-1])):
            events.pop()
        _replies(events)  # Whoever takes it up will need them.
        return Past(tuple(events), _seconds(events))


class Replay:
    """A model that first gives the replies of an episode's events, in order, and then asks the model.

    Args:
        passed: is told of the questions that the model is not asked.
        shown: what of a question the events keep as its `prompt`, by which it is known again.

    Raises:
        Diverged: a question is not the one that was asked then.
    """

    def __init__(
        self,
        model: Model,
        past: Past,
        passed: Callable[[Question[Any]], None] = lambda question: None,
        shown: Callable[[Question[Any]], object] = render,
    ) -> None:
        self.name = model.name
        self._model = model
        self._passed = passed
        self._shown = shown
        self._past = deque(_replies(past.events))

    async def answer(self, question: Question[A]) -> Reply[A]:
        """See `Model.answer`."""
        if not self._past:
            return await self._model.answer(question)
        prompt, stored = self._past.popleft()
        if prompt != self._shown(question):
            raise Diverged(f"the question '{question.name}' is not the one that was asked before")
        self._passed(question)
        try:
            return await beside(stored.text, stored.answer_to, question)
        except UnreadableReply:
            if not stored.error:
                # It was used then and is of no use now: what came of it does not hold.
                self._past.clear()
            raise

    async def close(self) -> None:
        """The model belongs to whoever lent it."""


def remembering(model: Model, past: Past, store: ReplyStore | None = None, repeat: int = 1) -> Model:
    """Who is asked: the past first, then the reply cache, then the model.

    Args:
        repeat: the how manieth time the same is done; each has replies of its own in the cache.
    """
    if not store:
        return Replay(model, past)
    cached = CachedModel(model, store, repeat)
    return Replay(cached, past, cached.passed)


def _is_unanswered(event: Event) -> bool:
    """Whether this is a question to which there was no reply at all: nothing was read, since nobody counted tokens."""
    return event["event"] == "question" and bool(event["error"]) and not event["usage"]["prompt_tokens"]


def _replies(events: Iterable[Event]) -> list[tuple[Any, Stored]]:
    """Prompts and replies; the tries that failed before a reply belong to it."""
    found: list[tuple[Any, Stored]] = []
    retries: list[Retry] = []
    for event in events:
        if event["event"] == "retried":
            retries.append(Retry(event["error"], event["seconds"]))
        elif event["event"] == "question":
            usage = Usage(**event["usage"])
            stored = Stored(
                event["reply"], usage, event["seconds"], event["error"], tuple(retries), bool(event["cached"])
            )
            found.append((event["prompt"], stored))
            retries = []
    return found


def _seconds(events: Sequence[Event]) -> float:
    """The time between the events, but for the pauses before it was taken up again."""
    return sum(
        max(float(after["time"]) - float(before["time"]), 0.0)
        for before, after in pairwise(events)
        if after["event"] != "resumed"
    )
