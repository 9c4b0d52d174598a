"""One scope of a memory: its state in this process, in step with the file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from ariadne.embed.cache import Unembedded
from ariadne.errors import AriadneError, UserError
from ariadne.files import reply_cache
from ariadne.memory.arigraph.api.shared import Shared
from ariadne.memory.arigraph.core.dated import Known
from ariadne.memory.arigraph.core.results import Found
from ariadne.memory.arigraph.core.search import SemanticSearch
from ariadne.memory.arigraph.core.state import Contents, State, StepEntry
from ariadne.memory.arigraph.retrieval.recalling import recall
from ariadne.memory.arigraph.retrieval.request import Request
from ariadne.memory.arigraph.storage.schema import sound
from ariadne.memory.arigraph.storage.store import Store
from ariadne.models.cache import erase_marked
from ariadne.text import kept

T = TypeVar("T")
LONGEST_NAME = 200


class Scope:
    """The state of one scope. Learning, forgetting and upkeep all read and change it through these methods.

    Args:
        shared: what all scopes of the memory share; this scope is added to its `scopes`.
        name: see `as_name`.
    """

    def __init__(self, shared: Shared, name: str) -> None:
        self.shared, self.store, self.texts, self.options = shared, shared.store, shared.texts, shared.options
        self.name = name
        self._last = datetime.now(UTC)
        with shared.lock:
            self._load(shared.store) if shared.store else self.hold(Contents())
            shared.scopes[name] = self
        if shared.store:
            with suppress(AriadneError):
                erase_marked(reply_cache(), patience=0)

    def other(self, name: str) -> Scope:
        """The scope of the same memory with this name."""
        name = as_name(name)
        with self.shared.lock:
            return self.shared.scopes.get(name) or Scope(self.shared, name)

    def names(self) -> tuple[str, ...]:
        """The names of all scopes in the file, and of those opened by this process."""
        with self.shared.lock:
            written = self.store.scopes() if self.store else ()
            return tuple(dict.fromkeys([*written, *self.shared.scopes]))

    def hold(self, contents: Contents) -> None:
        """Replace the state by these contents."""
        self.state = State(contents, self.texts, self.options)
        self.graph, self.episodic = self.state.graph, self.state.episodic

    async def settled(self, work: Callable[[], T]) -> T:
        """Run `work` under the lock, as `reading` does, and return its result.

        Missing vectors are made outside the lock; then `work` runs again. Work that writes a file runs in a thread and
        to its end: after a cancelled `await` it is either done or not begun.
        """
        while True:
            try:
                if self.store and not self.store.read_only:
                    return await _to_the_end(partial(self.reading, work))
                return self.reading(work)
            except Unembedded as lacking:
                await self.texts.embed(lacking.texts)

    @contextmanager
    def known(self, time: datetime | None) -> Iterator[Known]:
        """The facts of a time, under the lock, after taking in what another process has written, and that another scope
        has erased data. Rows of the file that contradict each other are reported as damage.

        Raises:
            UserError: the file is closed, or damaged.
        """
        with self.shared.lock, sound(self.store.path) if self.store else nullcontext():
            if self.store and self.store.version() != self._seen:
                self._load(self.store)
            yield self.state.then(time)

    def reading(self, read: Callable[[], T]) -> T:
        """Run `read` under the lock, after taking in what was changed elsewhere."""
        with self.known(None):
            return read()

    async def recall(self, request: Request) -> Found:
        """Recall facts and episodes. The search is interrupted to embed texts, and begun again if the state changes
        meanwhile."""
        searches: dict[tuple[State, int], SemanticSearch] = {}

        def work() -> Found:
            now = self.state, self.state.step
            if now not in searches:
                searches[now] = SemanticSearch(request.queries, request.width, self.texts.embedder.threshold)
            return recall(request, self.state, searches[now])

        return await self.texts.supply(lambda: self.reading(work))

    def write(self, *entries: StepEntry) -> None:
        """Write changes of the state into the file. If that fails, the state is reloaded from the file."""
        if not self.store:
            return
        with self._kept(self.store):
            self.store.write(self.name, *entries)
        if not self.state.is_in_file:
            self._load(self.store)
        self.state.written()

    def become(self, left: Contents) -> None:
        """Replace the contents, in this process and in the file; a scope without steps is removed from the file. If the
        file cannot be written, nothing changes."""
        if not self.store:
            self.hold(left)
            return
        with self._kept(self.store):
            self.store.erase(self.name, left if left.step else None)
        self._load(self.store)

    def must_be_writable(self) -> None:
        """Raise a UserError if the memory was opened read-only."""
        if self.store and self.store.read_only:
            raise UserError(f"the memory {self.store.path} was opened read-only: it learns and forgets nothing")

    def now(self) -> datetime:
        """The present time. It never goes back, even if the clock is set back."""
        self._last = max(self._last, datetime.now(UTC))
        return self._last

    def _load(self, store: Store) -> None:
        """Take in the file as it is now.

        Raises:
            UserError: its vectors were made by another embedder.
        """
        name = self.texts.embedder.name
        self._seen = store.version()
        contents, embedder = store.load(self.name), store.embedder
        # A file does not choose its embedder: that could be a download, or a server that receives the memory's texts.
        if embedder and embedder != name:
            raise UserError(
                f"the memory {store.path} was made with the embedder {embedder[:LONGEST_NAME]}, not with {name}: "
                "to use it, name its embedder"
            )
        if not embedder and not store.read_only:
            store.fill({}, name)
        self.hold(contents)

    @contextmanager
    def _kept(self, store: Store) -> Iterator[None]:
        """Reload the file if the block fails or is interrupted."""
        try:
            yield
        except BaseException:
            self.hold(store.load(self.name))
            raise


def as_name(name: str) -> str:
    """The name of a scope.

    Raises:
        UserError: a scope cannot have this name.
    """
    stored = kept(name)
    if len(stored) > LONGEST_NAME or stored != name:
        raise UserError(f"a scope's name is a text of at most {LONGEST_NAME} letters, without keys")
    return stored


async def _to_the_end(work: Callable[[], T]) -> T:
    """Run `work` in a thread, and wait for its end even if the wait is cancelled."""
    working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait([working])
        # Retrieve the exception, so that asyncio does not report it as lost.
        working.cancelled() or working.exception()
        raise
