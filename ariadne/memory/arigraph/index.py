"""The valid triplets' embeddings: `EmbedAndRetrieve` of AriGraph's Algorithm 2."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.triplet import Triplet

_DECIMALS = 5


class TripletIndex:
    """Finds the triplets that are nearest to a query, among those added and not removed.

    The vectors stand in one growing array, without gaps: the last one takes a removed one's place.
    """

    def __init__(self) -> None:
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)
        self._numbers: list[int] = []
        self._triplets: list[Triplet] = []
        self._place: dict[Triplet, int] = {}
        self._added = 0

    def __len__(self) -> int:
        return len(self._triplets)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._place

    def add(self, triplets: Sequence[Triplet], vectors: Vectors) -> None:
        """Add triplets with their vectors, shape (n, d). One that is there already stays as it is."""
        for triplet, vector in zip(triplets, vectors, strict=True):
            if triplet not in self._place:
                self._append(triplet, vector)

    def remove(self, triplet: Triplet) -> None:
        """Remove a triplet, if it is there."""
        place = self._place.pop(triplet, None)
        if place is None:
            return
        last, number = self._triplets.pop(), self._numbers.pop()
        if last != triplet:
            self._triplets[place], self._numbers[place] = last, number
            self._vectors[place] = self._vectors[len(self)]
            self._place[last] = place

    def nearest(self, queries: Vectors, width: int, threshold: float | None = None) -> list[tuple[Triplet, ...]]:
        """For each query, shape (m, d), the `width` triplets of the highest dot product, best first.

        Dot products count to five decimals, since their last bits depend on how the processor adds; among
        equals the one added first is first. Those below `threshold` are left out.
        """
        if not self._triplets or width < 1:
            return [() for _ in queries]
        scores = np.ascontiguousarray((self._vectors[: len(self)] @ queries.T).T)
        rows, places = np.nonzero(scores >= _least(scores, width, threshold))
        rounded = np.round(scores[rows, places], _DECIMALS)
        candidates: list[list[tuple[float, int, int]]] = [[] for _ in queries]
        for row, score, place in zip(rows.tolist(), rounded.tolist(), places.tolist(), strict=True):
            candidates[row].append((-score, self._numbers[place], place))
        return [tuple(self._triplets[place] for *_, place in sorted(found)[:width]) for found in candidates]

    def _append(self, triplet: Triplet, vector: Vectors) -> None:
        place = len(self)
        self._vectors = with_room(self._vectors, place + 1, len(vector))
        self._vectors[place] = vector
        self._triplets.append(triplet)
        self._numbers.append(self._added)
        self._place[triplet] = place
        self._added += 1


def _least(scores: Vectors, width: int, threshold: float | None) -> Vectors:
    """For each row of scores, shape (m, 1), a score that none of its `width` best is below."""
    least = np.full((len(scores), 1), -np.inf if threshold is None else threshold, dtype=np.float32)
    if width < scores.shape[1]:
        rounding = 2 * 10.0**-_DECIMALS
        best = np.partition(scores, -width, axis=1)[:, -width, None]
        least = np.maximum(least, best - rounding, dtype=np.float32)
    return least
