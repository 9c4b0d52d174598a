"""Asking: a question, and once more if the reply does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ariadne import events
from ariadne.errors import AnswerError, AriadneError
from ariadne.models.model import Ask, Model, NoReply, Reply, Retry, UnreadableReply
from ariadne.models.prompt import render
from ariadne.models.question import A, Question, Repair
from ariadne.record import Record, ignore
from ariadne.text import encodable


async def ask(model: Model, question: Question[A], record: Record) -> Reply[A]:
    """The reply to a question; one that does not fit is met with one repair question.

    A question that is a repair itself is asked once. Every call is recorded, also failed ones, after the
    tries at an endpoint that were made again.

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


class Asking:
    """`ask` with the model and the record bound, and the answer alone returned.

    Attributes:
        name: the model's.
    """

    def __init__(self, model: Model, record: Record = ignore) -> None:
        self.name = model.name
        self._model = model
        self._record = record

    async def __call__(self, question: Question[A], /) -> A:
        return (await ask(self._model, question, self._record)).answer


@dataclass(frozen=True)
class Asked:
    """An `Ask` in the place of a model: who asks, and who records it, is decided already."""

    ask: Ask

    @property
    def name(self) -> str:
        """The model's, as far as it is known."""
        return getattr(self.ask, "name", "")


def asking(model: Model, record: Record = ignore) -> Ask:
    """Asks this model."""
    return Asking(model, record)


async def _exchange(model: Model, question: Question[A], record: Record) -> Reply[A]:
    asked = events.Question(
        kind=question.name,
        repair=question.repair is not None,
        prompt=tuple(render(question)),
        reply="",
        error="",
        usage=events.Usage(),
        seconds=0.0,
    )
    try:
        reply = await model.answer(question)
        _try_out(question, reply)
    except UnreadableReply as error:
        _tell(record, replace(_answered(asked, error), error=str(error), refused=error.refused), error.retries)
        raise
    except AriadneError as error:
        _tell(record, replace(asked, error=str(error)), error.retries if isinstance(error, NoReply) else ())
        raise
    _tell(record, replace(_answered(asked, reply), salvaged=reply.salvaged), reply.retries)
    return reply


def _try_out(question: Question[A], reply: Reply[A]) -> None:
    """See that an answer can be used, also one that a model from elsewhere gave."""
    try:
        question.try_out(reply.answer)
    except AnswerError as error:
        raise UnreadableReply(
            str(error), reply.text, reply.usage, reply.seconds, reply.retries, reply.cached, reply.cut
        ) from error


def _answered(asked: events.Question, told: Reply[A] | UnreadableReply) -> events.Question:
    text, seconds = encodable(told.text), round(told.seconds, 4)
    return replace(asked, reply=text, usage=told.usage, seconds=seconds, cached=told.cached, cut=told.cut)


def _tell(record: Record, asked: events.Question, retries: Sequence[Retry]) -> None:
    for retry in retries:
        record(events.Retried(kind=asked.kind, error=retry.error, seconds=round(retry.seconds, 2)))
    record(asked)


def _gave_up(model: Model, question: Question[A], error: UnreadableReply) -> str:
    return f"{model.name} did not answer the question '{question.name}' as asked: {error}"
