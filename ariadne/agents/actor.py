"""The actor: a reason, then one of the valid actions (ReAct; AriGraph, section 3 and appendix D)."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Action
from ariadne.models.model import Ask
from ariadne.models.question import Question, Repair
from ariadne.record import Record

FALLBACK = "look"


class Actor:
    """Chooses an action; a reply that names none is asked once more, then the actor looks around."""

    def __init__(self, ask: Ask, record: Record) -> None:
        self._ask = ask
        self._record = record

    async def choose(self, memory: WorkingMemory, actions: Sequence[str]) -> Action:
        """One of `actions` with a reason. `actions` must not be empty."""
        question = Question("act", {**memory.inputs(), "actions": actions}, Action)
        try:
            answer = await self._ask(question)
            if chosen := match_action(answer.action, actions):
                return Action(reason=answer.reason, action=chosen)
            error = f"'{answer.action}' is not a valid action. Choose one of: {'; '.join(actions)}"
            repaired = Question("act", question.inputs, Action, Repair(answer.model_dump_json(), error))
            answer = await self._ask(repaired)
            if chosen := match_action(answer.action, actions):
                return Action(reason=answer.reason, action=chosen)
            said = answer.action
        except AnswerError as error:
            said = str(error)
        fallback = FALLBACK if FALLBACK in actions else actions[0]
        self._record("invalid", said=said, action=fallback)
        return Action(reason="no valid action was named", action=fallback)


def match_action(said: str, actions: Sequence[str]) -> str | None:
    """The valid action that a reply names: case, spaces, quotes and a final full stop do not matter."""
    wanted = _normal(said)
    return next((action for action in actions if _normal(action) == wanted), None)


def _normal(action: str) -> str:
    return " ".join(action.lower().strip(" \t\n\"'`.>").split())
