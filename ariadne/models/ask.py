"""Asking a question, with one repair if the reply does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ariadne import events
from ariadne.errors import AnswerError, AriadneError
from ariadne.models.model import Ask, Model, NoReply, Reply, Retry, UnreadableReply
from ariadne.models.question import A, Question, Repair
from ariadne.record import Record, ignore
from ariadne.text import encodable


async def ask(model: Model, question: Question[A], record: Record) -> Reply[A]:
    """Ask a question; if the reply does not fit, ask one repair question.

    A repair question is asked once. Every call is recorded, even a failed one, after the retries at its endpoint.

    Raises:
        AnswerError: neither the reply nor the one to the repair question fits.
        UserError, Failure: from the model.
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


async def ask_once(model: Model, question: Question[A]) -> Reply[A]:
    """Ask without a repair and check that the answer can be used; models of other packages may skip the check.

    Raises:
        UnreadableReply: the reply does not fit, or its answer cannot be used.
        UserError, Failure: from the model.
    """
    reply = await model.answer(question)
    try:
        question.try_out(reply.answer)
    except AnswerError as error:
        details = (reply.text, reply.usage, reply.seconds, reply.retries, reply.cached, reply.cut)
        raise UnreadableReply(str(error), *details) from error
    return reply


class Asking:
    """`ask` for a fixed model and record; it returns the answer only.

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
    """Wraps an `Ask` as a model: its model and record are already bound."""

    ask: Ask

    @property
    def name(self) -> str:
        """The model's name, as far as it is known."""
        return getattr(self.ask, "name", "")


async def _exchange(model: Model, question: Question[A], record: Record) -> Reply[A]:
    asked = events.QuestionEvent(
        kind=question.name,
        repair=question.repair is not None,
        prompt=question.prompt.messages,
        reply="",
        error="",
        usage=events.Usage(),
        seconds=0.0,
        parts=question.prompt.parts,
    )
    try:
        reply = await ask_once(model, question)
    except UnreadableReply as error:
        _tell(record, replace(_answered(asked, error), error=str(error), refused=error.refused), error.retries)
        raise
    except AriadneError as error:
        _tell(record, replace(asked, error=str(error)), error.retries if isinstance(error, NoReply) else ())
        raise
    _tell(record, replace(_answered(asked, reply), salvaged=reply.salvaged), reply.retries)
    return reply


def _answered(asked: events.QuestionEvent, told: Reply[A] | UnreadableReply) -> events.QuestionEvent:
    text, seconds = encodable(told.text), round(told.seconds, 4)
    return replace(asked, reply=text, usage=told.usage, seconds=seconds, cached=told.cached, cut=told.cut)


def _tell(record: Record, asked: events.QuestionEvent, retries: Sequence[Retry]) -> None:
    for retry in retries:
        record(events.Retried(kind=asked.kind, error=retry.error, seconds=round(retry.seconds, 2)))
    record(asked)


def _gave_up(model: Model, question: Question[A], error: UnreadableReply) -> str:
    return f"{model.name} did not answer the question '{question.name}' as asked: {error}"
