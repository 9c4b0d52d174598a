"""The valid edges' embeddings: `EmbedAndRetrieve` of AriGraph's Algorithm 2."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from threading import Lock, Thread
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.approximate import Approximate, Part, Question, can_be_made, make
from ariadne.memory.arigraph.halved import Halved
from ariadne.memory.arigraph.projection import Projection
from ariadne.memory.arigraph.recent import NOTHING, Found, Recent
from ariadne.memory.arigraph.scan import DECIMALS, ROOM, Pairs, Places, dots, looked_through

_ROUNDING = 2 * 10.0**-DECIMALS
_NOISE = 1e-5
_MANY = 32
_QUERIES = 512
_PER_QUERY = 8
_RECENT = 2048
_FEW = 256
_PROOF = 256
_PART = 8192
_SAMPLE = 4096
_LOWEST = float(np.finfo(np.float32).min)
_NONE: Vectors = np.empty((0, 0), dtype=np.float32)

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Table(Generic[K]):
    """What an index holds.

    Attributes:
        keys: in the order of adding; None for those that were removed. `numbers`: at each place, which of them it is.
        vectors: theirs, by places. `longest`: the length of the longest.
        projection, projected: those that are looked through first, if they were made.
        approximate: finds candidates by the numbers of keys, as far as `coded`.
    """

    keys: list[K | None]
    numbers: array[int]
    vectors: Halved
    longest: float
    projection: Projection | None
    projected: Vectors
    approximate: Approximate | None
    coded: int


class VectorIndex(Generic[K]):
    """Finds whose vectors are nearest to a query, among those added and not removed: of a graph, its edges' numbers.

    The vectors stand in one growing array, without gaps: the last one takes a removed one's place. Where there are
    many, a search first looks through projected ones, whose dot products are upper bounds, and then only at those
    vectors whose bounds reach what it has found: it finds what looking at all would find. Where there are very many,
    their numbers have half the bits, and an approximate index finds candidates, if one can be made and is seen to find
    what looking at all finds.

    What is found for the last queries is kept true as vectors are added, which takes less than to search anew.

    Args:
        shorten_from: how many vectors are many. The first search after they have doubled shortens all of them anew,
            which takes a third of a second for 100,000.
        approximate_from: how many are very many; None for none.
    """

    def __init__(self, shorten_from: int = 4096, approximate_from: int | None = 200_000) -> None:
        self._vectors: Vectors | Halved = _NONE
        self._projected = _NONE
        self._projection: Projection | None = None
        self._longest = self._longest_query = 0.0
        self._numbers = array("q")
        self._place: dict[K, int] = {}
        self._places = array("q")
        self._log: list[K | None] = []
        self._recent: Recent[K] = Recent()
        self._unasked = 0
        self._next_fit = shorten_from
        self._halve_from = self._next_graph = approximate_from
        self._approximate: Approximate | None = None
        self._coded = 0
        self._making: Thread | None = None
        self._made: Approximate | None = None
        self._lock = Lock()

    @classmethod
    def of(cls, table: Table[K]) -> VectorIndex[K]:
        """An index that goes on where one was."""
        made = cls()
        made._log, made._numbers, made._vectors, made._longest = table.keys, table.numbers, table.vectors, table.longest
        made._place = {
            key: place for place, number in enumerate(table.numbers) if (key := table.keys[number]) is not None
        }
        places = np.full(len(table.keys), -1)
        places[np.frombuffer(table.numbers, dtype=np.int64)] = np.arange(len(table.numbers))
        made._places.frombytes(places.tobytes())
        if table.projection:
            made._projection, made._projected, made._next_fit = table.projection, table.projected, 2 * len(made)
        made._approximate, made._coded = table.approximate, table.coded
        return made

    @property
    def shortcuts(self) -> tuple[bool, bool]:
        """Whether there are projected vectors, and an approximate index, which spare looking at all."""
        return self._projection is not None, self._approximate is not None

    def table(self) -> Table[K] | None:
        """What is in it, where that is so much that vectors are halved."""
        if not isinstance(self._vectors, Halved):
            return None
        held = self._log, self._numbers, self._vectors, self._longest
        return Table(*held, self._projection, self._projected, self._approximate, self._coded)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, key: object) -> bool:
        return key in self._place

    @property
    def nbytes(self) -> int:
        """The bytes of its vectors."""
        graph = self._approximate.nbytes if self._approximate else 0
        each = self._vectors.bytes_a_row if isinstance(self._vectors, Halved) else self._vectors[:1].nbytes
        return len(self) * each + self._projected[: len(self)].nbytes + graph

    @property
    def is_exact(self) -> bool:
        """Whether a search finds what looking at all would find."""
        return self._approximate is None

    def settle(self) -> None:
        """Wait until the approximate index is made, if it is being made."""
        if self._making:
            self._making.join()
            self._take_what_is_made()

    def add(self, keys: Sequence[K], vectors: Vectors) -> None:
        """Add vectors, shape (n, d), under their keys. One that is there already stays as it is."""
        with self._lock:
            start = len(self)
            rows = [row for row, key in zip(range(len(vectors)), keys, strict=True) if self._append(key)]
            if not rows:
                return
            new = vectors if len(rows) == len(vectors) else vectors[rows]
            self._longest = max(self._longest, _longest(new))
            self._write(start, new)
            if self._projection:
                self._projected = _written(self._projected, start, self._projection.of(new))
            # As they stand, in half the space or not.
            self._keep_true(self._vectors[start : len(self)])

    def vectors(self, keys: Sequence[K]) -> Vectors:
        """The vectors of keys that are there, shape (n, d)."""
        return self._vectors[[self._place[key] for key in keys]]

    def remove(self, key: K) -> None:
        """Remove a key with its vector, if it is there."""
        with self._lock:
            place = self._place.pop(key, None)
            if place is None:
                return
            gone, last = self._numbers[place], self._numbers.pop()
            self._log[gone], self._places[gone] = None, -1
            if last != gone:
                moved = self._log[last]
                assert moved is not None
                self._numbers[place], self._place[moved], self._places[last] = last, place, place
                self._vectors[place] = self._vectors[len(self)]
                if self._projection:
                    self._projected[place] = self._projected[len(self)]

    def nearest(
        self, queries: Vectors, width: int, threshold: float | None = None, texts: Sequence[str] | None = None
    ) -> list[tuple[K, ...]]:
        """For each query, shape (m, d), the keys of the `width` highest dot products, best first.

        Dot products count to five decimals, since their last bits depend on how the processor adds; among
        equals the one added first is first.

        Args:
            threshold: leave out those below it.
            texts: what the queries are the vectors of, each always of the same, by which they are known again sooner.
        """
        if not len(self) or width < 1 or not len(queries):
            return [() for _ in queries]
        self._make_ready()
        names = texts or [query.tobytes() for query in queries]
        asked = [(name, width, threshold) for name in names]
        with self._lock:
            self._unasked = 0
            state, known = self._state, self._recent.known(asked, self._log)
        if new := [row for row in range(len(queries)) if row not in known]:
            found = self._anew(queries[new], width, threshold)
            known.update(zip(new, found, strict=True))
            # The more there is to look through, the more it is worth to know of queries.
            most = max(_QUERIES, len(self) // _PER_QUERY)
            with self._lock:
                for row, each in zip(new, found, strict=True):
                    if state == self._state:
                        self._recent.remember(asked[row], queries[row], each, most)
        return [known[row].keys for row in range(len(queries))]

    def sample(self) -> Vectors:
        """Vectors from which an approximate index learns what they are like."""
        with self._lock:
            return self._vectors[: len(self) : max(1, len(self) // _SAMPLE)]

    def part(self) -> Part | None:
        """The next vectors of the approximate index; None if few are left, which are added before it is searched."""
        with self._lock:
            if len(self._log) - self._coded < _RECENT:
                return None
            return self._next_part()

    def found(self) -> Mapping[Question, Sequence[int]]:
        """What was found lately by looking at all, without what is there no more, or in no part yet."""
        with self._lock:
            return {
                (vector.tobytes(), width): tuple(
                    number for number in found.numbers if number < self._coded and self._log[number] is not None
                )
                for vector, width, found in self._recent.last(_PROOF)
            }

    def use(self, made: Approximate | None) -> None:
        """Search by an approximate index, from the next search on."""
        self._made = made

    def _take_what_is_made(self) -> None:
        """Have an approximate index that is made; if none could be, none until there are twice as many.

        Whoever searches does this, so that nothing changes under a search.
        """
        if self._making is None or self._making.is_alive():
            return
        self._approximate, self._making, self._made = self._made, None, None
        if self._approximate:
            self._projection, self._projected = None, _NONE
        else:
            self._next_graph, self._coded = 2 * len(self), 0

    def _make_ready(self) -> None:
        """Make what a search of so many needs."""
        self._take_what_is_made()
        if self._approximate:
            while self._coded < len(self._log):
                self._approximate.add(*self._next_part())
            return
        if len(self) >= self._next_fit:
            self._fit()
        is_due = self._next_graph is not None and len(self) >= self._next_graph and len(self._recent) >= _PROOF
        if is_due and not self._making and can_be_made():
            self._making = make(self)

    def _next_part(self) -> Part:
        numbers = range(self._coded, min(self._coded + _PART, len(self._log)))
        self._coded = numbers.stop
        there = [(number, self._place[key]) for number in numbers if (key := self._log[number]) is not None]
        keys, places = np.array(there, dtype=np.intp).reshape(-1, 2).T
        return keys.astype(np.int64), self._vectors[places]

    def _numbers_at(self, places: Places) -> Places:
        """The numbers of what stands at some places."""
        with self._lock:
            return np.frombuffer(self._numbers, dtype=np.int64)[places]

    def _append(self, key: K) -> bool:
        """Give a key the last place. Tells whether it had none."""
        if key in self._place:
            return False
        self._place[key] = len(self)
        self._places.append(len(self))
        self._numbers.append(len(self._log))
        self._log.append(key)
        return True

    def _write(self, start: int, rows: Vectors) -> None:
        """Have vectors stand from a place on, in half the space where they are very many."""
        if isinstance(self._vectors, Halved):
            self._vectors.write(start, rows)
        elif self._halve_from is not None and len(self) >= self._halve_from:
            halved, before = Halved(), self._vectors[:start]
            for first, part in ((0, before), (start, rows)):
                halved.write(first, part)
            self._vectors = halved
        else:
            self._vectors = _written(self._vectors, start, rows)

    def _fit(self) -> None:
        """Shorten all vectors anew, by what they are like now."""
        count = len(self)
        self._projection = Projection.fitted(self._vectors[: count : max(1, count // _SAMPLE)])
        self._projected = with_room(_NONE, count + ROOM, self._projection.length)
        for start in range(0, count, _PART):
            end = min(start + _PART, count)
            self._projected[start:end] = self._projection.of(self._vectors[start:end])
        self._next_fit = 2 * len(self)

    @property
    def _state(self) -> tuple[int, int]:
        """What is another one after anything was added or removed."""
        return len(self._log), len(self)

    def _keep_true(self, added: Vectors) -> None:
        """Have what was found for the last queries be true of what was added last, shape (n, d), too; know of none, if
        much was added since anything was asked."""
        self._unasked += len(added)
        if self._unasked > min(_RECENT, max(_FEW, len(self) // _MANY)):
            self._recent = Recent()
        elif len(self._recent):
            numbers = range(len(self._log) - len(added), len(self._log))
            self._recent.add(numbers, added, self._noise, self._log)

    def _anew(self, queries: Vectors, width: int, threshold: float | None) -> list[Found[K]]:
        """What is found for queries that were not asked lately."""
        self._longest_query = max(self._longest_query, _longest(queries))
        rows, places = self._within_reach(queries, width, _LOWEST if threshold is None else threshold - self._noise)
        scores = np.round(self._dot(queries, rows, places, np.float64), DECIMALS)
        numbers = self._numbers_at(places)
        if threshold is not None:
            is_near = scores >= threshold
            rows, numbers, scores = rows[is_near], numbers[is_near], scores[is_near]
        pairs: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        for row, pair in zip(rows.tolist(), zip((-scores).tolist(), numbers.tolist(), strict=True), strict=True):
            pairs[row].append(pair)
        nothing: Found[K] = NOTHING
        return [
            nothing.with_more(pairs[row], width, self._log) if row in pairs else nothing for row in range(len(queries))
        ]

    @property
    def _noise(self) -> float:
        """How much less a product may be by how the processor adds, and by rounding."""
        return _ROUNDING + _NOISE * self._longest * self._longest_query

    def _within_reach(self, queries: Vectors, width: int, least: float) -> Pairs:
        """Pairs of a query and a place, among them all that are to be found, and few more."""
        if self._approximate:
            rows, places = self._candidates(self._approximate.candidates(queries, width))
            return self._refined(queries, rows, places, width, self._noise)
        if self._projection:
            return self._searched(queries, width, least, self._noise)
        return self._looked_through(queries, width, least, self._noise)

    def _looked_through(self, queries: Vectors, width: int, least: float, noise: float) -> Pairs:
        """Such pairs by the products of all vectors."""
        if not isinstance(self._vectors, Halved):
            return looked_through(self._vectors, len(self), queries, width, least, noise)
        found = []
        for start in range(0, len(self), _PART):
            part = self._vectors[start : min(start + _PART, len(self))]
            rows, places = looked_through(_written(_NONE, 0, part), len(part), queries, width, least, noise)
            found.append((rows, start + places))
        rows, places = map(np.concatenate, zip(*found, strict=True))
        order = np.argsort(rows, kind="stable")
        return rows[order], places[order]

    def _candidates(self, candidates: Sequence[Places]) -> Pairs:
        """Pairs of queries and the places of their candidates, as far as these are there still."""
        rows = np.repeat(np.arange(len(candidates)), [*map(len, candidates)])
        with self._lock:
            places = np.frombuffer(self._places, dtype=np.int64)[np.concatenate(candidates)]
        is_there = places >= 0
        return rows[is_there], places[is_there]

    def _searched(self, queries: Vectors, width: int, least: float, noise: float) -> Pairs:
        """Such pairs by the bounds of all vectors."""
        assert self._projection
        keys = self._projection.of(queries)
        measured = partial(self._dot, queries, kind=np.float32)
        rows, places = looked_through(self._projected, len(self), keys, width, least, noise, measured)
        # Of a query that is like nothing that is known, bounds tell little: the products themselves are quicker.
        is_hard = np.bincount(rows, minlength=len(queries)) > max(len(self) // _MANY, width)
        hard, is_easy = np.flatnonzero(is_hard), ~is_hard[rows]
        rows, places = self._refined(queries, rows[is_easy], places[is_easy], width, noise)
        if len(hard):
            more, where = self._looked_through(queries[hard], width, least, noise)
            rows, places = np.concatenate([rows, hard[more]]), np.concatenate([places, where])
        return rows, places

    def _refined(self, queries: Vectors, rows: Places, places: Places, width: int, noise: float) -> Pairs:
        """Those of the pairs, in the order of the queries, whose dot product is among the query's `width` highest."""
        scores = self._dot(queries, rows, places, np.float32)
        ends = np.searchsorted(rows, np.arange(len(queries) + 1))
        kept = [
            start + np.flatnonzero(own >= np.partition(own, -width)[-width] - noise)
            if len(own := scores[start:end]) > width
            else np.arange(start, end)
            for start, end in pairwise(ends)
        ]
        kept_rows = np.concatenate(kept)
        return rows[kept_rows], places[kept_rows]

    def _dot(self, queries: Vectors, rows: Places, places: Places, kind: type[np.floating]) -> NDArray[np.floating]:
        return dots(self._vectors, places, queries, rows, kind)


def _longest(vectors: Vectors) -> float:
    """The length of the longest of some vectors."""
    return math.sqrt(np.einsum("nd,nd->n", vectors, vectors).max())


def _written(array: Vectors, start: int, rows: Vectors) -> Vectors:
    """`array` with `rows` from `start` on, and room for what a search looks through."""
    end = start + len(rows)
    array = with_room(array, end + ROOM, rows.shape[1])
    array[start:end] = rows
    return array
