"""A reply that was given before: read again as the answer to the same question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ariadne.errors import AnswerError
from ariadne.events import Usage
from ariadne.models.model import Reply, Retry, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.reading import read_at_once


@dataclass(frozen=True)
class Stored:
    """What is kept of a reply.

    Attributes:
        error: why it could not be used; empty for one that could.
        cached: whether it came from the reply cache.
        salvaged: whether only a part of it was used; None where nobody knows. What was used whole is used whole again,
            also where it is longer than what a question asks for: the built-in rules are not held to that.
    """

    text: str
    usage: Usage
    seconds: float
    error: str = ""
    retries: tuple[Retry, ...] = ()
    cached: bool = False
    salvaged: bool | None = None

    def answer_to(self, question: Question[A]) -> Reply[A]:
        """The reply, once more.

        Raises:
            UnreadableReply: it could not be used then, or cannot be used now.
        """
        error = self.error
        if not error:
            try:
                asked = replace(question, most={}) if self.salvaged is False else question
                found = read_at_once(self.text, asked)
                told = (self.text, self.usage, self.seconds, self.retries, self.cached, found.is_salvaged)
                return Reply(found.answer, *told)
            except AnswerError as problem:
                error = str(problem)
        unreadable = UnreadableReply(error, self.text, self.usage, self.seconds, self.retries, self.cached)
        if self.error:
            unreadable.text = self.text  # as it was told of then, also by versions that kept all of it
        raise unreadable
