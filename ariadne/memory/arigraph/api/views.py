"""Lists and statistics of a memory, and its upkeep: consistency checks and compaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.learning import as_fact
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.dated import utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.storage.checking import problems
from ariadne.routes import Routes
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet, clean


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


class Views:
    """Reads the contents of a scope."""

    _scope: Scope

    def stats(self) -> Stats:
        """Count what this scope holds."""
        scope = self._scope
        with scope.known(None):
            graph, forgotten = scope.graph, scope.episodic.nodes.forgotten()
            return Stats(
                facts=len(graph),
                ever=len(graph.edges),
                vertices=graph.vertices,
                texts=len(scope.episodic.nodes) - forgotten,
                forgotten=forgotten,
                steps=scope.state.step,
                scopes=len(scope.names()),
                embedder=scope.texts.embedder.name,
                bytes=scope.store.size() if scope.store else 0,
            )

    async def check(self) -> tuple[str, ...]:
        """List what is inconsistent in all scopes: a line each, which quotes no text of the memory."""
        found: list[str] = []
        for name in self._scope.names():
            scope, where = self._scope.other(name), f"scope {name}: " if name else ""
            found += [where + problem for problem in await scope.settled(partial(_inconsistencies, scope))]
        return tuple(found)

    async def vacuum(self) -> int:
        """Compact the file, and return how many bytes that saved.

        Raises:
            UserError: the memory is read-only, or its file cannot be written. Failure: another process reads it.
        """
        self._scope.must_be_writable()
        store = self._scope.store
        if not store:
            return 0
        before = store.size()
        await asyncio.to_thread(store.vacuum)
        return before - store.size()

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
        return self._scope.reading(lambda: self._scope.graph.history(vertex if vertex is None else kept(vertex)))

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
        name = clean(kept(vertex))
        facts = self._scope.reading(lambda: self._scope.graph.incident([name]))
        return tuple(dict.fromkeys(end for fact in facts for end in fact.vertices if end != name))

    def route(self, origin: str, destination: str) -> tuple[str, ...] | None:
        """The commands of a shortest route over the known connections (section 3); None if there is none."""
        ends = kept(origin), kept(destination)
        return Routes.from_triplets(self._scope.reading(self._scope.graph.valid)).path(*ends)


def _inconsistencies(scope: Scope) -> list[str]:
    """What is wrong with the state in this process, and where the file differs from it."""
    found = [*problems(scope.state.contents(observed=False))]
    if not scope.store:
        return found
    try:
        scope.store.examine()
        contents = scope.store.load(scope.name, whole=True)
    except UserError as error:
        return [*found, str(error)]
    known = scope.graph.history() == contents.graph.history()
    told = [*scope.episodic.nodes] == [*contents.episodic.nodes]
    problem = "the file holds other {} than this process: open it again"
    return found + [problem.format(what) for what, is_same in (("facts", known), ("texts", told)) if not is_same]


def _telling(fact: Triplet, scope: Scope) -> list[EpisodeNode]:
    """The texts that tell a fact, under any of its names."""
    told = scope.episodic.telling(fact)
    # Its earlier names are looked up only if a merge made the fact: that is slow for names with many facts.
    is_renamed = fact in scope.graph and scope.graph.edge(fact).valid_from not in (n.step for n in told)
    return scope.episodic.telling(*merging.origins(scope.graph, fact)) if is_renamed else told
