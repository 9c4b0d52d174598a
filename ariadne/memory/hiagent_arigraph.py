"""HiAgent's chunks for the recent past, and AriGraph for the rest. This combination is in neither paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ariadne.geography import Connection
from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.hiagent import HiAgentMemory
from ariadne.memory.memory import Cue, Recollection
from ariadne.routes import Routes
from ariadne.worlds.world import Turn

NEAR = 3
"""How many finished sub-goals are shown. AriGraph recalls what is older."""


class HiAgentAriGraph:
    """Recalls the history of HiAgent, and the facts, episodes and exits of AriGraph."""

    def __init__(self, chunks: HiAgentMemory, graph: AriGraphMemory) -> None:
        self._chunks = chunks
        self._graph = graph

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

    def routes(self) -> Routes:
        return self._graph.routes()

    def meet(self, turns: Sequence[Turn]) -> None:
        self._graph.meet(turns)

    def ways_before(self) -> Sequence[Connection]:
        return self._graph.ways_before()

    def is_done(self) -> bool:
        return self._graph.is_done()

    @property
    def operations(self) -> tuple[str, ...]:
        return self._chunks.operations

    async def handle(self, operation: str, plan: Sequence[str]) -> str | None:
        return await self._chunks.handle(operation, plan)
