"""How usual it is to keep a thing in a place, learned from many houses.

Each feature of a thing's name has a vector, and so does each of a place's; a name's vector is the weighted sum of its
features' vectors. The dot product of two names says how usual the thing is there: a factorization machine (Rendle 2010)
over two names. `tools/make_habits.py` trains it on the written houses in `tools/homes/`.
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
class FeatureTable:
    """The vectors of features.

    Attributes:
        row: the row of each feature.
        vectors: [features, rank].
        directions: [dimensions of the embedding, rank].
    """

    row: dict[str, int]
    vectors: Vector
    directions: Vector

    def vector(self, features: Features, embedded: Vector) -> Vector:
        """The vector of a name, of shape (rank,); features not seen in training count as zero.

        Args:
            embedded: the embedding of the name's texts, of shape (dimensions,); empty if unknown.
        """
        known = {self.row[name]: weight for name, weight in features.items() if name in self.row}
        rows, weights = np.array(list(known), dtype=np.intp), np.array(list(known.values()), dtype=np.float32)
        vector: Vector = weights @ self.vectors[rows]
        return vector + embedded @ self.directions if len(embedded) and len(self.directions) else vector


@dataclass(frozen=True)
class Habits:
    """The trained parameters. The last number of a place's vector is its bias.

    Attributes:
        things: with vectors of shape (rank,).
        places: with vectors of shape (rank + 1,).
        lexicon: the digest of the lexicon whose meanings the features name.
    """

    things: FeatureTable
    places: FeatureTable
    lexicon: str

    @classmethod
    def load(cls, data: bytes) -> Habits:
        """Parse the output of `tools/make_habits.py`: one byte a number, each row with its own scale."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return cls(_table("things", arrays), _table("places", arrays), lexicon=str(arrays["lexicon"]))


def usual(thing: Vector, place: Vector) -> float:
    """How usual it is to keep a thing in a place, as log odds up to a constant that is the same for all places."""
    return float(thing @ place[:-1] + place[-1])


@cache
def habits() -> Habits:
    """The habits that ship with Ariadne, read once."""
    return Habits.load(resources.files("ariadne.reasoner.sense.habits").joinpath("habits.npz").read_bytes())


def _table(name: str, arrays: Mapping[str, NDArray[Any]]) -> FeatureTable:
    names = str(arrays[f"{name} names"]).split("\n")
    return FeatureTable(
        {feature: row for row, feature in enumerate(names)},
        *(
            arrays[f"{name} {part}"].astype(np.float32) * arrays[f"{name} {part} scales"][:, None]
            for part in ("vectors", "directions")
        ),
    )
