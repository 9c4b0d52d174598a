"""Record a model's replies in the format that `recorded:PATH` replays."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ariadne.files import write
from ariadne.models.model import Model, Reply, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.recorded import RecordedReply


class Recorder(Model):
    """A model that records another one's replies, including unreadable ones.

    It asks one question at a time, so a replay asks in the same order.
    """

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self._model = model
        self._turn = asyncio.Lock()
        self._replies: list[RecordedReply] = []

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Return the other model's answer."""
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
        """Write all replies, one line each.

        Raises:
            UserError: the file cannot be written.
        """
        write(path, "".join(f"{reply.model_dump_json()}\n" for reply in self._replies))
