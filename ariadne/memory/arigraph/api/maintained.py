"""Keeping a memory in order: how much there is, whether it fits together, and the embeddings of another embedder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.opened import Opened
from ariadne.memory.arigraph.core.contents import Contents
from ariadne.memory.arigraph.storage.checking import problems
from ariadne.memory.arigraph.storage.shared import cache_of

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Embedder
    from ariadne.memory.arigraph.storage.store import Store

Progress = Callable[[int, int], None]
"""Is told how many are done, of how many."""

AT_ONCE = 256


@dataclass(frozen=True)
class Stats:
    """How much a scope of a memory holds.

    Attributes:
        facts: those that are valid. `ever`: all edges. `vertices`: of valid facts.
        texts: those that are recalled. `forgotten`: those that are not.
        scopes: of the whole memory. `bytes`: of the file and its log; 0 where there is none.
    """

    facts: int
    ever: int
    vertices: int
    texts: int
    forgotten: int
    steps: int
    scopes: int
    embedder: str
    bytes: int


class Maintained(Opened):
    """A memory that can be kept in order."""

    def stats(self) -> Stats:
        """How much there is."""
        with self._shared.lock:
            self._look_again()
            graph, forgotten = self.graph, self.episodic.forgotten
            return Stats(
                facts=len(graph),
                ever=graph.ever,
                vertices=graph.vertices,
                texts=len(self.episodic.nodes) - forgotten,
                forgotten=forgotten,
                steps=self._state.step,
                scopes=len(self.scopes()),
                embedder=self.texts.embedder.name,
                bytes=self._store.size() if self._store else 0,
            )

    async def check(self) -> tuple[str, ...]:
        """What is inconsistent in the memory, in all of its scopes: a line each, without the words of anybody."""
        found = []
        for name in self.scopes():
            where = f"scope {name}: " if name else ""
            found += [f"{where}{problem}" for problem in await self._settled(self.scope(name)._problems)]
        return tuple(found)

    def _problems(self) -> list[str]:
        """What is inconsistent in this scope."""
        found = [*problems(self._state.contents(observed=False))]
        return [*found, *(self._differences(self._store) if self._store else ())]

    async def vacuum(self) -> int:
        """Give back what the file has in excess; how many bytes those were.

        Raises:
            UserError: the memory is only read, or its file cannot be written. Failure: another process reads it.
        """
        self._must_be_writable()
        if not self._store:
            return 0
        before = self._store.size()
        await asyncio.to_thread(self._store.vacuum)
        return before - self._store.size()

    async def reembed(self, embedder: str | Embedder, progress: Progress | None = None) -> None:
        """Have another embedder compare texts, in all scopes.

        What is done is kept in the file, so that the same call goes on after a stop. Meanwhile others read, and all is
        as it was, until the end; then whoever has the file open to read it is told.

        Args:
            progress: is told how many embeddings are made, of how many, after each few hundred.

        Raises:
            UserError: the memory is only read, its file cannot be written, or there is no such embedder.
        """
        self._must_be_writable()
        texts = cache_of(embedder)
        if self._store:
            await asyncio.to_thread(reembed, self._store, texts.embedder, progress, at_last=False)
        await self._settled(lambda: self._take(texts))

    def _take(self, texts: TextCache) -> None:
        """Have another embedder's vectors, of which the file has most, in all scopes."""
        if self._store:
            # What was learned since.
            reembed(self._store, texts.embedder)
        self._shared.take(texts)
        for memory in self._shared.scopes.values():
            if self._store:
                memory._hold(memory._loaded(self._store))
            else:
                memory._hold(Contents(memory.graph, memory.episodic, memory._state.step))

    def _differences(self, store: Store) -> list[str]:
        """Where the file holds something else than this process."""
        try:
            store.examine()
            contents = store.load(self._scope, whole=True)
        except UserError as error:
            return [str(error)]
        known = self.graph.history() == contents.graph.history()
        told = [*self.episodic.nodes] == [*contents.episodic.nodes]
        problem = "the file holds other {} than this process: open it again"
        return [problem.format(what) for what, is_same in (("facts", known), ("texts", told)) if not is_same]


def reembed(store: Store, embedder: Embedder, progress: Progress | None = None, *, at_last: bool = True) -> None:
    """Make the embeddings of a file anew, a few hundred at a time.

    Args:
        at_last: whether they then take the place of the old ones; else they wait for that.

    Raises:
        UserError: the file cannot be written.
    """
    done, left = store.reembedded(embedder.name)
    total = done + left
    while True:
        epoch = store.epoch()
        if not (batch := store.to_reembed(embedder.name, AT_ONCE)):
            break
        vectors = embedder.embed([text for _, _, text in batch])
        made = [(*row[:2], vector) for row, vector in zip(batch, vectors, strict=True)]
        store.keep_reembedded(embedder.name, made, epoch)
        done += len(batch)
        if progress:
            progress(done, max(total, done))
    if at_last:
        store.take_reembedded(embedder.name)
