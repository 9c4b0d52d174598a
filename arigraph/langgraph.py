"""A memory as a store of LangGraph, by the semantics of its `BaseStore`.

from arigraph import AriGraph
from arigraph.langgraph import AriGraphStore

graph = builder.compile(store=AriGraphStore(AriGraph(path="life.db")))
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ariadne.errors import MissingPackage
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.asking import paragraphs
from ariadne.memory.arigraph.api.items import Item, Items, as_metadata
from ariadne.memory.arigraph.retrieval.filters import fits
from ariadne.sync import awaited, wait

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        InvalidNamespaceError,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        get_text_at_path,
        tokenize_path,
        validate_op_namespace,
    )
    from langgraph.store.base import Item as Stored
except ImportError as error:
    raise MissingPackage("arigraph.langgraph", "langgraph") from error

__all__ = ["AriGraphStore"]

FEWEST_WORDS = 3
"""A text of fewer words is learned with the name of its field: `dark` says little, `theme: dark` more."""

Namespace = tuple[str, ...]


class AriGraphStore(BaseStore):
    """A store whose items are learned: a search finds them by words, meaning and the things that their texts share.

    The namespace `("users", "42")` is the scope `users.42` of the memory, with the facts that a model read in it.
    A value is JSON and comes back as it was put. Putting it anew has what its texts told before hold no more, and keeps
    that in the history; deleting an item erases it with its history. Nothing expires: a time to live is refused.

    All work is done on the event loop of `arigraph.wait`, so that threads and loops may share a store. Beside its
    store the memory may be used on any of them.

    Args:
        memory: which one; closing it is up to you. Its scope does not matter.
        fields: the paths of the fields whose texts are learned, as LangGraph writes them, unless `put` says others with
            `index`; if None, every text in a value.

    Raises (each of its methods):
        UserError: a value is no JSON, a namespace is longer than the name of a scope may be, or the memory is only read
            or cannot be written.
        InvalidNamespaceError: by LangGraph's rules. NotImplementedError: a time to live.
    """

    def __init__(self, memory: AriGraph, fields: Sequence[str] | None = None) -> None:
        self.memory = memory
        self._fields = fields
        self._items: dict[Namespace, Items] = {}
        self._putting = asyncio.Lock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do what reads, on what there was before, then what writes; of several writes of one item the last."""
        return wait(self._do([*ops]))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`."""
        return await awaited(self._do([*ops]))

    async def _do(self, ops: Sequence[Op]) -> list[Result]:
        for op in ops:
            _check(op)
        results = [await self._answer(op) for op in ops]
        puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
        async with self._putting:
            for op in puts.values():
                await self._put(op)
        return results

    async def _answer(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            items = self._of(op.namespace)
            item = items.get(op.key) if items else None
            return Stored(**_fields(op.namespace, item)) if item else None
        if isinstance(op, SearchOp):
            return await self._search(op)
        return self._list(op) if isinstance(op, ListNamespacesOp) else None

    async def _put(self, op: PutOp) -> None:
        if op.value is not None:
            await self._made(op.namespace).put(op.key, op.value, self._texts(op))
        elif items := self._of(op.namespace):
            await items.delete(op.key)

    async def _search(self, op: SearchOp) -> list[SearchItem]:
        """What fits, the best first if there is a query: then what has no score comes last."""
        found: list[tuple[float | None, Namespace, Item]] = []
        for namespace, items in self._all(op.namespace_prefix):
            fitting = [item for item in items.all() if not op.filter or fits(item.value, op.filter)]
            ranked = await items.ranked(op.query, fitting) if op.query else [(item, None) for item in fitting]
            found += [(score, namespace, item) for item, score in ranked]
        if op.query:
            found.sort(key=lambda each: (each[0] is None, -(each[0] or 0)))
        return [
            SearchItem(**_fields(namespace, item), score=score)
            for score, namespace, item in found[op.offset : op.offset + op.limit]
        ]

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        """The namespaces that hold items, cut to a depth."""
        names = (namespace for namespace, items in self._all() if items.all())
        fitting = (name for name in names if all(_matches(name, each) for each in op.match_conditions or ()))
        return sorted({name[: op.max_depth] for name in fitting})[op.offset : op.offset + op.limit]

    def _of(self, namespace: Namespace) -> Items | None:
        """The items of a namespace, if anything is known of it."""
        if namespace in self._items or ".".join(namespace) in self.memory.scopes():
            return self._made(namespace)
        return None

    def _made(self, namespace: Namespace) -> Items:
        if namespace not in self._items:
            self._items[namespace] = Items(self.memory.scope(".".join(namespace)))
        return self._items[namespace]

    def _all(self, prefix: Namespace = ()) -> Iterator[tuple[Namespace, Items]]:
        """The items of all namespaces that begin so, in the order in which the memory came to know them."""
        for scope in self.memory.scopes():
            namespace = tuple(scope.split("."))
            if all(namespace) and namespace[: len(prefix)] == tuple(prefix):
                yield namespace, self._made(namespace)

    def _texts(self, op: PutOp) -> list[str]:
        """What is learned of a value, a text a paragraph."""
        if op.index is False or op.value is None:
            return []
        paths = self._fields if op.index is None else op.index
        said = _texts_in(op.value) if paths is None else _texts_at(op.value, paths)
        return [_with_name(name, part) for name, text in said for part in paragraphs(text)]


def _check(op: Op) -> None:
    """Refuse what the methods of `BaseStore` refuse, for those who come by `batch`, and values that are no JSON."""
    validate_op_namespace(op)
    if not isinstance(op, PutOp):
        return
    if not op.namespace:
        raise InvalidNamespaceError("Namespace cannot be empty.")
    if op.ttl is not None:
        raise NotImplementedError("AriGraphStore keeps items until they are deleted: leave out ttl, or set it to None")
    if op.value is not None:
        as_metadata(op.key, op.value)


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends as a condition says, in which `*` is any label."""
    length = len(condition.path)
    start = 0 if condition.match_type == "prefix" else len(namespace) - length
    part = namespace[max(start, 0) : start + length]
    return len(part) == length and all(map(_is_label, condition.path, part))


def _is_label(wanted: str, label: str) -> bool:
    return wanted in ("*", label)


def _fields(namespace: Namespace, item: Item) -> dict[str, Any]:
    """What LangGraph's items are made of."""
    times = {"created_at": item.created, "updated_at": item.updated}
    return {"namespace": namespace, "key": item.key, "value": item.value, **times}


def _texts_in(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a value, each with the name of the field that it is in."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for own, each in value.items():
            yield from _texts_in(each, str(own))
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each, name)


def _texts_at(value: Mapping[str, Any], paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The texts at some paths, each with the last name in its path."""
    for path in paths:
        tokens = tokenize_path(path)
        name = next((token for token in reversed(tokens) if token[0] not in "[{*$"), "")
        yield from ((name, text) for text in get_text_at_path(value, "$" if path == "$" else tokens))


def _with_name(name: str, text: str) -> str:
    return f"{name}: {text}" if name and len(text.split()) < FEWEST_WORDS else text
