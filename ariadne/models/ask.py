"""Asking: a question, and once more if the reply does not fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ariadne.errors import AnswerError, AriadneError
from ariadne.models.model import Ask, Model, NoReply, Reply, Retry, UnreadableReply, Usage
from ariadne.models.prompt import Message, render
from ariadne.models.question import A, Question, Repair
from ariadne.text import encodable


@dataclass(frozen=True)
class Exchange:
    """One call to a model, for the record.

    Attributes:
        name: the question's name.
        repair: whether it repairs an earlier reply.
        messages: the rendered prompt.
        text: the reply; empty where there was none. Of a long one that could not be used, the start.
        seconds: the time of the try that succeeded.
        error: why the reply could not be used, or why there was none; empty if all went well.
        retries: the tries that failed before.
        cached: whether the reply came from the cache.
        salvaged: whether it was cut, repeats itself or is not all there, and what could be used of it was.
    """

    name: str
    repair: bool
    messages: tuple[Message, ...]
    text: str
    usage: Usage
    seconds: float
    error: str = ""
    retries: tuple[Retry, ...] = ()
    cached: bool = False
    salvaged: bool = False


async def ask(model: Model, question: Question[A], record: Callable[[Exchange], None]) -> Reply[A]:
    """The reply to a question; one that does not fit is met with one repair question.

    A question that is a repair itself is asked once. `record` is called for every exchange, also failed ones.

    Raises:
        AnswerError: the reply does not fit, and neither does the one to the repair question.
        UserError, Failure: as the model raises them.
    """
    try:
        return await _exchange(model, question, record)
    except UnreadableReply as unreadable:
        if question.repair:
            raise AnswerError(_gave_up(model, question, unreadable)) from unreadable
        repair = replace(question, repair=Repair(unreadable.text, str(unreadable)))
    try:
        return await _exchange(model, repair, record)
    except UnreadableReply as unreadable:
        raise AnswerError(_gave_up(model, question, unreadable)) from unreadable


def asking(model: Model, record: Callable[[Exchange], None] = lambda exchange: None) -> Ask:
    """`ask` with the model and the record bound, and the answer alone returned."""

    async def answer_to(question: Question[A], /) -> A:
        return (await ask(model, question, record)).answer

    return answer_to


async def _exchange(model: Model, question: Question[A], record: Callable[[Exchange], None]) -> Reply[A]:
    exchange = Exchange(question.name, question.repair is not None, tuple(render(question)), "", Usage(), 0.0)
    try:
        reply = await model.answer(question)
        _try_out(question, reply)
    except UnreadableReply as error:
        record(replace(exchange, error=str(error), **_told(error)))
        raise
    except AriadneError as error:
        record(replace(exchange, error=str(error), retries=error.retries if isinstance(error, NoReply) else ()))
        raise
    record(replace(exchange, salvaged=reply.salvaged, **_told(reply)))
    return reply


def _try_out(question: Question[A], reply: Reply[A]) -> None:
    """See that an answer can be used, also one that a model from elsewhere gave."""
    try:
        question.try_out(reply.answer)
    except AnswerError as error:
        raise UnreadableReply(
            str(error), reply.text, reply.usage, reply.seconds, reply.retries, reply.cached
        ) from error


def _told(reply: Reply[Any] | UnreadableReply) -> dict[str, Any]:
    return {
        "text": encodable(reply.text),
        **{name: getattr(reply, name) for name in ("usage", "seconds", "retries", "cached")},
    }


def _gave_up(model: Model, question: Question[A], error: UnreadableReply) -> str:
    return f"{model.name} did not answer the question '{question.name}' as asked: {error}"
