"""What stands in for a language model in tests: replies by the name of the question, and a memory of what was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ariadne.events import Event
from ariadne.models.ask import ask
from ariadne.models.question import A, Question
from ariadne.models.recorded import Scripted, ScriptedModel

Says = Scripted | Sequence[Scripted] | Callable[[Question[Any]], Scripted]

LOOK: dict[str, Says] = {
    "learn": {"triplets": [], "replaced": [], "entities": []},
    "read": {"triplets": [], "replaced": []},
    "outdated": {"replaced": []},
    "extract": {"triplets": []},
    "replace": {"replaced": []},
    "entities": {"entities": []},
    "plan": {"plan": ["look around | nothing is known"]},
    "explore": {"explore": False},
    "act": {"reason": "to see", "action": "look"},
    "decide": {"plan": ["look around | nothing is known"], "reason": "to see", "action": "look"},
    "one": {"triplets": [], "replaced": [], "plan": ["look around | nothing"], "reason": "to see", "action": "look"},
    "step": "Action: look",
    "subgoal_step": "Action: look",
    "fold": {"summary": "Nothing came of it.", "met": False},
}


class Script:
    """Answers each question by its name: always alike, one reply after another, or with a function of the question.

    A question that a test does not speak of gets an answer of no consequence.

    Attributes:
        asked: every question, repairs included, in order.
        exchanges: what `ask` records of them.
        model: the model that says all this.
    """

    def __init__(self, **says: Says) -> None:
        self.asked: list[Question[Any]] = []
        self.exchanges: list[Any] = []
        self.model = ScriptedModel(self._say)
        self._says = {**LOOK, **says}

    async def ask(self, question: Question[A], /) -> A:
        """An `Ask`."""
        reply = await ask(self.model, question, self.exchanges.append)
        return reply.answer

    @property
    def names(self) -> list[str]:
        """The names of the questions asked."""
        return [question.name for question in self.asked]

    def of(self, name: str) -> list[Question[Any]]:
        """The questions of a name."""
        return [question for question in self.asked if question.name == name]

    def _say(self, question: Question[Any]) -> Scripted:
        self.asked.append(question)
        says = self._says[question.name]
        if callable(says):
            return says(question)
        if isinstance(says, (str, dict)):
            return says
        return says[len(self.of(question.name)) - 1]


class Events(list[Any]):
    """A `Record` that keeps what it is told."""

    def __call__(self, event: Event, /) -> None:
        self.append(event)

    def of(self, kind: str) -> list[Any]:
        """The events of a kind."""
        return [event for event in self if event.name == kind]


def shown(question: Question[Any]) -> str:
    """All that a model reads of a question."""
    return "\n".join(message["content"] for message in question.prompt.messages)


def unshown_inputs(question: Question[Any]) -> list[str]:
    """Names of the inputs that the rendered messages do not show, or not with all of their items.

    An input that only decides whether something else is shown counts as not shown. The items are exits, since some
    prompts show nothing else in their place.
    """
    return [name for name, value in question.inputs.items() if not _is_shown(question, name, isinstance(value, str))]


def _is_shown(question: Question[Any], name: str, is_text: bool) -> bool:
    one, two = "probe one, has exit, north", "probe two, has exit, south"
    variants: list[str | list[str]] = [one, two] if is_text else [[one], [two], [one, two]]
    texts = [replace(question, inputs={**question.inputs, name: variant}).prompt.messages for variant in variants]
    return all(text not in texts[:place] for place, text in enumerate(texts))
