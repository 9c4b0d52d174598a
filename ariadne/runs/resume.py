"""Resume an episode: its own events answer its questions until they end."""

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
        seconds: its playing time.
        ended: its last event if it is finished, i.e. neither stopped nor failed.
    """

    events: tuple[Event, ...] = ()
    seconds: float = 0.0
    ended: Ended | None = None


NO_PAST = EarlierSession()


def ending_of(path: Path) -> Ended | None:
    """Return the last event of a finished episode; None if it is unfinished, i.e. running, stopped or failed.

    Raises:
        UserError: the file cannot be read. Damaged: its events are damaged.
    """
    return past_of(path).ended


def past_of(path: Path | None) -> EarlierSession:
    """Read the events of an episode, without a stop or failure at its end and the attempts before that.

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
    """An agent that first repeats its earlier decisions, in order, and then decides again. For human players, who could
    not repeat theirs."""

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
        passed: called with each question answered from the events.
        shown: returns the `prompt` of a question in the form of the events, for comparison.

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
            raise Diverged(f"the question '{question.name}' differs from the one asked the first time")
        self._passed(question)
        try:
            return await stored.answer_to(question)
        except UnreadableReply:
            if not stored.error:
                # The reply was usable and is now unusable, so the later events no longer apply.
                self._past.clear()
            raise

    async def close(self) -> None:
        """Do nothing: the caller closes the model."""


def remembering(model: Model, past: EarlierSession, store: ReplyStore | None = None, repeat: int = 1) -> Model:
    """Chain the sources of replies: first the past, then the reply cache, then the model.

    Args:
        repeat: the number of the repeat; each repeat has its own replies in the cache.
    """
    if not store:
        return Replay(model, past)
    cached = CachedModel(model, store, repeat)
    return Replay(cached, past, cached.passed)


def _is_unanswered(event: Event) -> bool:
    """Whether this question got no reply: it then has no token counts."""
    return isinstance(event, events.QuestionEvent) and bool(event.error) and not event.usage.prompt_tokens


def _replies(told: Iterable[Event]) -> list[tuple[Any, RawReply]]:
    """Prompts and replies; failed attempts belong to the reply after them."""
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
    """The time between the events, without the breaks before resumptions."""
    return sum(max(after.time - before.time, 0.0) for before, after in pairwise(told) if not isinstance(after, Resumed))
