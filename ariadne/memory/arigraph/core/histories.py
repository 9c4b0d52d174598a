"""Many texts at once: read concurrently, learned in the order of their times."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.arguments import check_kind
from ariadne.memory.arigraph.core.dated import moment
from ariadne.memory.arigraph.core.metadata import Metadata

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[int, int], None]
"""A callback `progress(done, total)`."""
AT_ONCE = 32
"""How many texts are learned at once if no model reads them."""


@dataclass(frozen=True)
class Text:
    """A text of a history, or the messages of a conversation.

    Attributes:
        time: as in `AriGraph.learn`, as are `source` and `metadata`.
    """

    text: str = ""
    time: datetime | None = None
    source: str = ""
    metadata: Metadata | None = None
    messages: Sequence[Mapping[str, object]] = ()


def listed(texts: Iterable[str | Text], time: datetime | None, source: str, metadata: Metadata | None) -> list[Text]:
    """Texts with the defaults for all filled in.

    Raises:
        UserError: an item is not a text.
    """
    if isinstance(texts, str | Text):
        raise UserError("learn_many needs a list of texts; use learn for one text")
    found = []
    for each in texts if isinstance(texts, Iterable) else [texts]:
        if not isinstance(each, str | Text):
            raise UserError(f"'{each}' is neither a str nor a Text")
        text = Text(each) if isinstance(each, str) else each
        check_kind("messages", text.messages, Sequence)
        when = time if text.time is None else text.time
        moment(when)
        found.append(
            replace(
                text,
                time=when,
                source=text.source or source,
                metadata=metadata if text.metadata is None else text.metadata,
            )
        )
    return found


def in_order(texts: Sequence[Text]) -> list[int]:
    """The places of texts in the order of their times; texts without a time come last."""
    return sorted(range(len(texts)), key=lambda at: (texts[at].time is None, moment(texts[at].time) or 0))


class Ahead(Generic[T, R]):
    """Works on several items concurrently, and yields the results in the order of the items.

    Args:
        most: how many items are in progress at once, and how many results may wait. With 1, an item starts when the
            result of the one before it has been taken.
    """

    def __init__(self, items: Iterable[T], work: Callable[[T], Awaitable[R]], most: int) -> None:
        self._items, self._work, self._most = iter(items), work, most
        self._begun: deque[asyncio.Future[R]] = deque()

    async def groups(self) -> AsyncGenerator[list[R]]:
        """All results that are ready, in groups. The error of an item is raised after the results before it."""
        try:
            self._begin()
            while self._begun:
                await asyncio.wait([self._begun[0]])
                ready: list[R] = []
                failed: BaseException | None = None
                while not failed and self._begun and self._begun[0].done():
                    done = self._begun.popleft()
                    if not (failed := done.exception()):
                        ready.append(done.result())
                if not failed and self._most > 1:
                    self._begin()
                if ready:
                    yield ready
                if failed:
                    raise failed
                self._begin()
        finally:
            left = [*self._begun]
            self._begun.clear()
            for each in left:
                each.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    def _begin(self) -> None:
        """Start as many items as there is room for."""
        while self._has_room():
            try:
                item = next(self._items)
            except StopIteration:
                return
            future = asyncio.ensure_future(self._work(item))
            self._begun.append(future)
            if self._most > 1:
                future.add_done_callback(self._next)

    def _has_room(self) -> bool:
        running = sum(not each.done() for each in self._begun)
        return running < self._most and len(self._begun) < 2 * self._most - (self._most == 1)

    def _next(self, done: asyncio.Future[R]) -> None:
        if self._begun and not done.cancelled() and not done.exception():
            self._begin()
