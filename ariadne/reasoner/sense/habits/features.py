"""Names of things and places as weighted features: words, meanings, and entries of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ariadne.plurals import singular
from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.sense.names import core, head, things

Features = dict[str, float]
"""Weights by feature: `word:`, `last:`, `is:` (what the noun is a kind of), `told:` (likewise for a word before it),
`kind:` and `room:` (from the tables), and a few single ones."""

Vector = NDArray[np.float32]

EMBEDDER = "minilm"
"""The embedder of the vectors in training."""

# A meaning weighs less the further up it is; the second meaning weighs half of the first.
_UP, _SECOND, _HIGHEST = 0.85, 0.5, 9
_WORD, _LAST, _BEFORE = 0.42, 0.42, 0.36


@runtime_checkable
class _Embedding(Protocol):
    """A similarity based on vectors."""

    embedder: str

    def vector(self, text: str) -> Vector: ...


def thing_features(thing: str, kinds: Mapping[str, float], rooms: Mapping[str, float]) -> Features:
    """The features of a thing.

    Args:
        kinds: the likelihood of each kind.
        rooms: how usual it is in each room.
    """
    noun, before = head(thing)
    words = core(thing).split()
    return {
        **_tables(kinds, 1.0, rooms, 1 / 3),
        **_words(thing, words[-1:], _LAST),
        **_meanings("is", [noun], 2, 0.6),
        **_meanings("told", before[-2:], 1, _BEFORE),
    }


def place_features(holder: str, room: str, meant: Mapping[str, float], rooms: Mapping[str, float]) -> Features:
    """The features of a piece of furniture in a room, or of the room's floor if `holder` is the room.

    Args:
        meant: how far it is meant for each kind of thing.
        rooms: the likelihood of each type of room.
    """
    found = {**_tables(meant, 0.5, rooms, 1.0), **{f"in:{word}": _WORD for word in _split(room)}}
    if holder == room:
        return {**found, "floor": 1.0, "for nothing": 1.0}
    if not meant:
        found["for nothing"] = 1.0
    words = _split(holder)
    return {
        **found,
        **_words(holder, words[-1:], 0.6),
        **_meanings("is", [head(holder)[0]], 1, _LAST),
        **_meanings("told", words[:-1], 1, _BEFORE),
    }


def place_texts(holder: str, room: str) -> list[str]:
    """The texts to embed for a place: the furniture, the room, and one in the other. For a thing it is the name."""
    if holder == room:
        return ["floor", room, f"floor of the {room}"]
    return [holder, room, f"{holder} in the {room}"]


def embedded(texts: Sequence[str], similarity: Callable[[str, str], float]) -> Vector:
    """The concatenated vectors of some texts, of shape (texts · 384,).

    Empty for other embedders than MiniLM, whose vectors would not fit the training.
    """
    if isinstance(similarity, _Embedding) and similarity.embedder == EMBEDDER:
        return np.concatenate([similarity.vector(text) for text in texts])
    return np.empty(0, dtype=np.float32)


def _tables(kinds: Mapping[str, float], kind_weight: float, rooms: Mapping[str, float], room_weight: float) -> Features:
    return {
        **{f"kind:{name}": kind_weight * share for name, share in kinds.items()},
        **{f"room:{name}": room_weight * share for name, share in rooms.items()},
    }


def _words(name: str, last: Iterable[str], weight: float) -> Features:
    return {
        **{f"word:{word}": _WORD for word in _split(name)},
        **{f"last:{singular(word)}": weight for word in last},
    }


def _split(name: str) -> list[str]:
    return [singular(word) for word in name.replace("-", " ").split()]


def _meanings(prefix: str, nouns: Iterable[str], senses: int, weight: float) -> Features:
    """The first meanings of nouns, and all that they are a kind of."""
    found: Features = {}
    for noun in nouns:
        for rank, meaning in enumerate(things(noun)[:senses]):
            for up, above in enumerate(list(lexicon().chain(meaning))[:_HIGHEST]):
                name = f"{prefix}:{above}"
                found[name] = max(found.get(name, 0.0), weight * _SECOND**rank * _UP**up)
    return found
