"""A reply that was given before, read again as the answer to the same question."""

from __future__ import annotations

from dataclasses import dataclass

from ariadne.errors import AnswerError
from ariadne.events import Usage
from ariadne.models.model import Reply, Retry, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.reading import read_at_once


@dataclass(frozen=True)
class Stored:
    """The stored part of a reply.

    Attributes:
        error: why it could not be used; empty if it could.
        cached: whether it came from the reply cache.
        cut: see `Reply`. `refused`: see `UnreadableReply`.
    """

    text: str
    usage: Usage
    seconds: float
    error: str = ""
    retries: tuple[Retry, ...] = ()
    cached: bool = False
    cut: bool = False
    refused: bool = False

    def answer_to(self, question: Question[A]) -> Reply[A]:
        """Return the reply again.

        Raises:
            UnreadableReply: it could not be used then, or cannot be used now.
        """
        error = self.error
        if not error:
            try:
                found = read_at_once(self.text, question)
                told = (self.text, self.usage, self.seconds, self.retries, self.cached, found.is_salvaged, self.cut)
                return Reply(found.answer, *told)
            except AnswerError as problem:
                error = str(problem)
        rest = (self.retries, self.cached, self.cut, self.refused)
        unreadable = UnreadableReply(error, self.text, self.usage, self.seconds, *rest)
        if self.error:
            unreadable.text = self.text  # as it was told of then, also by versions that kept all of it
        raise unreadable
