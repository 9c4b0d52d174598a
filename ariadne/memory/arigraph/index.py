"""The valid triplets' embeddings: `EmbedAndRetrieve` of AriGraph's Algorithm 2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, islice, pairwise

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.projection import Projection
from ariadne.memory.arigraph.scan import ROOM, Places, looked_through
from ariadne.triplet import Triplet

_DECIMALS = 5
_ROUNDING = 2 * 10.0**-_DECIMALS
_NOISE = 1e-5
_MANY = 32
_AT_ONCE = 4096
_RECENT = 2048
_ANSWERS = 4096

_Asked = tuple[bytes, int, float | None]
_Answer = tuple[int, tuple[Triplet, ...]]


class TripletIndex:
    """Finds the triplets that are nearest to a query, among those added and not removed.

    The vectors stand in one growing array, without gaps: the last one takes a removed one's place. Where there are
    many, a search first looks through projected ones, whose dot products are upper bounds, and then only at those
    vectors whose bounds reach what it has found: it finds what looking at all would find.

    Args:
        shorten_from: how many triplets are many. The first search after they have doubled shortens all of them anew,
            which takes a third of a second for 100,000.
    """

    def __init__(self, shorten_from: int = 4096) -> None:
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)
        self._projected: Vectors = self._vectors
        self._projection: Projection | None = None
        self._longest = 0.0
        self._numbers: list[int] = []
        self._triplets: list[Triplet] = []
        self._place: dict[Triplet, int] = {}
        self._log: list[Triplet] = []
        self._past: dict[_Asked, _Answer] = {}
        self._next_fit = shorten_from

    def __len__(self) -> int:
        return len(self._triplets)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._place

    @property
    def nbytes(self) -> int:
        """The bytes of its vectors."""
        return self._vectors[: len(self)].nbytes + self._projected[: len(self)].nbytes

    def add(self, triplets: Sequence[Triplet], vectors: Vectors) -> None:
        """Add triplets with their vectors, shape (n, d). One that is there already stays as it is."""
        start = len(self)
        rows = [row for row, triplet in zip(range(len(vectors)), triplets, strict=True) if self._append(triplet)]
        if not rows:
            return
        new = vectors if len(rows) == len(vectors) else vectors[rows]
        self._longest = max(self._longest, float(np.linalg.norm(new, axis=1).max()))
        self._vectors = _written(self._vectors, start, new)
        if self._projection:
            self._projected = _written(self._projected, start, self._projection.of(new))

    def vectors(self, triplets: Sequence[Triplet]) -> Vectors:
        """The vectors of triplets that are there, shape (n, d)."""
        return self._vectors[[self._place[triplet] for triplet in triplets]]

    def remove(self, triplet: Triplet) -> None:
        """Remove a triplet, if it is there."""
        place = self._place.pop(triplet, None)
        if place is None:
            return
        last, number = self._triplets.pop(), self._numbers.pop()
        if last != triplet:
            self._triplets[place], self._numbers[place] = last, number
            self._place[last] = place
            self._vectors[place] = self._vectors[len(self)]
            if self._projection:
                self._projected[place] = self._projected[len(self)]

    def nearest(self, queries: Vectors, width: int, threshold: float | None = None) -> list[tuple[Triplet, ...]]:
        """For each query, shape (m, d), the `width` triplets of the highest dot product, best first.

        Dot products count to five decimals, since their last bits depend on how the processor adds; among
        equals the one added first is first. Those below `threshold` are left out.
        """
        if not self._triplets or width < 1 or not len(queries):
            return [() for _ in queries]
        if len(self) >= self._next_fit:
            self._fit()
        asked = [(query.tobytes(), width, threshold) for query in queries] if self._projection else []
        rows, places = self._within_reach(queries, asked, width, threshold)
        scores = np.round(self._dot(queries, rows, places, np.float64), _DECIMALS)
        candidates: list[list[tuple[float, int, int]]] = [[] for _ in queries]
        for row, score, place in zip(rows.tolist(), scores.tolist(), places.tolist(), strict=True):
            if threshold is None or score >= threshold:
                candidates[row].append((-score, self._numbers[place], place))
        answers = [tuple(self._triplets[place] for *_, place in sorted(found)[:width]) for found in candidates]
        if asked:
            self._remember(asked, answers)
        return answers

    def _append(self, triplet: Triplet) -> bool:
        """Give a triplet the last place. Tells whether it had none."""
        if triplet in self._place:
            return False
        self._place[triplet] = len(self)
        self._triplets.append(triplet)
        self._numbers.append(len(self._log))
        self._log.append(triplet)
        return True

    def _fit(self) -> None:
        """Shorten all vectors anew, by what they are like now."""
        vectors = self._vectors[: len(self)]
        self._projection = Projection.fitted(vectors)
        self._projected = _written(self._projected[:0], 0, self._projection.of(vectors))
        self._next_fit = 2 * len(self)

    def _remember(self, asked: Sequence[_Asked], answers: Sequence[tuple[Triplet, ...]]) -> None:
        """Keep the last answers, for as long as few triplets are added."""
        for question, answer in zip(asked, answers, strict=True):
            self._past.pop(question, None)
            self._past[question] = (len(self._log), answer)
        for question in list(islice(self._past, max(0, len(self._past) - _ANSWERS))):
            del self._past[question]

    def _still_known(self, question: _Asked) -> _Answer | None:
        """What was found before, if all of that is still there: now only what was added since can be nearer."""
        past = self._past.get(question)
        if past is None or len(self._log) - past[0] > _RECENT:
            return None
        since, answer = past
        places = [self._place.get(triplet) for triplet in answer]
        return past if all(place is not None and self._numbers[place] < since for place in places) else None

    def _within_reach(
        self, queries: Vectors, asked: Sequence[_Asked], width: int, threshold: float | None
    ) -> tuple[Places, Places]:
        """Pairs of a query and a place, among them all that are to be found, and few more."""
        noise = _ROUNDING + _NOISE * self._longest * np.linalg.norm(queries, axis=1, keepdims=True)
        least = np.full_like(noise, np.finfo(np.float32).min if threshold is None else threshold) - noise
        if not self._projection:
            return looked_through(self._vectors, len(self), queries, width, least, noise)
        known = {row: answer for row, question in enumerate(asked) if (answer := self._still_known(question))}
        old, new = list(known), [row for row in range(len(queries)) if row not in known]
        parts = [(new, self._searched(queries[new], width, least[new], noise[new]))] if new else []
        if old:
            where = self._since(list(known.values()))
            table = _written(self._vectors[:0], 0, self._vectors[where])
            rows, places = looked_through(table, len(where), queries[old], width, least[old], noise[old])
            parts.append((old, (rows, where[places])))
        rows = np.concatenate([np.array(chosen)[rows] for chosen, (rows, _) in parts])
        return rows, np.concatenate([places for _, (_, places) in parts])

    def _since(self, known: Sequence[_Answer]) -> Places:
        """The places of what answers hold, and of all that was added since the oldest of them."""
        added = self._log[min(since for since, _ in known) :]
        places = (self._place.get(triplet) for triplet in chain(added, *(answer for _, answer in known)))
        return np.array(sorted({place for place in places if place is not None}), dtype=np.intp)

    def _searched(self, queries: Vectors, width: int, least: Vectors, noise: Vectors) -> tuple[Places, Places]:
        """Such pairs for queries that were not asked lately, by the bounds of all vectors."""
        assert self._projection
        keys = self._projection.of(queries)
        measured = partial(self._dot, queries, kind=np.float32)
        rows, places = looked_through(self._projected, len(self), keys, width, least, noise, measured)
        # Of a query that is like nothing that is known, bounds tell little: the products themselves are quicker.
        is_hard = np.bincount(rows, minlength=len(queries)) > max(len(self) // _MANY, width)
        hard, is_easy = np.flatnonzero(is_hard), ~is_hard[rows]
        rows, places = self._refined(queries, rows[is_easy], places[is_easy], width, noise)
        if len(hard):
            asked = queries[hard]
            more, where = looked_through(self._vectors, len(self), asked, width, least[hard], noise[hard])
            rows, places = np.concatenate([rows, hard[more]]), np.concatenate([places, where])
        return rows, places

    def _refined(
        self, queries: Vectors, rows: Places, places: Places, width: int, noise: Vectors
    ) -> tuple[Places, Places]:
        """Those of the pairs, in the order of the queries, whose dot product is among the query's `width` highest."""
        scores = self._dot(queries, rows, places, np.float32)
        ends = np.searchsorted(rows, np.arange(len(queries) + 1))
        kept = [
            start + np.flatnonzero(own >= np.partition(own, -width)[-width] - noise[row])
            if len(own := scores[start:end]) > width
            else np.arange(start, end)
            for row, (start, end) in enumerate(pairwise(ends))
        ]
        kept_rows = np.concatenate(kept)
        return rows[kept_rows], places[kept_rows]

    def _dot(self, queries: Vectors, rows: Places, places: Places, kind: type[np.floating]) -> NDArray[np.floating]:
        """The dot products of pairs of a query and a place: each a function of its two vectors alone."""
        scores = np.empty(len(rows), dtype=kind)
        for start in range(0, len(rows), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            vectors, asked = self._vectors[places[part]], queries[rows[part]]
            scores[part] = np.einsum("pd,pd->p", vectors.astype(kind, copy=False), asked.astype(kind, copy=False))
        return scores


def _written(array: Vectors, start: int, rows: Vectors) -> Vectors:
    """`array` with `rows` from `start` on, and room for what a search looks through."""
    end = start + len(rows)
    array = with_room(array, end + ROOM, rows.shape[1])
    array[start:end] = rows
    return array
