"""Lists and statistics of a memory, and its upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne.geography import Routes
from ariadne.memory.arigraph.api import upkeep
from ariadne.memory.arigraph.api.learning import as_fact
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.api.upkeep import Progress, Stats
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.dated import utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.triplet import Edge, Triplet, clean

if TYPE_CHECKING:
    from ariadne.embed.embedder import Embedder


class Views:
    """Reads the contents of a scope."""

    _scope: Scope

    def stats(self) -> Stats:
        """Count what this scope holds."""
        return upkeep.stats(self._scope)

    async def check(self) -> tuple[str, ...]:
        """List what is inconsistent in all scopes: a line each, which quotes no text of the memory."""
        return await upkeep.check(self._scope)

    async def vacuum(self) -> int:
        """Compact the file, and return how many bytes that saved.

        Raises:
            UserError: the memory is read-only, or its file cannot be written. Failure: another process reads it.
        """
        self._scope.must_be_writable()
        return await upkeep.vacuum(self._scope)

    async def reembed(self, embedder: str | Embedder, progress: Progress | None = None) -> None:
        """Change the embedder, in all scopes.

        The new vectors are kept in the file as they are made, so the same call resumes after a stop. Until the end the
        old ones are used; then other processes that have the file open for reading get an error that says so.

        Args:
            progress: called with how many embeddings are made, of how many, after each few hundred.

        Raises:
            UserError: the memory is read-only, its file cannot be written, or there is no such embedder.
        """
        self._scope.must_be_writable()
        await upkeep.change_embedder(self._scope, embedder, progress)

    def facts(self, at: int | datetime | None = None) -> tuple[Edge, ...]:
        """The edges that are valid, or that were after a step or at a time; the oldest first."""
        moment = at if at is None or isinstance(at, int) else utc(at)

        def read() -> tuple[Edge, ...]:
            if moment is not None:
                return self._scope.graph.held(moment)
            now = self._scope.now()
            edges = (edge for edge in self._scope.graph.history() if edge.valid_to is None)
            return tuple(edge for edge in edges if edge.until is None or edge.until > now)

        return self._scope.reading(read)

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """All edges, ended and valid, or those of one vertex; the oldest first."""
        return self._scope.reading(lambda: self._scope.graph.history(vertex))

    def told(self) -> Sequence[EpisodeNode]:
        """All learned texts, the oldest first, including forgotten ones."""
        return self._scope.reading(lambda: [*self._scope.episodic.nodes])

    def sources(self, triplet: Triplet | str) -> tuple[EpisodeNode, ...]:
        """The texts that tell a fact, the oldest first, without forgotten ones.

        Raises:
            UserError: the text is not a triplet.
        """
        fact = as_fact(triplet)
        return self._scope.reading(lambda: tuple(filter(remembered, _telling(fact, self._scope))))

    def neighbours(self, vertex: str) -> tuple[str, ...]:
        """The vertices that a valid triplet joins to this one."""
        name = clean(vertex)
        facts = self._scope.reading(lambda: self._scope.graph.incident([name]))
        return tuple(dict.fromkeys(end for fact in facts for end in fact.vertices if end != name))

    def route(self, origin: str, destination: str) -> tuple[str, ...] | None:
        """The commands of a shortest route over the known connections (section 3); None if there is none."""
        return Routes.from_triplets(self._scope.reading(self._scope.graph.valid)).path(origin, destination)


def _telling(fact: Triplet, scope: Scope) -> list[EpisodeNode]:
    """The texts that tell a fact, under any of its names."""
    told = scope.episodic.telling(fact)
    # Its earlier names are looked up only if a merge made the fact: that is slow for names with many facts.
    is_renamed = fact in scope.graph and scope.graph[scope.graph.number(fact)].valid_from not in (n.step for n in told)
    return scope.episodic.telling_any(merging.origins(scope.graph, fact)) if is_renamed else told
