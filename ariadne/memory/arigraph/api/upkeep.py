"""Upkeep of a memory: statistics, consistency checks, compaction, and the change of the embedder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.api.shared import cache_of
from ariadne.memory.arigraph.core.contents import Contents
from ariadne.memory.arigraph.storage.checking import problems

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Embedder
    from ariadne.memory.arigraph.storage.store import Store

Progress = Callable[[int, int], None]
"""A callback `progress(done, total)`."""

AT_ONCE = 256


@dataclass(frozen=True)
class Stats:
    """How much a scope of a memory holds.

    Attributes:
        facts: valid edges. `ever`: all edges. `vertices`: of valid edges.
        texts: those that can be recalled. `forgotten`: those that were forgotten.
        scopes: of the whole memory. `bytes`: of the file and its log; 0 without a file.
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


def stats(scope: Scope) -> Stats:
    """Count what a scope holds."""
    with scope.shared.lock:
        scope.look_again()
        graph, forgotten = scope.graph, scope.episodic.forgotten
        return Stats(
            facts=len(graph),
            ever=graph.ever,
            vertices=graph.vertices,
            texts=len(scope.episodic.nodes) - forgotten,
            forgotten=forgotten,
            steps=scope.state.step,
            scopes=len(scope.names()),
            embedder=scope.texts.embedder.name,
            bytes=scope.store.size() if scope.store else 0,
        )


async def check(scope: Scope) -> tuple[str, ...]:
    """What is inconsistent in a memory, in all scopes: a line each, which quotes no text of it."""
    found: list[str] = []
    for name in scope.names():
        where = f"scope {name}: " if name else ""
        found += [where + problem for problem in await _check_one(scope.other(name))]
    return tuple(found)


async def _check_one(scope: Scope) -> list[str]:
    return await scope.settled(lambda: _inconsistencies(scope))


def _inconsistencies(scope: Scope) -> list[str]:
    found = [*problems(scope.state.contents(observed=False))]
    return [*found, *(_differences(scope, scope.store) if scope.store else ())]


async def vacuum(scope: Scope) -> int:
    """Compact the file, and return how many bytes that saved."""
    if not scope.store:
        return 0
    before = scope.store.size()
    await asyncio.to_thread(scope.store.vacuum)
    return before - scope.store.size()


async def change_embedder(scope: Scope, embedder: str | Embedder, progress: Progress | None) -> None:
    """Embed all scopes of a memory again."""
    texts = cache_of(embedder)
    if scope.store:
        await asyncio.to_thread(reembed, scope.store, texts.embedder, progress, at_last=False)
    await scope.settled(lambda: _take(texts, scope))


def _take(texts: TextCache, scope: Scope) -> None:
    """Use another embedder in all scopes, once the file has nearly all of its vectors."""
    if scope.store:
        # Embed what was learned meanwhile.
        reembed(scope.store, texts.embedder)
    scope.shared.texts = texts
    for each in scope.shared.scopes.values():
        known = Contents(each.graph, each.episodic, each.state.step)
        each.hold(each.loaded(each.store) if each.store else known)


def _differences(scope: Scope, store: Store) -> list[str]:
    """Where the file differs from the state in this process."""
    try:
        store.examine()
        contents = store.load(scope.name, whole=True)
    except UserError as error:
        return [str(error)]
    known = scope.graph.history() == contents.graph.history()
    told = [*scope.episodic.nodes] == [*contents.episodic.nodes]
    problem = "the file holds other {} than this process: open it again"
    return [problem.format(what) for what, is_same in (("facts", known), ("texts", told)) if not is_same]


def reembed(store: Store, embedder: Embedder, progress: Progress | None = None, *, at_last: bool = True) -> None:
    """Embed the texts of a file again, a few hundred at a time.

    Args:
        at_last: whether to replace the old vectors at the end; else the new ones are kept beside them.

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
