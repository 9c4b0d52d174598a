"""An agent without a model, with a memory that learns from what it meets (AriGraph, section 4.4, figure 6)."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.agent import Agent, Decision
from ariadne.memory.memory import Memory
from ariadne.worlds.world import Turn


class LearnsBeside:
    """Decides as `agent` does; `memory` observes and is never asked."""

    def __init__(self, agent: Agent, memory: Memory) -> None:
        self._agent = agent
        self._memory = memory

    async def begin(self, goal: str) -> None:
        await self._memory.begin(goal)
        await self._agent.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        await self._memory.observe(turns, ())
        return await self._agent.decide(turns)

    async def end(self, outcome: str) -> None:
        await self._agent.end(outcome)
        await self._memory.end(outcome)
