"""One play of one game by one agent. Only here do agent and world meet."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from ariadne import events
from ariadne.agents.agent import Agent, Decision
from ariadne.errors import clear, line_of
from ariadne.events import EpisodeSummary, Event, Scored, SummaryHead
from ariadne.history import summarized
from ariadne.models.ask import ask
from ariadne.models.model import Model
from ariadne.models.question import A, Question
from ariadne.prefixes import CHARACTERS, Prefixes
from ariadne.runs.events import EventLog
from ariadne.runs.limits import GRACE, NO_LIMITS, TIME, Clock, Limits, OutOfTime
from ariadne.worlds.world import Score, Turn, World, briefed

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache


Pause = Callable[[], Awaitable[None]]
"""Awaited after each decision, before its commands are sent, for viewers."""

UNNAMED = SummaryHead(game="", agent="", memory=None, model=None, seed=None, repeat=1, run="")


@dataclass(frozen=True)
class Outcome:
    """How an episode ended.

    Attributes:
        why: won, lost, over; steps, time, tokens or cost (its limits); left (the agent ended it), stopped (the user
            interrupted the run) or failed.
        seconds: the duration without pauses for viewers.
        error: the failure in one line.
    """

    why: str
    score: Score
    seconds: float
    error: str = ""


@dataclass
class Asker:
    """An `Ask` that asks a model and logs every call.

    Attributes:
        seed: added to each question, for models that sample.
        temperatures: by question; other questions are sampled at their prompt's temperature.
    """

    model: Model
    log: EventLog
    seed: int | None = None
    temperatures: Mapping[str, float] = field(default_factory=dict)
    _prefixes: Prefixes = field(default_factory=Prefixes, init=False)

    async def __call__(self, question: Question[A], /) -> A:
        asked = replace(question, seed=self.seed, temperature=self.temperatures.get(question.name))
        reply = await ask(self.model, asked, self._record)
        return reply.answer

    def _record(self, event: Event) -> None:
        self.log(replace(event, kept=self._kept(event)) if isinstance(event, events.QuestionEvent) else event)

    def _kept(self, asked: events.QuestionEvent) -> int:
        """The prompt tokens that a provider would have cached. Prompts for different answer forms share none, since
        the form precedes the messages."""
        text = json.dumps([asked.kind, *asked.prompt], ensure_ascii=False)
        return round(asked.usage.prompt_tokens * self._prefixes.kept(text) * CHARACTERS / len(text))


class Episode:
    """Plays `world` with `agent` until it ends, the agent leaves, or a limit is reached.

    Args:
        max_steps: the limit of decisions; None for no limit.
        limits: further limits. The time limit interrupts the episode anywhere; tokens and cost are checked before each
            decision.
        goal, briefing: the texts for the player.
        entry: the game and the players, for the summary.
        pause: see `Pause`; skipped while a resumed episode repeats its events.
        texts: the cache of embeddings, to record how many were made; None if episodes share it.
        earlier: seconds played before the episode was interrupted.
    """

    def __init__(
        self,
        world: World,
        agent: Agent,
        log: EventLog,
        max_steps: int | None,
        *,
        goal: str = "",
        briefing: str = "",
        limits: Limits = NO_LIMITS,
        entry: SummaryHead = UNNAMED,
        pause: Pause | None = None,
        texts: TextCache | None = None,
        earlier: float = 0.0,
    ) -> None:
        self._world = world
        self._agent = agent
        self._log = log
        self._max_steps = max_steps
        self._goal = goal
        self._briefing = briefing
        self._limits = limits
        self._entry = entry
        self._pause = pause
        self._texts = texts
        self._clock = Clock(earlier)
        self._embedded = _embedded(texts)

    async def play(self) -> Outcome:
        """Play the episode. Its end is always logged.

        Raises:
            AriadneError: what stopped the episode, after its end is logged.
            CancelledError: likewise, for Ctrl-C.
        """
        why, error = "failed", ""
        try:
            why = await self._to_the_end()
        except (asyncio.CancelledError, KeyboardInterrupt, BrokenPipeError):
            # BrokenPipeError means that the reader of the output is gone.
            why = "stopped"
            raise
        except Exception as caught:
            error = line_of(clear(caught))
            raise
        finally:
            outcome = Outcome(why, self._score(), self._clock.seconds, error)
            self._finish(outcome)
        return outcome

    async def _to_the_end(self) -> str:
        """Play to the end and return its reason. The repeated part of a resumed episode takes no time."""
        try:
            why = await self._clock.within(self._limits.minutes, self._steps(), lambda: self._log.is_repeating)
        except OutOfTime:
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await self._agent.end(TIME)
            return TIME
        await self._agent.end(why)
        return why

    async def _steps(self) -> str:
        await self._agent.begin(self._goal)
        turns: Sequence[Turn] = [await self._reset()]
        why = ""
        while not turns[-1].done and not self._limit() and not why:
            self._log.step += 1
            decision = await self._agent.decide(turns)
            if decision:
                turns = await self._execute(decision, turns[-1].location)
            else:
                why = "left"
        return why or ended(turns[-1], self._score()) or self._limit()

    def _limit(self) -> str:
        """The limit that was reached; empty if there is none."""
        if self._max_steps is not None and self._log.counts["acted"] >= self._max_steps:
            return "steps"
        return self._limits.reached(self._log.use.tokens, self._log.use.cost_usd)

    async def _reset(self) -> Turn:
        turn = briefed(await _unharmed(self._world.reset), self._briefing)
        self._write(turn)
        return turn

    async def _execute(self, decision: Decision, here: str) -> list[Turn]:
        """Send a decision's commands. A failed move ends a `go to`, and the agent decides again."""
        self._log(events.Acted(action=decision.action, reason=decision.reason, commands=tuple(decision.commands)))
        if self._pause and not self._log.is_repeating:
            await self._clock.pause(self._pause())
        turns: list[Turn] = []
        for command in decision.commands:
            turn = await _unharmed(partial(self._world.step, command))
            self._write(turn)
            turns.append(turn)
            if turn.done or turn.location == here:
                break
            here = turn.location
        return turns

    def _score(self) -> Score:
        """The current score in plain numbers: other packages' worlds may return NumPy's, which JSON cannot hold."""
        score = self._world.score()
        return Score(float(score.score), float(score.maximum), bool(score.won), bool(score.lost), int(score.task))

    def _write(self, turn: Turn) -> None:
        for event in as_events(turn, self._score()):
            self._log(event)

    def _finish(self, outcome: Outcome) -> None:
        texts, calls = (now - before for now, before in zip(_embedded(self._texts), self._embedded, strict=True))
        known = self._texts is not None
        self._log(
            events.EpisodeEnded(
                why=outcome.why,
                error=outcome.error,
                limits=str(self._limits),
                **asdict(self.summary(outcome)),
                texts_embedded=texts if known else None,
                embedder_calls=calls if known else None,
            )
        )

    def summary(self, outcome: Outcome) -> EpisodeSummary:
        """Return the episode's result."""
        scored = Scored(**asdict(outcome.score))
        return summarized(self._entry, scored, self._log.counts, self._log.use, outcome.seconds)


def as_events(turn: Turn, score: Score) -> tuple[events.TurnEvent, events.Scored]:
    """Return a turn and the score after it, as events."""
    seen = events.TurnEvent(
        command=turn.command,
        observation=turn.observation,
        inventory=turn.inventory,
        commands=tuple(turn.commands),
        location=turn.location,
        done=turn.done,
        status=turn.status,
        status_line=turn.status_line,
    )
    return seen, events.Scored(**asdict(score))


def ended(turn: Turn, score: Score) -> str:
    """Return how the world ended an episode; empty if it did not."""
    if score.won:
        return "won"
    if score.lost:
        return "lost"
    return "over" if turn.done else ""


async def _unharmed(call: Callable[[], Turn]) -> Turn:
    """Call the world in a thread. If the task is cancelled, let the call finish first: a world need not support closing
    during a call."""
    calling = asyncio.create_task(asyncio.to_thread(call))
    try:
        return await asyncio.shield(calling)
    except asyncio.CancelledError:
        await asyncio.wait([calling])
        raise


def _embedded(texts: TextCache | None) -> tuple[int, int]:
    """The number of embedded texts, and of calls for them."""
    return (texts.texts_embedded, texts.calls) if texts else (0, 0)
