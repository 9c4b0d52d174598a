"""Ariadne: learn, recall, plan, act (AriGraph, section 3, figure 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ariadne.agents.actor import Actor
from ariadne.agents.agent import Decision
from ariadne.agents.chooser import Chooser
from ariadne.agents.decider import Decider
from ariadne.agents.planner import Planner, PlanState
from ariadne.agents.tried import Offer
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import WorkingMemory, recall, recent_turns
from ariadne.events import Planned
from ariadne.memory.memory import Memory
from ariadne.memory.registry import Calls
from ariadne.models.answers import Action
from ariadne.models.model import Ask
from ariadne.record import Record
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

Navigation = Literal["agent", "memory"]


@dataclass(frozen=True)
class AriadneOptions:
    """How Ariadne works.

    Attributes:
        calls: `three` questions a step (learn, plan, act), `two` (learn, decide), or the six of the `paper`; in `one`
            and `act` they are those of `two` and `three`, and the configuration says who answers the others.
        recent: how many turns before the current one are kept in working memory at most.
        navigation: whose routes `go to` takes: the agent's own, with any memory, or the memory's alone, if it has any
            (AriGraph, section 3).
        choices: how many actions are shown at first; None for all.
    """

    calls: Calls = "three"
    recent: int = 5
    navigation: Navigation = "agent"
    choices: int | None = None


class Ariadne:
    """The paper's agent: the memory may be any, planner and actor stay the same.

    Args:
        texts: the cache of embeddings, for what is near to a plan or to what was said.
    """

    def __init__(
        self,
        memory: Memory,
        ask: Ask,
        record: Record,
        options: AriadneOptions = AriadneOptions(),
        instructions: str = "",
        texts: TextCache | None = None,
    ) -> None:
        self._memory = memory
        self._instructions = instructions
        self._record = record
        self._planner = Planner(ask, separate=options.calls == "paper")
        chooser = Chooser(ask, record, texts, options.choices)
        self._actor = Actor(chooser)
        self._decider = Decider(chooser) if options.calls in ("one", "two") else None
        self._recent = options.recent
        self._turns: list[Turn] = []
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
        self._turns += turns
        await self._memory.observe(turns, self._plan.sub_goals)
        offer = self._walker.offer(turns[-1])
        if offer is None:
            return None
        working = await recall(
            self._memory, self._record, self._goal, recent_turns(self._turns, self._recent), self._plan.sub_goals,
            self._plan.explore, self._instructions, offer.actions,
        )  # fmt: skip
        chosen = await self._choose(working, offer)
        return Decision(chosen.action, chosen.reason, self._walker.commands(chosen.action, turns[-1]))

    async def _choose(self, working: WorkingMemory, offer: Offer) -> Action:
        """Revise the plan, which is recorded, and choose an action."""
        if self._decider:
            self._plan, chosen = await self._decider.decide(working, offer)
            self._record(Planned(plan=tuple(self._plan.sub_goals), explore=self._plan.explore))
            return chosen
        self._plan = await self._planner.revise(working)
        self._record(Planned(plan=tuple(self._plan.sub_goals), explore=self._plan.explore))
        working = replace(working, plan=self._plan.sub_goals, explore=self._plan.explore)
        return await self._actor.choose(working, offer)

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)
