"""The decider: planner and actor in one question, for `--calls one` and `two` (AriGraph, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.actor import as_action, ask_for_action, fallback
from ariadne.agents.planner import PlanState, done_by, revised
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Action, Decided
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record


class Decider:
    """Revises the plan and chooses an action at once."""

    def __init__(self, ask: Ask, record: Record) -> None:
        self._ask = ask
        self._record = record

    async def decide(
        self, memory: WorkingMemory, actions: Sequence[str], tried: Sequence[str] = ()
    ) -> tuple[PlanState, Action]:
        """The plan for now, and an action with a reason; see `Actor.choose`.

        Where no valid action is named, the plan stays as it was. Unexplored exits are always shown.
        """
        question = Question(
            "decide",
            {**memory.inputs(), "actions": actions, "tried": tried},
            Decided,
            choices={} if memory.turn.free else {"action": actions},
        )
        try:
            said = await ask_for_action(self._ask, question, lambda said: as_action(said, actions, memory.turn.free))
        except AnswerError as error:
            unnamed = Action(reason="no valid action was named", action=fallback(self._record, error, actions))
            return PlanState(tuple(memory.plan)), unnamed
        plan = revised(memory.plan, said, done_by(memory))
        return PlanState(plan), Action(reason=said.reason, action=said.action)
