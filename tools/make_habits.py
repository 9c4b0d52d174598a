"""Learn where people keep things from the written houses in `tools/homes/`, for the `rules` reasoner.

    python -m tools.make_habits                 writes ariadne/reasoner/sense/habits/habits.npz (some 6 minutes)
    python -m tools.make_habits --hold-out f l  writes nothing: learns from the other authors and tests on these

Games are drawn from each house. In a game, every thing is scored against all pieces of furniture and its current place,
by the reasoner's other signs and by a factorization machine over the features of both names (`habits.py`). Both are
fitted together, so habits learn what the other signs lack: AdamW (Loshchilov and Hutter 2019) maximizes the
log-likelihood of each thing being in one of its homes, one step per game, with random dropout of features. The other
signs' weights are used only here: those in `sense.py` are fitted to houses of other people.
"""

from __future__ import annotations

import argparse
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.reasoner.sense import sense
from ariadne.reasoner.sense.habits.features import Features
from ariadne.reasoner.sense.habits.habits import FeatureTable, Habits
from ariadne.reasoner.sense.sense import PossiblePlace, Sense
from tools.houses import Game, drawn, papers, writers

OUT = Path(__file__).parent.parent / "ariadne" / "reasoner" / "sense" / "habits" / "habits.npz"
GAMES = 3
"""The number of games for each house."""
RANK, EPOCHS, RATE, DECAY = 64, 16, 0.012, 0.3
DROPPED, DROPPED_SUMS = 0.4, 0.1
"""The dropout rates of features, and of the components of things' vectors."""
BARE = 0.15
"""The share of steps without vectors: users may choose another embedder than MiniLM."""
RARE = 2
"""The smallest number of names with a feature."""
BEFORE = np.array((*sense.WEIGHTS[:-1], sense.LOYALTY), dtype=np.float32)
NOTHING = Habits(
    *(FeatureTable({}, np.zeros((0, rank), np.float32), np.zeros((0, rank), np.float32)) for rank in (1, 2)), lexicon=""
)
"""Nothing learned: every place is equally usual for every thing."""

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Case:
    """A game as arrays.

    Attributes:
        things: [things], their numbers.
        places: [places], their numbers.
        signs: [things, places, signs], the reasoner's other signs, and whether the thing is there now.
        open: [things, places], whether the thing may be there.
        right: [things, places], whether the place is one of its homes.
        start: [things], the current places.
    """

    things: Rows
    places: Rows
    signs: Array
    open: Mask
    right: Mask
    start: Rows


@dataclass(frozen=True)
class Matrix:
    """Names as numbers.

    Attributes:
        features: their names.
        values: [names, dimensions and features], the texts' vectors first.
    """

    features: Sequence[str]
    values: Array

    @property
    def dimensions(self) -> int:
        """The number of dimensions of the vectors."""
        return self.values.shape[1] - len(self.features)


class Names:
    """All things, or all places, with the features of their names."""

    def __init__(self) -> None:
        self.number: dict[object, int] = {}
        self.features: list[Features] = []
        self.embedded: list[Array] = []

    def add(self, key: object, said: tuple[Features, Array]) -> int:
        """The number of a name."""
        if key not in self.number:
            self.number[key] = len(self.features)
            self.features.append(said[0])
            self.embedded.append(said[1])
        return self.number[key]

    def matrix(self, of: Iterable[int]) -> Matrix:
        """All names, with the features that are frequent enough in the names `of`."""
        count = Counter(feature for each in of for feature in self.features[each])
        known = sorted(feature for feature, times in count.items() if times >= RARE)
        column = {feature: at for at, feature in enumerate(known)}
        weights = np.zeros((len(self.features), len(known)), dtype=np.float32)
        for row, features in zip(weights, self.features, strict=True):
            for feature in features.keys() & column.keys():
                row[column[feature]] = features[feature]
        return Matrix(known, np.concatenate([np.array(self.embedded), weights], axis=1))


class Weights:
    """A matrix under AdamW; each step moves only the rows involved."""

    def __init__(self, values: Array, decay: float) -> None:
        self.values, self.decay = values, decay
        self.mean, self.square = np.zeros_like(values), np.zeros_like(values)
        self.steps = np.zeros((len(values), *[1] * (values.ndim - 1)), dtype=np.int64)

    def step(self, rows: Rows, slope: Array, rate: float) -> None:
        self.steps[rows] += 1
        self.mean[rows] = 0.9 * self.mean[rows] + 0.1 * slope
        self.square[rows] = 0.999 * self.square[rows] + 0.001 * slope**2
        mean = self.mean[rows] / (1 - 0.9 ** self.steps[rows])
        square = self.square[rows] / (1 - 0.999 ** self.steps[rows])
        self.values[rows] -= rate * (mean / (np.sqrt(square) + 1e-8) + self.decay * self.values[rows])


@dataclass(frozen=True)
class Learned:
    """The fitted parameters: the vectors of the features of things and of places, and the weights of the other
    signs."""

    things: Weights
    places: Weights
    signs: Weights


def case(game: Game, mind: Sense, things: Names, places: Names) -> Case:
    """A game as arrays; its names are added to `things` and `places`."""
    contents: dict[str, list[str]] = {}
    for thing, where in game.lies.items():
        contents.setdefault(where, []).append(thing)
    spots = list(dict.fromkeys((*game.room, *game.lies.values())))
    at = [PossiblePlace(spot, game.room.get(spot, spot), tuple(contents.get(spot, ()))) for spot in spots]
    shape = len(game.lies), len(spots)
    open_, right = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    signs = np.zeros((*shape, len(BEFORE)), dtype=np.float32)
    for row, (thing, lies) in enumerate(game.lies.items()):
        for column, (spot, place) in enumerate(zip(spots, at, strict=True)):
            open_[row, column] = spot == lies or spot in game.room
            right[row, column] = open_[row, column] and spot in game.homes[thing]
            if open_[row, column]:
                signs[row, column] = (*astuple(mind.signs_of(thing, place))[:-1], spot == lies)
    return Case(
        np.array([things.add(thing, mind.says_of(thing)) for thing in game.lies]),
        np.array([places.add((place.holder, place.room), mind.says_where(place)) for place in at]),
        signs,
        open_,
        right,
        np.array([spots.index(lies) for lies in game.lies.values()]),
    )


def learn(cases: Sequence[Case], things: Matrix, places: Matrix) -> Learned:
    """Fit the parameters to games."""
    rng = np.random.default_rng(0)
    of_things, of_places = (rng.normal(0, 0.15, (each.values.shape[1], RANK)) for each in (things, places))
    learned = Learned(
        Weights(of_things.astype(np.float32), DECAY),
        Weights(np.c_[of_places, np.zeros(len(of_places))].astype(np.float32), DECAY),
        Weights(BEFORE.copy(), 0.0),
    )
    done, steps = 0, EPOCHS * len(cases)
    for epoch in range(EPOCHS):
        lost = 0.0
        for number in rng.permutation(len(cases)):
            done += 1
            lost += step(learned, cases[number], things, places, RATE * pace(done / steps), rng)
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {lost / len(cases):.3f}", flush=True)
    return learned


def pace(done: float) -> float:
    """The learning rate at a share of all steps: a warm-up, then a cosine decay."""
    rising = 0.15
    if done < rising:
        return 1 / 3 + (1 - np.cos(np.pi * done / rising)) / 3
    return float(1 + np.cos(np.pi * (done - rising) / (1 - rising))) / 2


def step(learned: Learned, case: Case, things: Matrix, places: Matrix, rate: float, rng: np.random.Generator) -> float:
    """Make one step up the log-likelihood of a game; return the mean loss of its things."""
    able = case.right.any(axis=1)
    is_bare = rng.random() < BARE
    of_things, said = _some(things, case.things[able], is_bare, rng)
    of_places, said_where = _some(places, case.places, is_bare, rng)
    signs, right = case.signs[able], case.right[able]
    kept = _kept((len(said), RANK), DROPPED_SUMS, rng)
    thing, place = said @ learned.things.values[of_things] * kept, said_where @ learned.places.values[of_places]
    logits = np.where(case.open[able], thing @ place[:, :-1].T + place[:, -1] + signs @ learned.signs.values, -np.inf)
    share = _shares(logits)
    slope = (share - _shares(np.where(right, logits, -np.inf))) / len(thing)
    of_thing = slope @ place[:, :-1] * kept
    of_place = np.c_[slope.T @ thing, slope.sum(axis=0)]
    learned.things.step(of_things, said.T @ of_thing, rate)
    learned.places.step(of_places, said_where.T @ of_place, rate)
    every = np.arange(len(BEFORE))
    learned.signs.step(every, np.einsum("tp,tps->s", slope, signs), 3 * rate)
    return float(-np.log(np.maximum((share * right).sum(axis=1), 1e-9)).mean())


def score(learned: Learned, case: Case, things: Matrix, places: Matrix) -> float:
    """The score of bringing each thing to its likeliest place: see `benchmarks/household_sense.py`."""
    place = places.values[case.places] @ learned.places.values
    usual = things.values[case.things] @ learned.things.values @ place[:, :-1].T + place[:, -1]
    best = np.where(case.open, usual + case.signs @ learned.signs.values, -np.inf).argmax(axis=1)
    every = np.arange(len(best))
    was, is_ = case.right[every, case.start], case.right[every, best]
    return float((is_.sum() - was.sum()) / (~was).sum())


def made(learned: Learned, things: Matrix, places: Matrix) -> Habits:
    """The habits to ship."""
    tables = [
        FeatureTable(
            {name: row for row, name in enumerate(matrix.features)},
            vectors[matrix.dimensions :],
            vectors[: matrix.dimensions],
        )
        for matrix, vectors in ((things, learned.things.values), (places, learned.places.values))
    ]
    return Habits(*tables, lexicon=lexicon_digest())


def saved(habits: Habits) -> bytes:
    """The file of the habits: one byte per number, with a scale for each row."""
    arrays: dict[str, NDArray[np.generic]] = {"lexicon": np.array(habits.lexicon)}
    for name, table in (("things", habits.things), ("places", habits.places)):
        arrays[f"{name} names"] = np.array("\n".join(table.row))
        arrays |= _small(f"{name} vectors", table.vectors) | _small(f"{name} directions", table.directions)
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _small(name: str, matrix: Array) -> dict[str, NDArray[np.generic]]:
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-6) / 127
    return {name: np.round(matrix / scales[:, None]).astype(np.int8), f"{name} scales": scales.astype(np.float32)}


def lexicon_digest() -> str:
    """The digest of the lexicon that the features refer to."""
    return hashlib.sha256(resources.files("ariadne.reasoner.lexicon").joinpath("nouns.txt.xz").read_bytes()).hexdigest()


def _some(matrix: Matrix, names: Rows, is_bare: bool, rng: np.random.Generator) -> tuple[Rows, Array]:
    """The columns that are nonzero for some names, and their values, with dropout."""
    values = matrix.values[names]
    columns = np.flatnonzero(values.any(axis=0))
    columns = columns[columns >= matrix.dimensions * is_bare]
    return columns, values[:, columns] * _kept((len(values), len(columns)), DROPPED, rng)


def _kept(shape: tuple[int, int], dropped: float, rng: np.random.Generator) -> Array:
    return (rng.random(shape, dtype=np.float32) >= dropped) / np.float32(1 - dropped)


def _shares(logits: Array) -> Array:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Array = odds / odds.sum(axis=1, keepdims=True)
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", nargs="*", default=[], metavar="WRITER", help="learn from the others only")
    options = parser.parse_args()
    mind = Sense(TextCache(MiniLM()).similarity, NOTHING)
    things, places = Names(), Names()
    cases = {
        writer: [case(drawn(paper, seed), mind, things, places) for paper in papers(writer) for seed in range(GAMES)]
        for writer in writers()
    }
    known = [each for writer, games in cases.items() if writer not in options.hold_out for each in games]
    of_things = things.matrix({int(thing) for each in known for thing in each.things})
    of_places = places.matrix({int(place) for each in known for place in each.places})
    print(f"{len(known)} games, {len(of_things.features)} features of things, {len(of_places.features)} of places")
    learned = learn(known, of_things, of_places)
    for writer in options.hold_out:
        scores = [score(learned, each, of_things, of_places) for each in cases[writer]]
        print(f"{writer}: {np.mean(scores):.2f}")
    if not options.hold_out:
        OUT.write_bytes(saved(made(learned, of_things, of_places)))
        print(f"{OUT.name}: {OUT.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
