"""Resuming an episode: its questions are answered from its own events until these end."""

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
from ariadne.models.cache import ReplyStore
from ariadne.models.cached import CachedModel
from ariadne.models.model import Model, Reply, Retry, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply
from ariadne.record import read_events
from ariadne.runs.events import UNFINISHED, Diverged
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class EarlierSession:
    """The events of an episode's earlier session.

    Attributes:
        events: those from which it can be resumed, in order.
        seconds: the time that it was played.
        ended: its last event, if it is finished, i.e. neither stopped nor failed.
    """

    events: tuple[Event, ...] = ()
    seconds: float = 0.0
    ended: Ended | None = None


NO_PAST = EarlierSession()


def ending_of(path: Path) -> Ended | None:
    """The last event of a finished episode (neither stopped nor failed), or else None.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    return past_of(path).ended


def past_of(path: Path | None) -> EarlierSession:
    """Read the events of an episode, without a stop or failure at the end and the tries that led to it.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    if path is None or not path.is_file():
        return NO_PAST
    told = list(read_events(path))
    last = told[-1] if told else None
    ended = last if isinstance(last, EpisodeEnded | ItemEnded) and last.why not in UNFINISHED else None
    while told and (isinstance(told[-1], EpisodeEnded | ItemEnded | Retried | Resumed) or _is_unanswered(told[-1])):
        told.pop()
    return EarlierSession(tuple(told), _seconds(told), ended)


class ReplayingAgent:
    """An agent that gets its earlier decisions, in order, before it decides again; for a person, who could not repeat
    them."""

    def __init__(self, agent: Agent, told: Iterable[Event]) -> None:
        self._agent = agent
        self._past = deque(event for event in told if isinstance(event, Acted))

    async def begin(self, goal: str) -> None:
        await self._agent.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        if not self._past:
            return await self._agent.decide(turns)
        acted = self._past.popleft()
        return Decision(acted.action, acted.reason, acted.commands)

    async def end(self, outcome: str) -> None:
        await self._agent.end(outcome)


class Replay:
    """A model that first returns the replies in an episode's events, in order, and then asks the wrapped model.

    Args:
        passed: is called with each question that the model is not asked.
        shown: returns the `prompt` of a question as the events keep it, for comparison.

    Raises:
        Diverged: a question differs from the recorded one.
    """

    def __init__(
        self,
        model: Model,
        past: EarlierSession,
        passed: Callable[[Question[Any]], None] = lambda question: None,
        shown: Callable[[Question[Any]], object] = lambda question: question.prompt.messages,
    ) -> None:
        self.name = model.name
        self._model = model
        self._passed = passed
        self._shown = shown
        self._past = deque(_replies(past.events))

    async def answer(self, question: Question[A]) -> Reply[A]:
        if not self._past:
            return await self._model.answer(question)
        prompt, stored = self._past.popleft()
        if prompt != self._shown(question):
            raise Diverged(f"the question '{question.name}' is not the one that was asked before")
        self._passed(question)
        try:
            return await stored.answer_to(question)
        except UnreadableReply:
            if not stored.error:
                # It was usable then and is unusable now: its later events do not apply.
                self._past.clear()
            raise

    async def close(self) -> None:
        """Do nothing: the caller closes the model."""


def remembering(model: Model, past: EarlierSession, store: ReplyStore | None = None, repeat: int = 1) -> Model:
    """Chain the sources of replies: the past first, then the reply cache, then the model.

    Args:
        repeat: the number of the repeat; each has separate replies in the cache.
    """
    if not store:
        return Replay(model, past)
    cached = CachedModel(model, store, repeat)
    return Replay(cached, past, cached.passed)


def _is_unanswered(event: Event) -> bool:
    """Whether this question got no reply at all: it then has no token counts."""
    return isinstance(event, events.QuestionEvent) and bool(event.error) and not event.usage.prompt_tokens


def _replies(told: Iterable[Event]) -> list[tuple[Any, RawReply]]:
    """Prompts and replies; failed tries belong to the reply after them."""
    found: list[tuple[Any, RawReply]] = []
    retries: list[Retry] = []
    for event in told:
        if isinstance(event, Retried):
            retries.append(Retry(event.error, event.seconds))
        elif isinstance(event, events.QuestionEvent):
            tries = tuple(retries)
            rest = (tries, event.cached, event.cut, event.refused)
            stored = RawReply(event.reply, event.usage, event.seconds, event.error, *rest)
            found.append((event.prompt, stored))
            retries = []
    return found


def _seconds(told: Sequence[Event]) -> float:
    """The time between the events, without the breaks before each resumption."""
    return sum(max(after.time - before.time, 0.0) for before, after in pairwise(told) if not isinstance(after, Resumed))
