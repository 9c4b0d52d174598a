"""Taking up an episode again: its questions are answered from its own events until they end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from ariadne import events
from ariadne.agents.agent import Agent, Decision
from ariadne.events import Acted, Ended, EpisodeEnded, Event, ItemEnded, Resumed, Retried
from ariadne.models.cache import CachedModel, ReplyStore
from ariadne.models.model import Model, Reply, Retry, UnreadableReply
from ariadne.models.prompt import render
from ariadne.models.question import A, Question
from ariadne.models.reading import beside
from ariadne.models.stored import Stored
from ariadne.record import read_events
from ariadne.runs.events import UNFINISHED, Diverged
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class Past:
    """What an earlier session left of an episode.

    Attributes:
        events: those from which it can be resumed, in order.
        seconds: how long it was played.
        ended: its last event, if it came to its end, and was neither stopped nor failed.
    """

    events: tuple[Event, ...] = ()
    seconds: float = 0.0
    ended: Ended | None = None


NO_PAST = Past()


def ending_of(path: Path) -> Ended | None:
    """The last event of an episode that came to its end, and was neither stopped nor failed; else None.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    return past_of(path).ended


def past_of(path: Path) -> Past:
    """What an episode's file holds: all events but a stop or a failure, and the tries that led to it.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    if not path.is_file():
        return NO_PAST
    told = list(read_events(path))
    last = told[-1] if told else None
    ended = last if isinstance(last, EpisodeEnded | ItemEnded) and last.why not in UNFINISHED else None
    while told and (isinstance(told[-1], EpisodeEnded | ItemEnded | Retried | Resumed) or _is_unanswered(told[-1])):
        told.pop()
    return Past(tuple(told), _seconds(told), ended)


class Retold:
    """An agent that is told what it had decided, in order, before it decides on; for a person, whom nothing else makes
    do again what was done."""

    def __init__(self, agent: Agent, told: Iterable[Event]) -> None:
        self._agent = agent
        self._past = deque(event for event in told if isinstance(event, Acted))

    async def begin(self, goal: str) -> None:
        """See `Agent.begin`."""
        await self._agent.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """See `Agent.decide`."""
        if not self._past:
            return await self._agent.decide(turns)
        acted = self._past.popleft()
        return Decision(acted.action, acted.reason, acted.commands)

    async def end(self, outcome: str) -> None:
        """See `Agent.end`."""
        await self._agent.end(outcome)


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
        shown: Callable[[Question[Any]], object] = lambda question: tuple(render(question)),
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
        repeat: which time it is that the same is done; each has replies of its own in the cache.
    """
    if not store:
        return Replay(model, past)
    cached = CachedModel(model, store, repeat)
    return Replay(cached, past, cached.passed)


def _is_unanswered(event: Event) -> bool:
    """Whether this is a question to which there was no reply at all: nothing was read, since nobody counted tokens."""
    return isinstance(event, events.Question) and bool(event.error) and not event.usage.prompt_tokens


def _replies(told: Iterable[Event]) -> list[tuple[Any, Stored]]:
    """Prompts and replies; the tries that failed before a reply belong to it."""
    found: list[tuple[Any, Stored]] = []
    retries: list[Retry] = []
    for event in told:
        if isinstance(event, Retried):
            retries.append(Retry(event.error, event.seconds))
        elif isinstance(event, events.Question):
            tries = tuple(retries)
            rest = (tries, event.cached, event.cut, event.refused)
            stored = Stored(event.reply, event.usage, event.seconds, event.error, *rest)
            found.append((event.prompt, stored))
            retries = []
    return found


def _seconds(told: Sequence[Event]) -> float:
    """The time between the events, but for the pauses before it was taken up again."""
    return sum(max(after.time - before.time, 0.0) for before, after in pairwise(told) if not isinstance(after, Resumed))
