"""Choosing an action: the question and its repair, lists that may be shortened, and the fallback if no valid action is
named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ariadne.agents.choices import ELSE, LONGEST, Choices
from ariadne.agents.sub_goals import name
from ariadne.agents.tried import Offer
from ariadne.agents.working_memory import WorkingMemory
from ariadne.errors import AnswerError
from ariadne.events import Invalid
from ariadne.models.answers import Action, Decided, LabelledAnswer, Step, SubgoalStep
from ariadne.models.model import Ask
from ariadne.models.prompt import QUOTED
from ariadne.models.question import Question, Repair
from ariadne.record import Record
from ariadne.text import truncated

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

S = TypeVar("S", Action, Decided, Step, SubgoalStep)

LOOK = "look"
THEN = ";"
"""Separates actions that are given at once."""


class Unnamed(AnswerError):
    """The reply named no valid action; the message is the reply."""


class Chooser:
    """Asks for an action, and picks one itself if that fails.

    Args:
        texts: compares replies and the plan with actions; without it, neither is compared.
        most: actions shown at first; None for all, in their given order.
        several: the largest number of actions in a reply, separated by `;`. The first must be valid now.
    """

    def __init__(
        self, ask: Ask, record: Record, texts: TextCache | None = None, most: int | None = None, several: int = 1
    ) -> None:
        self._ask = ask
        self._record = record
        self._texts = texts
        self._most = most
        self._several = several

    async def choose(self, memory: WorkingMemory, offer: Offer, question: Callable[[Choices], Question[S]]) -> S:
        """Return the answer to a question that shows choices, with an action that can be carried out.

        If the list was shortened and the reply asks for something else, the question is asked again with the whole
        list.

        Raises:
            AnswerError: no valid action was named, even after a repair.
        """
        choices = Choices.of(offer.actions, memory.recollection.annotations, memory.turn.free)
        if self._most is None or choices.free:
            return await ask_for_action(self._ask, question(choices), self._accepts(choices))
        near = await self._nearness(choices.lines, choices.sub_goal(offer, memory.plan) or memory.goal)
        few = choices.few(self._most, offer, memory.plan, near)
        answer = await ask_for_action(self._ask, question(few), self._accepts(few))
        if few.left_out and answer.action == ELSE:
            choices = choices.in_order(offer, memory.plan, near, self._most)
            return await ask_for_action(self._ask, question(choices), self._accepts(choices))
        return answer

    async def instead(self, error: AnswerError, offer: Offer, plan: Sequence[str] = ()) -> str:
        """Return and record the action to do if no valid one was named.

        It is the action nearest to the reply, else to the first sub-goal, else an untried exit, else the action done
        least. It is never the one that just failed or `look` while others are left.
        """
        reply = str(error).strip() if isinstance(error, Unnamed) else ""
        actions = _left(offer)
        if self._texts and (wanted := reply or name(next(iter(plan), ""))) and len(actions) > 1:
            near = await self._nearness(actions, wanted)
            action = max(actions, key=lambda action: near[action])
        else:
            exits = [action for action in actions if action in offer.exits]
            action = min(exits or actions, key=lambda action: offer.times.get(action, 0))
        self._record(Invalid(said=truncated(str(error), QUOTED), action=action))
        return action

    def _accepts(self, choices: Choices) -> Callable[[str], str | None]:
        """Return a function that maps a reply to the action to carry out, with those that follow it."""
        if self._several == 1:
            return choices.named

        def accept(said: str) -> str | None:
            first, *more = [part.strip() for part in said.split(THEN) if part.strip()][: self._several] or [""]
            chosen = choices.named(first)
            return chosen and f"{THEN} ".join([chosen, *more])

        return accept

    async def _nearness(self, lines: Sequence[str], wanted: str) -> Mapping[str, float]:
        """The cosine similarity of each line to a text."""
        if self._texts is None:
            return dict.fromkeys(lines, 0.0)
        import numpy as np

        vectors = await self._texts.embed([truncated(wanted, LONGEST), *lines])
        of_length_1 = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        return dict(zip(lines, (of_length_1[1:] @ of_length_1[0]).tolist(), strict=True))


async def ask_for_action(ask: Ask, question: Question[S], accept: Callable[[str], str | None]) -> S:
    """Ask a question whose answer must contain a valid action; ask once more if it does not.

    Args:
        accept: returns the action to carry out for a reply; None if the reply names no valid one.

    Raises:
        Unnamed: neither reply named a valid action.
        AnswerError: the first reply could not be read.
    """
    answer = await ask(question)
    chosen = accept(answer.action)
    if chosen is None:
        reply = answer.as_lines() if isinstance(answer, LabelledAnswer) else answer.model_dump_json()
        first, repair = answer, Repair(reply, _objection(truncated(answer.action, LONGEST), question))
        try:
            answer = await ask(replace(question, repair=repair))
        except AnswerError as error:
            raise Unnamed(first.action) from error
        chosen = accept(answer.action)
        if isinstance(answer, SubgoalStep) and isinstance(first, SubgoalStep) and not answer.subgoal:
            answer = answer.model_copy(update={"subgoal": first.subgoal})
    if chosen is None:
        raise Unnamed(answer.action)
    return answer.model_copy(update={"action": chosen})


def _objection(said: str, question: Question[S]) -> str:
    """A sentence about what is wrong with an action."""
    if question.inputs.get("instructions"):
        return f"'{said}' cannot be done now. Give one action of the kind that was described."
    actions = question.choices.get("action", question.inputs["actions"])
    first, then, _ = said.partition(THEN)
    more = "; what is to follow comes after ';'" if then else ""
    return f"'{first}' is not a valid action. Choose one of: {'; '.join(actions)}{more}"


def _left(offer: Offer) -> Sequence[str]:
    """The actions that the chooser may pick itself."""
    able = [action for action in offer.actions if action not in offer.failed] or offer.actions
    return [action for action in able if action.lower() != LOOK] or able or [LOOK]
