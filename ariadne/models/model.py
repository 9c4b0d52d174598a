"""The seam to whatever answers questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, runtime_checkable

from ariadne.errors import AnswerError, Failure
from ariadne.events import Usage
from ariadne.models.question import A, Question
from ariadne.text import encodable, truncated

KEPT = 10_000
"""Characters that are kept of a reply which cannot be used."""
TOLD = 2000
"""Characters that tell why."""


@dataclass(frozen=True)
class Retry:
    """A try that failed and was made again.

    Attributes:
        error: what went wrong, in one line.
        seconds: the wait before the next try.
    """

    error: str
    seconds: float


@dataclass(frozen=True)
class Reply(Generic[A]):
    """An answer, and the text and the cost that it came with.

    Attributes:
        seconds: the time of the try that succeeded; waits and failed tries are not in it.
        retries: the tries that failed before it.
        cached: whether it came from the reply cache.
        salvaged: whether the answer is what could be used of a text that was cut, repeats itself, or is not all there.
        cut: whether the text ended because it may not be longer; of one from the cache nobody knows.
    """

    answer: A
    text: str
    usage: Usage
    seconds: float = 0.0
    retries: tuple[Retry, ...] = ()
    cached: bool = False
    salvaged: bool = False
    cut: bool = False


class UnreadableReply(AnswerError):
    """The model replied, but not with what the question asks for. It cost something all the same.

    Attributes:
        text: the reply; of a long one the start, since it is mostly a loop.
        cut: see `Reply`.
        refused: whether the model or a filter refuses to reply.
    """

    def __init__(
        self,
        error: str,
        text: str,
        usage: Usage,
        seconds: float,
        retries: tuple[Retry, ...] = (),
        cached: bool = False,
        cut: bool = False,
        refused: bool = False,
    ) -> None:
        super().__init__(truncated(error, TOLD))
        self.text = truncated(encodable(text), KEPT)
        self.usage = usage
        self.seconds = seconds
        self.retries = retries
        self.cached = cached
        self.cut = cut
        self.refused = refused


class NoReply(Failure):
    """The endpoint gave no reply, however often it was tried."""

    def __init__(self, error: str, retries: tuple[Retry, ...] = ()) -> None:
        super().__init__(error)
        self.retries = retries


@runtime_checkable
class Model(Protocol):
    """Answers questions."""

    name: str

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once.

        Raises:
            UnreadableReply: the reply does not fit; whoever asks may repair.
            UserError: wrong address, key or model name.
            NoReply: the endpoint does not answer.
        """

    async def close(self) -> None:
        """Free connections and processes; nothing, where there are none of its own."""
        return None


class Ask(Protocol):
    """How memories and agents ask: the model, its repairs and the record are already bound.

    Raises:
        AnswerError: neither the reply nor its repair fits the question.
    """

    async def __call__(self, question: Question[A], /) -> A: ...
