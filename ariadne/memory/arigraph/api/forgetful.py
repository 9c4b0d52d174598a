"""Forgetting and erasing what a memory holds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from ariadne import caches
from ariadne.errors import AriadneError, UserError
from ariadne.memory.arigraph.api.erasing import (
    Receipt,
    Words,
    erase_replies,
    mark_replies,
    receipt,
    remaining,
    with_renamed,
)
from ariadne.memory.arigraph.api.maintained import Maintained
from ariadne.memory.arigraph.core.contents import Contents
from ariadne.memory.arigraph.core.endings import FORGOTTEN, Ending
from ariadne.memory.arigraph.core.episodes import Metadata, flat
from ariadne.memory.arigraph.core.naming import Named, covered
from ariadne.memory.arigraph.core.state import Step
from ariadne.text import kept
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.storage.shared import Shared


class Forgetful(Maintained):
    """A memory that can be made to forget."""

    async def forget(
        self,
        what: str | Triplet | None = None,
        *,
        source: str | None = None,
        metadata: Metadata | None = None,
        scope: str | None = None,
    ) -> tuple[Triplet, ...]:
        """Make facts invalid from now on, and recall the texts that say them no more; both stay in the history.

        Args:
            what: a name, and all that names it (`alice`: `alice's password`, too), under all its names that were
                merged; a triplet; or a text that was learned, with the facts that no other text tells.
            source, metadata: the texts that come from there, and that have these, with the facts that no other text
                tells. What is said in the same words goes with them, unless there are metadata to tell the two apart.
            scope: in that scope; all of it, if nothing else is said.

        Returns:
            What is valid no more.

        Raises:
            UserError: the memory is only read, or its file cannot be written; then nothing is forgotten.
        """
        self._must_be_writable()
        memory, named = self._meant(what, source, metadata, scope)
        return await memory._settled(lambda: memory._forget(named))

    async def erase(
        self,
        what: str | Triplet | None = None,
        *,
        source: str | None = None,
        metadata: Metadata | None = None,
        scope: str | None = None,
    ) -> Receipt:
        """Erase for good what `forget` would forget, and all facts that no remaining text tells.

        They leave the history, the file and its log, the caches of this process, and the replies of models that are
        kept for other runs. Edges and texts are numbered anew. Copies, exports and runs are left alone.

        Args:
            what, source, metadata, scope: as for `forget`.

        Raises:
            UserError: the memory is only read, its file cannot be written, or the replies cannot be read.
            Failure: it is erased, but another process keeps it in the file's log or in the replies, which it leaves as
                soon as these are opened again.
        """
        self._must_be_writable()
        memory, named = self._meant(what, source, metadata, scope)
        return await memory._settled(lambda: memory._erase(named))

    def _begin(self, shared: Shared, scope: str) -> None:
        super()._begin(shared, scope)
        if shared.store:
            with suppress(AriadneError):
                erase_replies(patience=0)

    def _meant(
        self, what: str | Triplet | None, source: str | None, metadata: Metadata | None, scope: str | None
    ) -> tuple[Self, Named]:
        """Whose memory is meant, and what of it."""
        if metadata is not None and not metadata:
            raise UserError("metadata without names name nothing")
        is_all = what is None and source is None and metadata is None
        if is_all and scope is None:
            raise UserError("say what: a name, a triplet, a text, a source, metadata or a scope")
        memory = self if scope is None else self.scope(scope)
        what = kept(what) if isinstance(what, str) else what
        try:
            return memory, Named(what, source if source is None else kept(source), is_all, flat(metadata or {}))
        except ValueError as error:
            raise UserError(str(error)) from error

    def _forget(self, named: Named) -> tuple[Triplet, ...]:
        named = named.in_all_names(self.graph)
        what = covered(named, self.graph, self.episodic, derived=False)
        gone = [number for number in sorted(what.edges) if self.graph[number].valid_to is None]
        texts = [number for number in sorted(what.episodes) if self.episodic.nodes[number].forgotten is None]
        if gone or texts:
            # What is to come is never to be so.
            self._change(Step(self._now(), [], [Ending(number, FORGOTTEN) for number in gone], forgotten=texts))
        return tuple(self.graph[number].triplet for number in gone)

    def _erase(self, named: Named) -> Receipt:
        self._have_all_here()
        named = named.in_all_names(self.graph)
        before = self._state
        what = with_renamed(before, covered(named, self.graph, self.episodic, derived=True))
        left = Contents() if named.is_all else remaining(before, what, named, self._embedded)
        words = Words(before, what, named)
        replies = mark_replies(words)
        try:
            self._become(left, is_gone=named.is_all)
        finally:
            # The file may be erased even where its log could not be.
            cached = self.texts.drop(words.are_all_of)
            caches.forget()
            erase_replies()
        return receipt(before, what, left, cached=cached, replies=replies)

    def _embedded(self, said: Sequence[str]) -> Vectors:
        """The vectors of texts, shape (n, d), made at once."""
        vectors: Vectors = self.texts.vectors[self.texts.rows(said)]
        return vectors
