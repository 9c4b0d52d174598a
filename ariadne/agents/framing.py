"""A memory's questions about the newest turns, put in the agent's frame."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from ariadne.agents.frame import Frame, repeated
from ariadne.errors import AnswerError
from ariadne.memory.registry import LEARN
from ariadne.models.answers import Learned, Noted
from ariadne.models.model import Ask
from ariadne.models.prompt import FRAME
from ariadne.models.question import A, Question

SEVERAL = ";"
"""Separates the objects of triplets that share a line."""


class Framing:
    """An `Ask` that puts `learn` into the agent's frame, if it has one.

    With one question a step, that reply also answers `learn`: see `held_back`.

    Attributes:
        frame: the agent's. `was_asked`: whether the memory has ever asked to learn from turns.
    """

    def __init__(self, ask: Ask) -> None:
        self.name = getattr(ask, "name", "")
        self.frame: Frame | None = None
        self.was_asked = False
        self._ask = ask
        self._waiting: asyncio.Future[Sequence[str]] | None = None
        self._reply: asyncio.Future[Noted | None] | None = None

    async def __call__(self, question: Question[A], /) -> A:
        if self.frame is None or question.name != LEARN:
            return await self._ask(question)
        count, self.was_asked = len(question.inputs["observations"]), True
        known = self.frame.that_may_have_ended(question.inputs["known"], count)
        noted = await self._noted(self.frame, question, known)
        over = [known[number - 1] for number in noted.replaced if 0 < number <= len(known)]
        facts = [fact for line in noted.triplets for fact in each_of(line)]
        # The frame tells the model to leave known facts out of its reply.
        again = repeated(question.inputs["known"], "\n".join(question.inputs["observations"]))
        facts += [fact for fact in again if fact not in over]
        return cast(A, Learned(triplets=facts, replaced=over, entities=[]))

    async def held_back(self, learning: asyncio.Task[None]) -> Sequence[str] | None:
        """Wait until a memory asks to learn and return its known facts; None if it finishes without asking.

        The memory's question waits for `settle`.

        Args:
            learning: the memory's `observe`.
        """
        loop = asyncio.get_running_loop()
        self._waiting, self._reply = loop.create_future(), loop.create_future()
        either: list[asyncio.Future[Any]] = [learning, self._waiting]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self._waiting.done():
            self._waiting = self._reply = None
            return None
        return self._waiting.result()

    def settle(self, said: Noted | None) -> None:
        """Answer the waiting question; None means that nothing was learned."""
        if self._reply and not self._reply.done():
            self._reply.set_result(said)

    async def _noted(self, frame: Frame, question: Question[Any], known: Sequence[str]) -> Noted:
        """Return what the newest turns say."""
        if self._waiting and self._reply and not self._waiting.done():
            self._waiting.set_result(known)
            reply = await self._reply
            self._waiting = self._reply = None
            if reply is None:
                raise AnswerError("nothing was read of the last turns")
            return reply
        return await self._ask(learning(frame, question, known))


def learning(frame: Frame, question: Question[Any], known: Sequence[str]) -> Question[Noted]:
    """A memory's question about the newest turns, in a frame."""
    inputs = {**frame.to_learn(len(question.inputs["observations"])), "known": known}
    return Question(LEARN, inputs, Noted, prompts=FRAME)


def each_of(line: str) -> list[str]:
    """The triplets of a line that may have several objects: `hall, contains, table; red key`."""
    *start, objects = line.split(",", 2)
    return [",".join([*start, each]) for each in objects.split(SEVERAL) if each.strip()]
