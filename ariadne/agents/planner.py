"""The planner: sub-goals with reasons, and whether they need exploration (AriGraph, section 3, appendices B and D)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Explore, ExploringPlanEdits, PlanEdits
from ariadne.models.model import Ask
from ariadne.models.question import Question

MORE_WORDS = 3
"""How many words a sub-goal may have beyond those of the command that meets it: 'take the key from the table'."""


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
        answer = PlanEdits if self._separate else ExploringPlanEdits
        edits = await self._ask(Question("plan", memory.inputs(), answer, use=lambda said: _begun(memory.plan, said)))
        explore = edits.explore if isinstance(edits, ExploringPlanEdits) else previous.explore
        return PlanState(revised(memory.plan, edits, done_by(memory)), explore)


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
    named = {_name(line) for line in new}
    kept = (
        line
        for number, line in enumerate(plan, 1)
        if number not in gone and _name(line) not in named and not _says(_name(line), command)
    )
    return tuple(dict.fromkeys((*new, *kept))) or tuple(plan)


def _sub_goals(said: PlanEdits) -> tuple[str, ...]:
    """New sub-goals on one line each, without repetitions."""
    return tuple(dict.fromkeys(" ".join(line.split()) for line in said.new if line.strip()))


def _name(line: str) -> str:
    """A sub-goal without its reason."""
    return line.partition("|")[0].strip().lower()


def _says(sub_goal: str, command: str) -> bool:
    """Whether a sub-goal is a command in other words: with words put in between, or without its last ones."""
    said, done = sub_goal.split(), command.lower().split()
    return len(done) > 1 and ((_within(done, said) and len(said) <= len(done) + MORE_WORDS) or _within(said, done))


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether some words, at least two, are among others in the same order."""
    left = iter(many)
    return len(few) > 1 and all(word in left for word in few)
