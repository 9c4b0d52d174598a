"""The decider: planner and actor in one question, for `--calls one` and `two` (AriGraph, section 3)."""

from __future__ import annotations

from ariadne.agents.actor import LONGEST_REASON
from ariadne.agents.choices import Choices
from ariadne.agents.chooser import Chooser
from ariadne.agents.planner import PlanState, done_by, most_edits, revised
from ariadne.agents.tried import Offer
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Action, Decided
from ariadne.models.question import Question


class Decider:
    """Revises the plan and chooses an action at once; where no action is named, the chooser plays on."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser

    async def decide(self, memory: WorkingMemory, offer: Offer) -> tuple[PlanState, Action]:
        """The plan as it is now, and an action with a reason: one of those on offer, or any where the world is free.

        Where no valid action is named, the plan stays as it was. Unexplored exits are always shown.
        """
        inputs = {**memory.inputs(), "tried": offer.tried}

        def question(choices: Choices) -> Question[Decided]:
            most = {**most_edits(memory.plan), "reason": LONGEST_REASON}
            shown = {**inputs, "actions": choices.lines}
            return Question("decide", shown, Decided, choices=choices.fields, most=most)

        try:
            said = await self._chooser.choose(memory, offer, question)
        except AnswerError as error:
            action = await self._chooser.instead(error, offer, memory.plan)
            return PlanState(tuple(memory.plan)), Action(reason="no valid action was named", action=action)
        plan = revised(memory.plan, said, done_by(memory))
        return PlanState(plan), Action(reason=said.reason, action=said.action)
