"""The synchronous interface of a memory, and its use in `async with`."""

from __future__ import annotations

import inspect
from pathlib import Path

from ariadne.memory.arigraph.api.synchronous import Synchronous
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import library


def test_sync_uses_the_same_memory() -> None:
    memory = library()
    assert memory.sync.learn("alice, knows, bob").added == (Triplet("alice", "knows", "bob"),)
    assert memory.sync.recall("alice").facts == memory.sync.forget("alice") == (Triplet("alice", "knows", "bob"),)
    assert memory.sync.erase("alice").facts == (0,)
    assert memory.sync.check() == ()


def test_sync_has_all_coroutines_of_the_memory() -> None:
    def coroutines(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction) if name[0] != "_"}

    assert coroutines(AriGraph) == {name for name in vars(Synchronous) if name[0] != "_"}


async def test_a_memory_is_closed_at_the_end_of_an_asynchronous_block(tmp_path: Path) -> None:
    async with library(tmp_path / "life.db") as memory:
        await memory.learn("alice, knows, bob")
    library(tmp_path / "life.db").close()
