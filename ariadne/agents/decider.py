"""The decider: planner and actor in one question, for `--calls one` and `two` (AriGraph, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.actor import asked
from ariadne.agents.choices import Choices
from ariadne.agents.chooser import Chooser
from ariadne.agents.edits import edited
from ariadne.agents.framed import Framed
from ariadne.agents.planner import PlanState
from ariadne.agents.tried import Offer
from ariadne.errors import AnswerError
from ariadne.models.answers import Action, Decided, Lived, Noted
from ariadne.models.prompt import FRAME
from ariadne.models.question import Question


class Decider:
    """Revises the plan and chooses an action in one question. If no action is named, the chooser picks one."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser

    async def decide(
        self, memory: Framed, offer: Offer, known: Sequence[str] | None = None, new: int = 1
    ) -> tuple[PlanState, Action, Noted | None]:
        """Return the new plan, an action with a reason, and what the newest turns say if that is asked.

        If no valid action is named, the plan stays and nothing is learned.

        Args:
            known: known facts to show beside the newest turns; None for a memory that learns nothing from the
                reply.
            new: number of turns to learn from.
        """
        plan = tuple(memory.plan)

        def question(choices: Choices) -> Question[Decided]:
            inputs = asked(memory, offer, choices)
            if known is None:
                return Question("decide", inputs, Decided, choices=choices.fields, prompts=FRAME)
            inputs = {**inputs, "known": known, "new": str(new)}
            return Question("one", inputs, Lived, choices=choices.fields, prompts=FRAME)

        try:
            answer = await self._chooser.choose(memory, offer, question)
            action = Action(reason=answer.reason, action=answer.action)
            read = Noted(triplets=answer.triplets, replaced=answer.replaced) if isinstance(answer, Lived) else None
            return PlanState(edited(plan, answer.plan)), action, read
        except AnswerError as error:
            instead = await self._chooser.instead(error, offer, memory.plan)
            return PlanState(plan), Action(reason="no valid action was named", action=instead), None
