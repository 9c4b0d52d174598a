"""The planner: sub-goals with reasons, and whether they need exploration (AriGraph, section 3, appendices B and D)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ariadne.agents.edits import LONGEST, edited
from ariadne.agents.frame import Framed
from ariadne.agents.sub_goals import name, says
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Edits, Explore, ExploringPlanEdits, PlanEdits
from ariadne.models.model import Ask
from ariadne.models.prompt import FRAME
from ariadne.models.question import Question

MOST_NEW = 20
"""Sub-goals that are written at once: a long recipe has as many steps."""


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

        What cannot be read leaves the previous plan as it is; so do edits that leave no sub-goal.
        """
        previous = PlanState(tuple(memory.plan), memory.explore)
        if isinstance(memory, Framed):
            return await self._edited(memory, previous)
        if self._separate:
            previous = await self._checked(previous)
        try:
            return await self._revise(replace(memory, explore=previous.explore), previous)
        except AnswerError:
            return previous

    async def _edited(self, memory: Framed, previous: PlanState) -> PlanState:
        """The plan after its edits, in the frame."""
        question = Question("plan", memory.inputs(), Edits, prompts=FRAME, use=lambda said: begun(memory.plan, said))
        try:
            return PlanState(begun(memory.plan, await self._ask(question)))
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
        answer = PlanEdits if self._separate else ExploringPlanEdits
        inputs, most = memory.inputs(), most_edits(memory.plan)
        question = Question("plan", inputs, answer, most=most, use=lambda said: _begun(memory.plan, said))
        edits = await self._ask(question)
        explore = edits.explore if isinstance(edits, ExploringPlanEdits) else previous.explore
        return PlanState(revised(memory.plan, edits, done_by(memory)), explore)


def begun(plan: Sequence[str], edits: Edits) -> tuple[str, ...]:
    """A plan after its edits.

    Raises:
        AnswerError: there is none so far, and none is begun.
    """
    after = edited(plan, edits.plan)
    if not after and not plan:
        raise AnswerError("there is no plan yet: name the first sub-goals")
    return after


def most_edits(plan: Sequence[str]) -> dict[str, int]:
    """How many edits a plan may need."""
    return {"done": len(plan), "dropped": len(plan), "new": MOST_NEW}


def done_by(memory: WorkingMemory) -> str:
    """What was just done, as a command; empty if the world did not take it."""
    return memory.turn.command if memory.turn.status == "valid" else ""


def _begun(plan: Sequence[str], edits: PlanEdits) -> None:
    """See that there will be a plan.

    Raises:
        AnswerError: there is none so far, and none is begun.
    """
    if not plan and not _sub_goals(edits):
        raise AnswerError("there is no plan yet: name the first sub-goals in 'new'")


def revised(plan: Sequence[str], edits: PlanEdits, command: str = "") -> tuple[str, ...]:
    """A plan after its edits: what is new, then what is left of it.

    A sub-goal that says what was just done is met, whatever the edits say. What is written anew though it stands in the
    plan has another reason or another place now. Where nothing is left, the plan stays as it is.

    Args:
        command: what was just done, if the world took it.
    """
    new = _sub_goals(edits)
    gone = {*edits.done, *edits.dropped}
    named = {name(line).lower() for line in new}
    kept = (
        line
        for number, line in enumerate(plan, 1)
        if number not in gone and name(line).lower() not in named and not says(name(line), command)
    )
    return tuple(dict.fromkeys((*new, *kept)))[:LONGEST] or tuple(plan)


def _sub_goals(said: PlanEdits) -> tuple[str, ...]:
    """New sub-goals on one line each, without repetitions."""
    return tuple(dict.fromkeys(" ".join(line.split()) for line in said.new if line.strip()))
