"""The planner: sub-goals with reasons, and whether they need exploration (AriGraph, section 3, appendices B and D)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ariadne.agents.edits import edited
from ariadne.agents.framed import in_frame
from ariadne.agents.sub_goals import name, says
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Edits, Explore, ExploringEdits
from ariadne.models.model import Ask
from ariadne.models.prompt import FRAME
from ariadne.models.question import Question


@dataclass(frozen=True)
class PlanState:
    """A plan. `sub_goals` are lines of the form `sub-goal | reason`; empty before the first step."""

    sub_goals: tuple[str, ...] = ()
    explore: bool = True


class Planner:
    """Revises the plan.

    Args:
        answer: the answer's type for `plan`; it may include whether the plan needs exploration.
        separate: ask `explore` before `plan`, as the paper does; its answer decides whether planner and actor see
            the unexplored exits.
    """

    def __init__(self, ask: Ask, answer: type[Edits] = Edits, separate: bool = False) -> None:
        self._ask = ask
        self._answer = answer
        self._separate = separate

    async def revise(self, memory: WorkingMemory) -> PlanState:
        """Revise the plan of a working memory.

        An unreadable reply, and edits that leave no sub-goal, keep the previous plan.
        """
        previous = PlanState(tuple(memory.plan), memory.explore)
        if self._separate:
            previous = await self._checked(previous, memory)
        try:
            return await self._revise(replace(memory, explore=previous.explore), previous)
        except AnswerError:
            return previous

    async def _checked(self, plan: PlanState, memory: WorkingMemory) -> PlanState:
        """Return the plan with the answer of the exploration check (appendix B), which needs a plan."""
        if not plan.sub_goals:
            return plan
        found = memory.recollection
        inputs = {"location": memory.turn.location, "facts": found.facts, "plan": plan.sub_goals}
        with suppress(AnswerError):
            check = await self._ask(Question("explore", inputs, Explore))
            return replace(plan, explore=check.explore)
        return plan

    async def _revise(self, memory: WorkingMemory, previous: PlanState) -> PlanState:
        question = Question(
            "plan", in_frame(memory).inputs(), self._answer, prompts=FRAME, use=lambda said: begun(memory.plan, said)
        )
        edits = await self._ask(question)
        after = begun(memory.plan, edits)
        if not isinstance(edits, ExploringEdits):
            return PlanState(after, previous.explore)
        return PlanState(_without_done(after, edits, memory) or tuple(memory.plan), edits.explore)


def begun(plan: Sequence[str], edits: Edits) -> tuple[str, ...]:
    """Return a plan after its edits.

    Raises:
        AnswerError: the plan is empty, and the edits add nothing.
    """
    after = edited(plan, edits.plan)
    if not after and not plan:
        raise AnswerError("there is no plan yet: name the first sub-goals")
    return after


def _without_done(plan: Sequence[str], edits: Edits, memory: WorkingMemory) -> tuple[str, ...]:
    """Return the rules' plan without what was just done, unless the edits state it again."""
    done = memory.turn.command if memory.turn.status == "valid" else ""
    return tuple(line for line in plan if line in edits.plan or not says(name(line), done))
