"""One play of one game by one agent: the only place that ties an agent to a world."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ariadne.agents.agent import Agent, Decision
from ariadne.models.ask import Exchange, ask
from ariadne.models.model import Model
from ariadne.models.question import A, Question
from ariadne.runs.events import EventLog
from ariadne.worlds.world import Score, Turn, World


@dataclass
class Tally:
    """What an episode has used so far."""

    steps: int = 0
    moves: int = 0
    invalid: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0


@dataclass(frozen=True)
class Outcome:
    """How an episode ended. `why`: won, lost, over, steps (the limit), stopped (Ctrl-C) or failed."""

    why: str
    score: Score
    tally: Tally
    seconds: float


@dataclass
class Asker:
    """Asks a model, and writes every exchange to the log and the tally. It is an `Ask`."""

    model: Model
    log: EventLog
    tally: Tally = field(default_factory=Tally)

    async def __call__(self, question: Question[A], /) -> A:
        reply = await ask(self.model, question, self._record)
        return reply.answer

    def _record(self, exchange: Exchange) -> None:
        usage, tally = exchange.usage, self.tally
        tally.calls += 1
        tally.prompt_tokens += usage.prompt_tokens
        tally.completion_tokens += usage.completion_tokens
        unknown = tally.cost_usd is None or usage.cost_usd is None
        tally.cost_usd = None if unknown else (tally.cost_usd or 0) + (usage.cost_usd or 0)
        self.log(
            "question",
            kind=exchange.name,
            repair=exchange.repair,
            prompt=exchange.messages,
            reply=exchange.text,
            error=exchange.error,
            usage={
                "prompt_tokens": usage.prompt_tokens,
                "completion_tokens": usage.completion_tokens,
                "cached_tokens": usage.cached_tokens,
                "cost_usd": usage.cost_usd,
            },
            seconds=round(exchange.seconds, 4),
            cached=False,
        )


class Episode:
    """Plays `world` with `agent` until it ends or `max_steps` decisions are made."""

    def __init__(self, world: World, agent: Agent, log: EventLog, tally: Tally, max_steps: int) -> None:
        self._world = world
        self._agent = agent
        self._log = log
        self._tally = tally
        self._max_steps = max_steps

    async def play(self) -> Outcome:
        """Play. The log holds the end of the episode however it comes.

        Raises:
            AriadneError: what stopped the episode, after its end is in the log.
            CancelledError: likewise, for Ctrl-C.
        """
        began = time.monotonic()
        why = "failed"
        try:
            why = await self._steps()
        except asyncio.CancelledError:
            why = "stopped"
            raise
        finally:
            outcome = Outcome(why, self._world.score(), self._tally, time.monotonic() - began)
            self._finish(outcome)
        return outcome

    async def _steps(self) -> str:
        await self._agent.begin(self._world.goal)
        turns: Sequence[Turn] = [await self._reset()]
        while not turns[-1].done and self._tally.steps < self._max_steps:
            self._log.step += 1
            decision = await self._agent.decide(turns)
            turns = await self._execute(decision, turns[-1].location)
            self._tally.steps += 1
        why = ended(turns[-1], self._world.score())
        await self._agent.end(why)
        return why

    async def _reset(self) -> Turn:
        turn = await asyncio.to_thread(self._world.reset)
        if briefing := self._world.briefing:
            turn = Turn("", f"{briefing}\n\n{turn.observation}", turn.inventory, turn.commands, turn.location)
        self._write(turn)
        return turn

    async def _execute(self, decision: Decision, here: str) -> list[Turn]:
        """Send a decision's commands; a move that leads nowhere ends a `go to`, and the agent decides again."""
        self._log("acted", action=decision.action, reason=decision.reason, commands=decision.commands)
        turns: list[Turn] = []
        for command in decision.commands:
            turn = await asyncio.to_thread(self._world.step, command)
            self._tally.moves += 1
            self._write(turn)
            turns.append(turn)
            if turn.done or turn.location == here:
                break
            here = turn.location
        return turns

    def _write(self, turn: Turn) -> None:
        score = self._world.score()
        self._log(
            "turn",
            command=turn.command,
            observation=turn.observation,
            inventory=turn.inventory,
            commands=turn.commands,
            location=turn.location,
            done=turn.done,
        )
        self._log("scored", score=score.score, maximum=score.maximum, won=score.won, lost=score.lost)

    def _finish(self, outcome: Outcome) -> None:
        tally = self._tally
        self._log(
            "episode_ended",
            why=outcome.why,
            score=outcome.score.score,
            maximum=outcome.score.maximum,
            won=outcome.score.won,
            lost=outcome.score.lost,
            steps=tally.steps,
            moves=tally.moves,
            model_calls=tally.calls,
            prompt_tokens=tally.prompt_tokens,
            completion_tokens=tally.completion_tokens,
            cost_usd=tally.cost_usd,
            seconds=round(outcome.seconds, 3),
        )


def ended(turn: Turn, score: Score) -> str:
    """Why an episode is over."""
    if score.won:
        return "won"
    if score.lost:
        return "lost"
    return "over" if turn.done else "steps"
