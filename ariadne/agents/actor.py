"""The actor: a reason, then one of the valid actions (ReAct; AriGraph, section 3 and appendix D)."""

from __future__ import annotations

from ariadne.agents.choices import Choices
from ariadne.agents.chooser import Chooser
from ariadne.agents.framed import Framed
from ariadne.agents.grouped import grouped
from ariadne.agents.tried import Offer
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.geography import direction_of
from ariadne.models.answers import Action
from ariadne.models.prompt import FRAME, SMALL
from ariadne.models.question import Inputs, Question

LONGEST_REASON = 120
"""The character limit of a reason: an endless one would leave no room for the action."""


class Actor:
    """Chooses an action, by the frame's prompt or the one for small models. If two replies name no valid action, the
    chooser picks one."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser

    async def choose(self, memory: WorkingMemory, offer: Offer) -> Action:
        """Return an action with a reason: one on offer, or any command in a world that takes free text."""

        def question(choices: Choices) -> Question[Action]:
            if isinstance(memory, Framed):
                return Question("act", asked(memory, offer, choices), Action, choices=choices.fields, prompts=FRAME)
            shown = {"tried": offer.tried, "actions": choices.lines, "next": choices.sub_goal(offer, memory.plan)}
            return Question(
                "act", {**memory.inputs(), **shown}, Action, choices=choices.fields,
                most={"reason": LONGEST_REASON}, prompts=SMALL,
            )  # fmt: skip

        try:
            return await self._chooser.choose(memory, offer, question)
        except AnswerError as error:
            action = await self._chooser.instead(error, offer, memory.plan)
            return Action(reason="no valid action was named", action=action)


def asked(memory: Framed, offer: Offer, choices: Choices) -> Inputs:
    """The inputs of a question for an action in the frame."""
    known = memory.recollection.annotations
    lines = choices.lines
    if not (choices.free or choices.is_cut):
        lines = grouped(choices.actions, known, offer.moves, offer.exits, memory.turn.inventory)
    told = {*offer.moves, *known}
    tried = [action for action in offer.tried if action not in told and not direction_of(action)]
    return {**memory.inputs(), "tried": tried, "actions": lines}
