"""A memory as a store for LangGraph, with the semantics of `BaseStore`.

from arigraph import AriGraph
from arigraph.langgraph import AriGraphStore

graph = builder.compile(store=AriGraphStore(AriGraph(path="life.db")))
"""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ariadne.errors import MissingPackage, UserError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.asking import paragraphs
from ariadne.memory.arigraph.api.items import Item, Items, as_metadata
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
"""A text of fewer words is learned with the name of its field: `theme: dark`, not `dark`."""

Namespace = tuple[str, ...]

_EQUALITY: Mapping[str, Callable[[Any, Any], bool]] = {"$eq": operator.eq, "$ne": operator.ne}
_ORDER: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


class AriGraphStore(BaseStore):
    """A store whose items are learned. A search finds them by words, meaning and shared vertices.

    The namespace `("users", "42")` is the scope `users.42` of the memory, with the facts that a model extracted.
    Values are JSON. Putting a key again ends the facts of its old texts, which stay in the history; deleting an item
    erases it with its history. A time to live is refused.

    All work runs on the event loop of `arigraph.wait`, so threads and event loops may share a store and its memory.

    Args:
        memory: the memory, in any of its scopes. The caller closes it.
        fields: the paths of the fields to learn, in LangGraph's notation; default: every text in a value. `index` of
            `put` overrides them.

    Raises (each of its methods):
        UserError: a value is not JSON, a namespace is too long for the name of a scope, or the memory cannot be
            written.
        InvalidNamespaceError: by LangGraph's rules. NotImplementedError: a time to live.
    """

    def __init__(self, memory: AriGraph, fields: Sequence[str] | None = None) -> None:
        self.memory = memory
        self._fields = fields
        self._putting = asyncio.Lock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run all reads, then the writes. Of several writes to one item, only the last is run."""
        return wait(self._do([*ops]))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same as `batch`, asynchronously."""
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
        """The matching items; with a query, best first, and those without a score last."""
        found: list[tuple[float | None, Namespace, Item]] = []
        for namespace, items in self._all(op.namespace_prefix):
            fitting = [item for item in items.all() if not op.filter or _passes(item.value, op.filter)]
            ranked = await items.ranked(op.query, fitting) if op.query else [(item, None) for item in fitting]
            found += [(score, namespace, item) for item, score in ranked]
        if op.query:
            found.sort(key=lambda each: (each[0] is None, -(each[0] or 0)))
        return [
            SearchItem(**_fields(namespace, item), score=score)
            for score, namespace, item in found[op.offset : op.offset + op.limit]
        ]

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        """The namespaces with items, cut to a depth."""
        names = (namespace for namespace, items in self._all() if items.all())
        fitting = (name for name in names if all(_matches(name, each) for each in op.match_conditions or ()))
        return sorted({name[: op.max_depth] for name in fitting})[op.offset : op.offset + op.limit]

    def _of(self, namespace: Namespace) -> Items | None:
        """The items of a namespace; None if there is no such namespace."""
        return self._made(namespace) if ".".join(namespace) in self.memory.scopes() else None

    def _made(self, namespace: Namespace) -> Items:
        return Items(self.memory.scope(".".join(namespace)))

    def _all(self, prefix: Namespace = ()) -> Iterator[tuple[Namespace, Items]]:
        """The items of all namespaces with a prefix, in the order of their creation."""
        for scope in self.memory.scopes():
            namespace = tuple(scope.split("."))
            if all(namespace) and namespace[: len(prefix)] == tuple(prefix):
                yield namespace, self._made(namespace)

    def _texts(self, op: PutOp) -> list[str]:
        """The texts to learn from a value, one per paragraph."""
        if op.index is False or op.value is None:
            return []
        paths = self._fields if op.index is None else op.index
        said = _texts_in(op.value) if paths is None else _texts_at(op.value, paths)
        return [_with_name(name, part) for name, text in said for part in paragraphs(text)]


def _check(op: Op) -> None:
    """Refuse values that are not JSON, and what the methods of `BaseStore` refuse: `batch` bypasses them."""
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
    """Whether a namespace has the prefix or suffix of a condition, in which `*` is any label."""
    length = len(condition.path)
    start = 0 if condition.match_type == "prefix" else len(namespace) - length
    part = namespace[max(start, 0) : start + length]
    return len(part) == length and all(map(_is_label, condition.path, part))


def _is_label(wanted: str, label: str) -> bool:
    return wanted in ("*", label)


def _fields(namespace: Namespace, item: Item) -> dict[str, Any]:
    """The fields of LangGraph's items."""
    times = {"created_at": item.created, "updated_at": item.updated}
    return {"namespace": namespace, "key": item.key, "value": item.value, **times}


def _texts_in(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """All texts in a value, each with the name of its field."""
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


def _passes(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a value passes a filter. Missing fields are None.

    Raises:
        UserError: the filter has an unknown operator.
    """
    return all(_fits(value.get(name), each) for name, each in wanted.items())


def _fits(value: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_compares(value, name, other) for name, other in wanted.items())
        return isinstance(value, Mapping) and _passes(value, wanted)
    if isinstance(wanted, list | tuple):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(wanted)
            and all(_fits(own, each) for own, each in zip(value, wanted, strict=True))
        )
    return value == wanted


def _compares(value: Any, name: str, other: Any) -> bool:
    """Whether a comparison holds. An order holds only between numbers."""
    if name in _EQUALITY:
        return _EQUALITY[name](value, other)
    if name not in _ORDER:
        raise UserError(f"unknown operator {name}: use one of {', '.join([*_EQUALITY, *_ORDER])}")
    try:
        return _ORDER[name](float(value), float(other))
    except (TypeError, ValueError):
        return False
