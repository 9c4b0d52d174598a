"""The planner: sub-goals with reasons, and whether they need exploration (AriGraph, section 3, appendices B and D)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Explore, ExploringPlan, Plan
from ariadne.models.model import Ask
from ariadne.models.question import Question


@dataclass(frozen=True)
class PlanState:
    """A plan. `sub_goals` are lines of the form `sub-goal | reason`; none before the first step."""

    sub_goals: tuple[str, ...] = ()
    explore: bool = True


class Planner:
    """Revises the plan at each step.

    Args:
        separate: ask `explore` apart, of the plan so far and before `plan`, as the paper does: by its answer the
            planner is shown the unexplored exits, and then the actor.
    """

    def __init__(self, ask: Ask, separate: bool = False) -> None:
        self._ask = ask
        self._separate = separate

    async def revise(self, memory: WorkingMemory) -> PlanState:
        """The plan for now, from working memory, which holds the previous one.

        What cannot be read leaves the previous plan as it is; so does a plan without sub-goals.
        """
        previous = PlanState(tuple(memory.plan), memory.explore)
        if self._separate:
            previous = await self._checked(previous)
        try:
            return await self._revise(replace(memory, explore=previous.explore), previous)
        except AnswerError:
            return previous

    async def _checked(self, plan: PlanState) -> PlanState:
        """The plan so far, with what the exploration check says of it (appendix B); before there is one, nothing is
        checked."""
        if not plan.sub_goals:
            return plan
        with suppress(AnswerError):
            check = await self._ask(Question("explore", {"plan": plan.sub_goals}, Explore))
            return replace(plan, explore=check.explore)
        return plan

    async def _revise(self, memory: WorkingMemory, previous: PlanState) -> PlanState:
        if self._separate:
            plan = await self._ask(Question("plan", memory.inputs(), Plan, use=_sub_goals))
            return PlanState(_sub_goals(plan) or previous.sub_goals, previous.explore)
        both = await self._ask(Question("plan", memory.inputs(), ExploringPlan, use=_sub_goals))
        return PlanState(_sub_goals(both) or previous.sub_goals, both.explore)


def _sub_goals(said: Plan | ExploringPlan) -> tuple[str, ...]:
    """Sub-goals on one line each, without repetitions."""
    return tuple(dict.fromkeys(" ".join(line.split()) for line in said.plan if line.strip()))
