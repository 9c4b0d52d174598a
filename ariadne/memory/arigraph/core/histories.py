"""Many texts at once: read concurrently, learned in the order of their times."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TypeVar

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
        about = metadata if text.metadata is None else text.metadata
        found.append(replace(text, time=when, source=text.source or source, metadata=about))
    return found


def in_order(texts: Sequence[Text]) -> list[int]:
    """The places of texts in the order of their times; texts without a time come last."""
    return sorted(range(len(texts)), key=lambda at: (texts[at].time is None, moment(texts[at].time) or 0))


async def ahead(items: Iterable[T], work: Callable[[T], Awaitable[R]], most: int) -> AsyncGenerator[list[R]]:
    """Work on several items concurrently, and yield the results in the order of the items, in groups that are ready.

    The error of an item is raised after the results before it.

    Args:
        most: how many items are in progress at once, and how many results may wait. With 1, an item starts when the
            result of the one before it has been taken.
    """
    left, free, begun = iter(items), asyncio.Semaphore(most), deque[asyncio.Future[R]]()

    async def done(item: T) -> R:
        async with free:
            return await work(item)

    def begin() -> None:
        room = (2 * most if most > 1 else 1) - len(begun)
        begun.extend(asyncio.ensure_future(done(item)) for item in islice(left, room))

    try:
        begin()
        while begun:
            await asyncio.wait([begun[0]])
            ready = []
            while begun and begun[0].done() and not begun[0].exception():
                ready.append(begun.popleft().result())
            failed = begun[0].exception() if begun and begun[0].done() else None
            if most > 1 and not failed:
                begin()
            if ready:
                yield ready
            if failed:
                raise failed
            begin()
    finally:
        for each in begun:
            each.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
