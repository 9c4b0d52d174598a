"""Values under keys in a scope of a memory. The texts of a value are learned.

An item is one or several texts of the scope, whose metadata have its key, its value as JSON, and its version.
Forgetting or erasing the texts removes the value too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from ariadne.errors import UserError
from ariadne.gather import gathered
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.retrieval.nearest import DECIMALS
from ariadne.memory.arigraph.storage import columns

KEY, VALUE, VERSION, CREATED = "item", "item value", "item version", "item created"
NOTHING = ""
"""The text of an item without texts. It is not read, and never recalled."""


@dataclass(frozen=True)
class Item:
    """A value under a key.

    Attributes:
        json: the value. `texts`: those that were learned.
        created: the time of the key's first version. `updated`: that of this version.
    """

    key: str
    json: str
    texts: tuple[str, ...]
    version: int
    created: datetime
    updated: datetime

    @property
    def value(self) -> dict[str, Any]:
        """A new copy of the value."""
        value: dict[str, Any] = json.loads(self.json)
        return value


class Items:
    """The items of one scope of a memory.

    Putting a key again makes a new version: the texts of the old one are forgotten, and stay in the history until the
    item is deleted. If one of an item's texts is forgotten or erased otherwise, the item is gone.
    """

    def __init__(self, memory: AriGraph) -> None:
        self._memory = memory

    def get(self, key: str) -> Item | None:
        """The item of a key; None if there is none."""
        return _item(self._latest().get(key, ()))

    def all(self) -> list[Item]:
        """All items, in the order of their first versions."""
        return [*filter(None, map(_item, self._latest().values()))]

    async def put(self, key: str, value: Mapping[str, Any], texts: Sequence[str] = ()) -> None:
        """Put a value under a key, in place of the old one.

        Args:
            texts: sentences to learn, each understandable by itself. Without any, no search finds the item.

        Raises:
            UserError: the value cannot be stored exactly, or the memory cannot be written.
        """
        nodes = self._latest().get(key, ())
        before, old = _version(nodes[0]) if nodes else 0, _item(nodes)
        metadata = {**as_metadata(key, value), VERSION: before + 1}
        if old:
            metadata[CREATED] = old.created.isoformat()
        await self._memory.learn([*texts] or [NOTHING], source=key, metadata=metadata)
        if before:
            # After learning, so that facts of both versions continue, and contradicted ones end as such.
            await self._memory.forget(metadata={KEY: key, VERSION: before})

    async def delete(self, key: str) -> None:
        """Erase an item with all of its versions: the values, the texts, and the facts that no other text tells.

        Raises:
            UserError, Failure: as `AriGraph.erase` does.
        """
        if key in self._latest():
            await self._memory.erase(metadata={KEY: key})

    async def ranked(self, query: str, items: Sequence[Item]) -> list[tuple[Item, float | None]]:
        """Items with their scores for a query, the best first; items without texts come last, with None.

        Texts are in the order of `recall`: by words, meaning and shared vertices. The score of a text is the dot
        product of its embedding with the query's, or the highest one after it, if that is higher. An item takes the
        place of its best text.
        """
        telling = gathered((text, item) for item in items for text in item.texts)
        found: dict[str, tuple[Item, float | None]] = {}
        for text, score in (await self._scored(query, [*telling])).items():
            for item in telling[text]:
                found.setdefault(item.key, (item, score))
        return [*found.values(), *((item, None) for item in items if item.key not in found)]

    async def _scored(self, query: str, texts: Sequence[str]) -> dict[str, float]:
        """Texts with their scores, the best first."""
        if not texts:
            return {}
        vectors = await self._memory.texts.embed([query, *texts])
        near = dict(zip(texts, np.round(vectors[1:] @ vectors[0], DECIMALS).tolist(), strict=True))
        recalled = await self._memory.recall(query, episodes=len(self._memory.episodic.nodes), threshold=-1.0)
        first = [node.observation for node in recalled.episodes if node.observation in near]
        order = [*dict.fromkeys([*first, *sorted(near, key=lambda text: -near[text])])]
        best = np.maximum.accumulate([near[text] for text in reversed(order)])[::-1]
        return dict(zip(order, best.tolist(), strict=True))

    def _latest(self) -> dict[str, list[EpisodeNode]]:
        """The texts of the last version of each key."""
        found: dict[str, list[EpisodeNode]] = {}
        for node in self._memory.told():
            key = node.metadata.get(KEY)
            if isinstance(key, str):
                same = found.setdefault(key, [])
                if same and _version(same[0]) != _version(node):
                    same.clear()
                same.append(node)
        return found


def as_metadata(key: str, value: Mapping[str, Any]) -> Metadata:
    """A key and a value as the metadata of a first version.

    Raises:
        UserError: they cannot be stored exactly: the key is not a text, the value is not JSON, or one of them has an
            API key.
    """
    if not isinstance(key, str):
        raise UserError(f"the key of an item must be a text, not {key!r}")
    try:
        said = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
        is_same = json.loads(said) == dict(value)
    except (TypeError, ValueError, RecursionError):
        is_same = False
    if not is_same:
        raise UserError(
            f"the value of item {key!r} is not all JSON: use objects with texts as names, lists, texts, numbers, true, "
            "false and null"
        )
    metadata: Metadata = {KEY: key, VALUE: said, VERSION: 1}
    if columns.read_metadata(columns.metadata(metadata)) != metadata:
        raise UserError(f"item {key!r} cannot be stored exactly: it has an API key, or half of a character")
    return metadata


def _item(nodes: Sequence[EpisodeNode]) -> Item | None:
    """The item of the texts of a version; None if there are none, or one is forgotten."""
    if not nodes or not all(remembered(node) and VALUE in node.metadata for node in nodes):
        return None
    first = nodes[0]
    assert first.time is not None
    created = first.metadata.get(CREATED)
    texts = tuple(node.observation for node in nodes if node.observation)
    since = datetime.fromisoformat(str(created)) if created else first.time
    return Item(str(first.metadata[KEY]), str(first.metadata[VALUE]), texts, _version(first), since, first.time)


def _version(node: EpisodeNode) -> int:
    version = node.metadata.get(VERSION)
    return version if isinstance(version, int) else 0
