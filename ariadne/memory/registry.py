"""Memories by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Literal

from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.memory import Memory
    from ariadne.models.model import Ask
    from ariadne.record import Record

GROUP = "ariadne.memories"


@dataclass(frozen=True)
class Kit:
    """What a memory is made from; each takes what it needs.

    Attributes:
        texts: the cache of embeddings that episodes share.
        width, depth, episodes, calls: the settings of AriGraph.
    """

    ask: Ask
    texts: TextCache
    record: Record
    width: int
    depth: int
    episodes: int
    calls: Literal["three", "paper"]


BuildMemory = Callable[[Kit], "Memory"]


def find_memory(name: str) -> BuildMemory:
    """Who makes memories of that name: Ariadne's own, or an entry point in the group `ariadne.memories`.

    Raises:
        UserError: there is none.
    """
    if name in MEMORIES:
        return MEMORIES[name]
    for entry in entry_points(group=GROUP, name=name):
        build: BuildMemory = entry.load()
        return build
    raise UserError(f"there is no memory {name}: use {', '.join(MEMORIES)}")


def _arigraph(kit: Kit) -> Memory:
    from ariadne.memory.arigraph.arigraph import AriGraph, Options
    from ariadne.memory.arigraph.memory import AriGraphMemory

    options = Options(width=kit.width, depth=kit.depth, episodes=kit.episodes, calls=kit.calls)
    return AriGraphMemory(lambda: AriGraph(kit.ask, kit.texts, options), kit.record)


MEMORIES: Mapping[str, BuildMemory] = {"arigraph": _arigraph}
