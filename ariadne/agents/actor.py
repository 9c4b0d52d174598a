"""The actor: a reason, then one of the valid actions (ReAct; AriGraph, section 3 and appendix D)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ariadne.agents.choices import Choices
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.models.answers import Action, Decided, LabelledAnswer, Step, SubgoalStep
from ariadne.models.model import Ask
from ariadne.models.prompt import QUOTED
from ariadne.models.question import Question, Repair
from ariadne.record import Record
from ariadne.text import shortened

S = TypeVar("S", Action, Decided, Step, SubgoalStep)

FALLBACK = "look"
LONGEST = 200
"""Characters of a command that no list holds; more is no command."""


class Actor:
    """Chooses an action; a reply that names none is asked once more, then the actor looks around."""

    def __init__(self, ask: Ask, record: Record) -> None:
        self._ask = ask
        self._record = record

    async def choose(self, memory: WorkingMemory, actions: Sequence[str], tried: Sequence[str] = ()) -> Action:
        """An action with a reason: one of `actions`, which must not be empty, or any where the world is free.

        Args:
            tried: what was done here before, and what of it was in vain.
        """
        choices = Choices.of(actions, memory.recollection.annotations, memory.turn.free)
        inputs = {**memory.inputs(), "actions": choices.lines, "tried": tried}
        question = Question("act", inputs, Action, choices=choices.fields)
        try:
            return await ask_for_action(self._ask, question, lambda said: as_action(said, actions, memory.turn.free))
        except AnswerError as error:
            return Action(reason="no valid action was named", action=fallback(self._record, error, actions))


async def ask_for_action(ask: Ask, question: Question[S], accept: Callable[[str], str | None]) -> S:
    """An answer whose action is acceptable; what is not is met with one repair question.

    Args:
        accept: an action as it is to be carried out, from what was said; None if it is no valid one.

    Raises:
        AnswerError: neither was; the message is what was said.
    """
    answer = await ask(question)
    chosen = accept(answer.action)
    if chosen is None:
        said = answer.as_lines() if isinstance(answer, LabelledAnswer) else answer.model_dump_json()
        first, repair = answer, Repair(said, _objection(shortened(answer.action, LONGEST), question))
        answer = await ask(replace(question, repair=repair))
        chosen = accept(answer.action)
        if isinstance(answer, SubgoalStep) and isinstance(first, SubgoalStep) and not answer.subgoal:
            answer = answer.model_copy(update={"subgoal": first.subgoal})
    if chosen is None:
        raise AnswerError(answer.action)
    return answer.model_copy(update={"action": chosen})


def _objection(said: str, question: Question[S]) -> str:
    """What is wrong with an action."""
    if question.inputs.get("instructions"):
        return f"'{said}' cannot be done now. Give one action of the kind that was described."
    actions = question.choices.get("action", question.inputs["actions"])
    return f"'{said}' is not a valid action. Choose one of: {'; '.join(actions)}"


def fallback(record: Record, error: AnswerError, actions: Sequence[str]) -> str:
    """What is done where no valid action was named, which is recorded."""
    action = FALLBACK if FALLBACK in actions or not actions else actions[0]
    record("invalid", said=shortened(str(error), QUOTED), action=action)
    return action


def as_action(said: str, actions: Sequence[str], free: bool = False) -> str | None:
    """The valid action that a reply names; in a free world what it says, if it can be a command at all."""
    line = " ".join(said.split())
    return match_action(said, actions) or (line if free and 0 < len(line) <= LONGEST else None)


def match_action(said: str, actions: Sequence[str]) -> str | None:
    """The valid action that a reply names: case, spaces, quotes and a final full stop do not matter."""
    wanted = _normal(said)
    return next((action for action in actions if _normal(action) == wanted), None)


def _normal(action: str) -> str:
    return " ".join(action.lower().strip(" \t\n\"'`.>").split())
