"""Ariadne: learn, recall, plan, act (AriGraph, section 3, figure 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ariadne.agents.actor import Actor
from ariadne.agents.agent import Decision
from ariadne.agents.planner import Planner, PlanState
from ariadne.agents.working_memory import WorkingMemory
from ariadne.memory.arigraph.space import Routes
from ariadne.memory.memory import Cue, Memory, Navigator
from ariadne.models.model import Ask
from ariadne.record import Record
from ariadne.worlds.world import Turn

GO_TO = "go to "

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

    def __init__(self, memory: Memory, ask: Ask, record: Record, options: AriadneOptions = AriadneOptions()) -> None:
        self._memory = memory
        self._record = record
        self._planner = Planner(ask, separate=options.calls == "paper")
        self._actor = Actor(ask, record)
        self._turns: deque[Turn] = deque(maxlen=options.recent + 1)
        self._navigation = options.navigation
        self._walked = Routes()
        self._plan = PlanState()
        self._goal = ""

    async def begin(self, goal: str) -> None:
        self._turns.clear()
        self._walked = Routes()
        self._plan = PlanState()
        self._goal = goal
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision:
        for turn in turns:
            if self._turns and self._turns[-1].location and turn.location:
                self._walked.moved(self._turns[-1].location, turn.command, turn.location)
            self._turns.append(turn)
        await self._memory.observe(turns, self._plan.sub_goals)
        working = await self._recall()
        plan = await self._planner.revise(working)
        self._record("planned", plan=plan.sub_goals, explore=plan.explore)
        working = replace(working, plan=plan.sub_goals, explore=plan.explore)
        routes = self._routes()
        chosen = await self._actor.choose(working, self._actions(routes))
        self._plan = plan
        return Decision(chosen.action, chosen.reason, self._commands(chosen.action, routes))

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)

    async def _recall(self) -> WorkingMemory:
        *recent, turn = self._turns
        cue = Cue(self._goal, self._plan.sub_goals, turn, recent)
        recollection = await self._memory.recall(cue)
        self._record(
            "recalled",
            facts=recollection.facts,
            episodes=recollection.episodes,
            exits=recollection.exits,
            text=recollection.text,
        )
        return WorkingMemory(self._goal, recent, turn, recollection, self._plan.sub_goals, self._plan.explore)

    def _routes(self) -> Routes:
        if self._navigation == "agent":
            return self._walked
        return self._memory.routes() if isinstance(self._memory, Navigator) else Routes()

    def _actions(self, routes: Routes) -> list[str]:
        """The valid commands and `go to` every other visited location that a route leads to, sorted."""
        turn = self._turns[-1]
        places = [place for place in routes.locations if place and routes.path(turn.location, place)]
        return sorted({*turn.commands, *(GO_TO + place for place in places)})

    def _commands(self, action: str, routes: Routes) -> tuple[str, ...]:
        turn = self._turns[-1]
        if action in turn.commands:
            return (action,)
        return routes.path(turn.location, action.removeprefix(GO_TO)) or ()
