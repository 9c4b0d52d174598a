"""Any asynchronous function from messages to a text, as a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from inspect import iscoroutinefunction
from time import perf_counter

from ariadne.errors import UserError
from ariadne.events import Message
from ariadne.keys import redacted
from ariadne.models.model import Model, Reply
from ariadne.models.prices import estimated_usage
from ariadne.models.prompt import sendable
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply

Function = Callable[[list[Message]], Awaitable[str]]


class FunctionModel(Model):
    """Answers with a function's result: `async def complete(messages: list[dict[str, str]]) -> str`.

    A message has a `role` (system, user or assistant) and `content`. Tokens are estimated, and the cost is unknown.
    Exceptions of the function are passed on.

    Raises:
        UserError: it is not asynchronous.
    """

    def __init__(self, function: Function) -> None:
        self.name = _name(function)
        if not (iscoroutinefunction(function) or iscoroutinefunction(type(function).__call__)):
            raise UserError(f"{self.name} cannot answer as a model: it must be an `async def`, and return a str")
        self._function = function

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once; see `Model.answer`.

        Raises:
            UserError: the function returns no text.
        """
        messages = sendable(question.prompt.messages)
        started = perf_counter()
        reply: object = await self._function(messages)
        seconds = perf_counter() - started
        if not isinstance(reply, str):
            raise UserError(f"{self.name} returns a {type(reply).__name__} as its reply: it must return a str")
        text = redacted(reply)
        usage = estimated_usage(messages, text)
        return await RawReply(text, usage, seconds).answer_to(question)


def _name(function: object) -> str:
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__name__", type(function).__name__))
