"""A model's replies as they come, kept in the form that `recorded:PATH` plays again."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ariadne.files import write
from ariadne.models.model import Model, Reply, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.recorded import RecordedReply


class Recorder(Model):
    """A model that keeps what another one replies, also what could not be read.

    It asks one question at a time, so that another play of the same asks in the same order.
    """

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self._model = model
        self._turn = asyncio.Lock()
        self._replies: list[RecordedReply] = []

    async def answer(self, question: Question[A]) -> Reply[A]:
        """What the other model answers."""
        async with self._turn:
            try:
                reply = await self._model.answer(question)
            except UnreadableReply as error:
                self._replies.append(RecordedReply(name=question.name, reply=error.text))
                raise
            self._replies.append(RecordedReply(name=question.name, reply=reply.text))
            return reply

    async def close(self) -> None:
        """Close the other model."""
        await self._model.close()

    def save(self, path: Path) -> None:
        """Write all replies, a line each.

        Raises:
            UserError: the file cannot be written.
        """
        write(path, "".join(f"{reply.model_dump_json()}\n" for reply in self._replies))
