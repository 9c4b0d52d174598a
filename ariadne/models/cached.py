"""A model with the reply cache in front.

The key of a reply contains everything that shapes it: the model's fingerprint of the question (endpoint, name,
messages, answer form, sampling, seed), the repeat, and the occurrence of the question in the episode, so a repeated
question does not get the same bad reply again. Refusals to answer are not cached.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ariadne.models.cache import ReplyStore
from ariadne.models.model import Cacheable, Model, Reply, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply
from ariadne.text import encodable


class CachedModel(Model):
    """A model with a cache in front. Each episode has its own, since it counts the questions.

    Args:
        repeat: the number of the repeat; each has separate replies.
    """

    def __init__(self, model: Model, store: ReplyStore, repeat: int) -> None:
        self.name = model.name
        self._model = model
        self._store = store
        self._repeat = repeat
        self._asked: Counter[str] = Counter()
        self._keeping: asyncio.Task[None] | None = None

    async def answer(self, question: Question[A]) -> Reply[A]:
        """See `Model.answer`; a cached reply costs nothing and is marked as cached."""
        key = self._key(question)
        if key is None:
            return await self._model.answer(question)
        if self._keeping:
            await self._keeping
        if stored := await asyncio.to_thread(self._store.get, key):
            try:
                return await stored.answer_to(question)
            except UnreadableReply:
                if stored.error:
                    raise
                # The reply was stored as usable, and every later run would get it.
                await asyncio.to_thread(self._store.drop, key)
        try:
            reply = await self._model.answer(question)
        except UnreadableReply as error:
            if not error.refused:
                self._keep(key, RawReply(error.text, error.usage, error.seconds, str(error)))
            raise
        self._keep(key, RawReply(encodable(reply.text), reply.usage, reply.seconds))
        return reply

    def passed(self, question: Question[Any]) -> None:
        """Count a question that was answered elsewhere."""
        self._key(question)

    def _keep(self, key: str, stored: RawReply) -> None:
        """Keep a reply after its event is written: the caller does that before the event loop runs other tasks.

        If the process were killed between the two, a paid reply would later count as a cached one, which costs nothing.
        """
        self._keeping = self._store.keep(key, self.name, stored)

    def _key(self, question: Question[Any]) -> str | None:
        shape = self._model.fingerprint(question) if isinstance(self._model, Cacheable) else None
        if shape is None:
            return None
        content = _digest(shape)
        self._asked[content] += 1
        return _digest({"content": content, "repeat": self._repeat, "occurrence": self._asked[content]})


def _digest(shape: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()
