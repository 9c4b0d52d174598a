"""Forgetting and erasing what a memory holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne import caches
from ariadne.errors import UserError
from ariadne.memory.arigraph.api.erasing import (
    ErasedWords,
    Receipt,
    erase_replies,
    mark_replies,
    receipt,
    remaining,
    with_renamed,
)
from ariadne.memory.arigraph.api.learning import as_fact
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core.endings import FORGOTTEN, Ending
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.naming import Named, covered
from ariadne.memory.arigraph.core.state import Contents, GraphStep
from ariadne.memory.arigraph.retrieval.request import as_metadata
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors


def meant(what: str | Triplet | None, source: str | None, metadata: Metadata | None, scope: str | None) -> Named:
    """The request of a call of `forget` or `erase`.

    Raises:
        UserError: all arguments are missing, or one has another type.
    """
    if metadata is not None and not metadata:
        raise UserError("metadata must not be empty")
    is_all = what is None and source is None and metadata is None
    if is_all and scope is None:
        raise UserError("give a name, a triplet, a text, a source, metadata or a scope")
    if what is not None:
        what = kept(what) if isinstance(what, str) else as_fact(what)
    return Named(what, source if source is None else kept(source), is_all, as_metadata(metadata or {}))


def forget(scope: Scope, named: Named) -> tuple[Triplet, ...]:
    """End facts and forget texts; returns the facts that were valid."""
    named = named.in_all_names(scope.graph)
    what = covered(named, scope.graph, scope.episodic, derived=False)
    now = scope.now()
    # A fact whose end is in the future still holds.
    gone = [number for number in sorted(what.edges) if _holds(scope.graph.edges[number], now)]
    texts = [number for number in sorted(what.episodes) if scope.episodic.nodes[number].forgotten is None]
    if gone or texts:
        endings = [Ending(number, FORGOTTEN) for number in gone]
        scope.change(GraphStep(now, [], endings, forgotten=texts))
    return tuple(scope.graph.edges[number].triplet for number in gone)


def _holds(edge: Edge, now: datetime) -> bool:
    return edge.valid_to is None or (edge.until is not None and edge.until > now)


def erase(scope: Scope, named: Named) -> Receipt:
    """Erase facts and texts from the state, the file, the caches of this process and the reply cache."""
    scope.load_all()
    named = named.in_all_names(scope.graph)
    before = scope.state

    def embedded(said: Sequence[str]) -> Vectors:
        vectors: Vectors = scope.texts.vectors[scope.texts.rows(said)]
        return vectors

    what = with_renamed(before, covered(named, scope.graph, scope.episodic, derived=True))
    left = Contents() if named.is_all else remaining(before, what, named, embedded)
    words = ErasedWords(before, what, named)
    replies = mark_replies(words)
    try:
        scope.become(left, is_gone=named.is_all)
    finally:
        # The file may be erased even if its log is not.
        cached = scope.texts.drop(words.are_all_of)
        caches.forget()
        erase_replies()
    return receipt(before, what, left, cached=cached, replies=replies)
