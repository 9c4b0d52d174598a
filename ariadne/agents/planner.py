"""The planner: sub-goals with reasons, and whether they need exploration (AriGraph, section 3, appendices B and D)."""

from __future__ import annotations

from dataclasses import dataclass

from ariadne.agents.working_memory import WorkingMemory
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
        separate: ask `explore` apart from `plan`, as the paper does.
    """

    def __init__(self, ask: Ask, separate: bool = False) -> None:
        self._ask = ask
        self._separate = separate

    async def revise(self, memory: WorkingMemory) -> PlanState:
        """The plan for now, from working memory, which holds the previous one."""
        if not self._separate:
            both = await self._ask(Question("plan", memory.inputs(), ExploringPlan))
            return PlanState(_tidy(both.plan), both.explore)
        plan = await self._ask(Question("plan", memory.inputs(), Plan))
        sub_goals = _tidy(plan.plan)
        explore = await self._ask(Question("explore", {"plan": sub_goals}, Explore))
        return PlanState(sub_goals, explore.explore)


def _tidy(lines: list[str]) -> tuple[str, ...]:
    """Sub-goals on one line each, without repetitions."""
    return tuple(dict.fromkeys(" ".join(line.split()) for line in lines if line.strip()))
