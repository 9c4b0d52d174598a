"""How usual it is to keep a thing in a place, as learned from many houses.

Each feature that names of things have has a vector, and so has each that names of places have; the vector of a name is
the weighted sum of its features' vectors. A thing goes with a place as far as their vectors point the same way: a
factorization machine (Rendle 2010) over two names. `tools/make_habits.py` learns it from the houses on paper in
`tools/homes/`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.reasoner.sense.habits.features import Features, Vector


@dataclass(frozen=True)
class Table:
    """The vectors of features.

    Attributes:
        row: which row is that of a feature's name.
        vectors: [features, rank].
        directions: [dimensions of what is embedded, rank].
    """

    row: dict[str, int]
    vectors: Vector
    directions: Vector

    def vector(self, features: Features, embedded: Vector) -> Vector:
        """The vector of a name, of shape (rank,); features that were never seen tell nothing.

        Args:
            embedded: what the name's texts embed as, of shape (dimensions,); empty if that is not known.
        """
        known = {self.row[name]: weight for name, weight in features.items() if name in self.row}
        rows, weights = np.array(list(known), dtype=np.intp), np.array(list(known.values()), dtype=np.float32)
        vector: Vector = weights @ self.vectors[rows]
        return vector + embedded @ self.directions if len(embedded) and len(self.directions) else vector


@dataclass(frozen=True)
class Habits:
    """What was learned. The last number of a place's vector says how much is kept there at all.

    Attributes:
        things: with vectors of shape (rank,).
        places: with vectors of shape (rank + 1,).
        lexicon: the digest of the lexicon whose meanings the features name.
    """

    things: Table
    places: Table
    lexicon: str

    @classmethod
    def load(cls, data: bytes) -> Habits:
        """What `tools/make_habits.py` wrote: a byte a number, each row with a scale of its own."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return cls(_table("things", arrays), _table("places", arrays), lexicon=str(arrays["lexicon"]))


def usual(thing: Vector, place: Vector) -> float:
    """How usual it is to keep a thing in a place, as log odds up to a constant that is the same for all places."""
    return float(thing @ place[:-1] + place[-1])


@cache
def habits() -> Habits:
    """What ships with Ariadne, read once."""
    return Habits.load(resources.files("ariadne.reasoner.sense.habits").joinpath("habits.npz").read_bytes())


def _table(name: str, arrays: Mapping[str, NDArray[Any]]) -> Table:
    names = str(arrays[f"{name} names"]).split("\n")
    return Table(
        {feature: row for row, feature in enumerate(names)},
        *(
            arrays[f"{name} {part}"].astype(np.float32) * arrays[f"{name} {part} scales"][:, None]
            for part in ("vectors", "directions")
        ),
    )
