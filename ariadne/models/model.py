"""The interface of everything that answers questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, runtime_checkable

from ariadne.errors import AnswerError, Failure
from ariadne.events import Usage
from ariadne.models.question import A, Question
from ariadne.text import encodable, truncated

KEPT = 10_000
"""Characters kept of an unusable reply."""
TOLD = 2000
"""Characters kept of its error."""


@dataclass(frozen=True)
class Retry:
    """A failed try that was repeated.

    Attributes:
        error: what went wrong, in one line.
        seconds: the wait before the next try.
    """

    error: str
    seconds: float


@dataclass(frozen=True)
class Reply(Generic[A]):
    """An answer with its text and cost.

    Attributes:
        seconds: the time of the successful try, without waits and failed tries.
        retries: the failed tries before it.
        cached: whether it came from the reply cache.
        salvaged: whether the answer is the usable part of a text that was cut, repeats itself, or is incomplete.
        cut: whether the token limit ended the text; unknown for a cached reply.
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
    """The model replied, but not with a valid answer. The reply still has a cost.

    Attributes:
        text: the reply; only the start of a long one, which is usually a loop.
        cut: see `Reply`.
        refused: whether the model or a filter refuses to answer.
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
    """The endpoint gave no reply in all tries."""

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
            UnreadableReply: the reply does not fit; the caller may ask for a repair.
            UserError: wrong address, key or model name.
            NoReply: the endpoint does not answer.
        """

    async def close(self) -> None:
        """Free the model's connections and processes, if any."""
        return None


@runtime_checkable
class Cacheable(Protocol):
    """A model whose replies can be cached."""

    def fingerprint(self, question: Question[Any]) -> Mapping[str, Any] | None:
        """Everything that shapes its reply to a question, as JSON data without keys. None for a reply that is not
        cached."""


class Ask(Protocol):
    """The way memories and agents ask: the model, its repairs and the record are already bound.

    Raises:
        AnswerError: neither the reply nor its repair fits the question.
    """

    async def __call__(self, question: Question[A], /) -> A: ...
