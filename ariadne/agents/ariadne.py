"""Ariadne: learn, recall, plan, act (AriGraph, section 3, figure 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ariadne.agents.actor import Actor
from ariadne.agents.agent import Decision
from ariadne.agents.planner import Planner, PlanState
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import recall
from ariadne.memory.memory import Memory
from ariadne.models.model import Ask
from ariadne.record import Record
from ariadne.worlds.world import Turn

Calls = Literal["three", "paper"]
Navigation = Literal["agent", "memory"]


@dataclass(frozen=True)
class AriadneOptions:
    """How Ariadne works.

    Attributes:
        calls: `three` questions a step (learn, plan, act), or the six of the `paper`.
        recent: how many turns before the current one are kept in working memory.
        navigation: whose routes `go to` takes: the agent's own, with any memory, or the memory's alone, if it has any
            (AriGraph, section 3).
    """

    calls: Calls = "three"
    recent: int = 5
    navigation: Navigation = "agent"


class Ariadne:
    """The paper's agent: the memory may be any, planner and actor stay the same."""

    def __init__(
        self,
        memory: Memory,
        ask: Ask,
        record: Record,
        options: AriadneOptions = AriadneOptions(),
        instructions: str = "",
    ) -> None:
        self._memory = memory
        self._instructions = instructions
        self._record = record
        self._planner = Planner(ask, separate=options.calls == "paper")
        self._actor = Actor(ask, record)
        self._turns: deque[Turn] = deque(maxlen=options.recent + 1)
        self._guide = memory if options.navigation == "memory" else None
        self._walker = Walker(self._guide, record)
        self._plan = PlanState()
        self._goal = ""

    async def begin(self, goal: str) -> None:
        self._turns.clear()
        self._walker = Walker(self._guide, self._record)
        self._plan = PlanState()
        self._goal = goal
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """What to do now; None when everything was tried and nothing is learned any more."""
        self._walker.see(turns)
        self._turns.extend(turns)
        await self._memory.observe(turns, self._plan.sub_goals)
        before = self._plan
        working = await recall(
            self._memory, self._record, self._goal, self._turns, before.sub_goals, before.explore, self._instructions
        )
        plan = await self._planner.revise(working)
        self._record("planned", plan=plan.sub_goals, explore=plan.explore)
        working = replace(working, plan=plan.sub_goals, explore=plan.explore)
        self._plan = plan
        offer = self._walker.offer(turns[-1])
        if offer is None:
            return None
        chosen = await self._actor.choose(working, offer.actions, offer.tried)
        return Decision(chosen.action, chosen.reason, self._walker.commands(chosen.action, turns[-1]))

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)
