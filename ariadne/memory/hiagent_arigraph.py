"""HiAgent's chunks for the recent past, and AriGraph for the rest. This combination is in neither paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.hiagent import HiAgentMemory
from ariadne.memory.memory import Cue, Recollection
from ariadne.worlds.world import Turn

NEAR = 3
"""How many finished sub-goals are shown. AriGraph recalls what is older."""


class HiAgentAriGraph:
    """Recalls the history of HiAgent, and the facts, episodes and exits of AriGraph."""

    def __init__(self, chunks: HiAgentMemory, graph: AriGraphMemory) -> None:
        self._chunks = chunks
        self._graph = graph
        self.routes, self.meet = graph.routes, graph.meet
        self.ways_before, self.is_done = graph.ways_before, graph.is_done
        self.handle = chunks.handle

    async def begin(self, goal: str) -> None:
        await self._chunks.begin(goal)
        await self._graph.begin(goal)

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        await self._chunks.observe(turns, plan)
        await self._graph.observe(turns, plan)

    async def recall(self, cue: Cue) -> Recollection:
        chunks = await self._chunks.recall(cue)
        graph = await self._graph.recall(replace(cue, recent=self._chunks.shown(cue.turn)))
        return replace(graph, history=chunks.history, complete=True)

    async def end(self, outcome: str) -> None:
        await self._chunks.end(outcome)
        await self._graph.end(outcome)

    @property
    def operations(self) -> tuple[str, ...]:
        return self._chunks.operations
