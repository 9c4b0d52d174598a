"""A model's reply as text, and how every model reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ariadne.errors import AnswerError
from ariadne.events import Usage
from ariadne.models.model import Reply, Retry, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.reading import read


@dataclass(frozen=True)
class RawReply:
    """A reply that is not parsed yet, whether new, recorded or cached.

    Attributes:
        error: why the reply cannot be used, if that is known without reading it; else empty.
        seconds, retries, cached, cut: see `Reply`. refused: see `UnreadableReply`.
    """

    text: str
    usage: Usage
    seconds: float = 0.0
    error: str = ""
    retries: tuple[Retry, ...] = ()
    cached: bool = False
    cut: bool = False
    refused: bool = False

    async def answer_to(self, question: Question[A], problem: Callable[[str], str] = str) -> Reply[A]:
        """Read the answer to a question and check that it can be used.

        Args:
            problem: rewrites the reader's error for people and for the repair question.

        Raises:
            UnreadableReply: the text contains no answer to the question, or one that cannot be used.
        """
        try:
            if self.error:
                raise AnswerError(self.error)
            found = await read(self.text, question)
        except AnswerError as error:
            details = (self.text, self.usage, self.seconds, self.retries, self.cached, self.cut, self.refused)
            raise UnreadableReply(problem(str(error)), *details) from error
        rest = (self.retries, self.cached, found.is_salvaged, self.cut)
        return Reply(found.answer, self.text, self.usage, self.seconds, *rest)
