"""Connections to one endpoint from any number of event loops; each belongs to the loop that opened it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.forks import renew_in_child

if TYPE_CHECKING:
    from openai import AsyncOpenAI

PATIENCE = 1.0
"""Seconds that another event loop gets to close its client; it may be waiting for this one."""


class Clients:
    """One client per event loop."""

    def __init__(self, make: Callable[[], AsyncOpenAI]) -> None:
        self._make = make
        self._opened: dict[asyncio.AbstractEventLoop, _Opened] = {}
        self._of_parents: list[dict[asyncio.AbstractEventLoop, _Opened]] = []
        renew_in_child(self)

    async def here(self) -> AsyncOpenAI:
        """The client of the running event loop; it is closed with the loop, if not earlier."""
        loop = asyncio.get_running_loop()
        opened = self._opened.get(loop)
        if opened is None or opened.client.is_closed():
            self._drop_ended()
            client = self._make()
            opened = self._opened[loop] = _Opened(client, _held(client))
            await anext(opened.held)
        return opened.client

    async def close(self) -> None:
        """Close all clients, each on its own event loop; the clients of a closed loop are already closed."""
        opened, self._opened = self._opened, {}
        for loop, each in opened.items():
            if loop is asyncio.get_running_loop():
                await each.close()
            elif loop.is_running():
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(each.close(), loop))

    def renew(self) -> None:
        """See `forks.Renewed`. The parent's clients stay open, since the parent still uses them."""
        self._of_parents.append(self._opened)
        self._opened = {}

    def _drop_ended(self) -> None:
        for loop in [loop for loop in self._opened if loop.is_closed()]:
            self._opened.pop(loop, None)


@dataclass(frozen=True)
class _Opened:
    """A client and its closer."""

    client: AsyncOpenAI
    held: AsyncGenerator[None]

    async def close(self) -> None:
        await self.held.aclose()


async def _held(client: AsyncOpenAI) -> AsyncGenerator[None]:
    """Hold a client open until this generator is closed; event loops close the remaining asynchronous generators when
    they shut down."""
    try:
        yield
    finally:
        await client.close()
