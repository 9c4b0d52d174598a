"""Houses drawn from `things.yaml`, with far more varied things than the houses by other authors.

For each group of things, the list names the pieces of furniture that are their homes. It is strict: of two suitable
places, it may list only one. So the scores are low, and only their changes are meaningful.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

THINGS = Path(__file__).parent / "things.yaml"
EVERYWHERE = ("kitchen", "bathroom", "living room", "bedroom")
"""Rooms that every house has."""

SIZES = ((9, 54, 11), (16, 80, 20))
"""Rooms, things, and misplaced things, as in the presets `cleaning` and `cleaning-hard`."""


@dataclass(frozen=True)
class Drawn:
    """A house with its things: their current and their right places."""

    furniture: Mapping[str, Sequence[str]]
    lies: Mapping[str, str]
    homes: Mapping[str, Sequence[str]]


def drawn(seed: int) -> Drawn:
    """The house of a seed, alternating between small and large ones."""
    rng = random.Random(f"drawn {seed}")
    table = _table()
    size, many, misplaced = SIZES[seed % 2]
    others = [room for room in table["furniture"] if room not in EVERYWHERE]
    rooms = [*EVERYWHERE, *rng.sample(others, size - len(EVERYWHERE))]
    furniture = {room: _some(table["furniture"][room], rng) for room in rooms}
    room_of = {piece: room for room, pieces in furniture.items() for piece in pieces}
    groups = [group for group in table["groups"].values() if any(home in room_of for home in group["homes"])]
    homes: dict[str, list[str]] = {}
    while len(homes) < many:
        group = rng.choice(groups)
        homes.setdefault(rng.choice(group["things"].split(", ")), [home for home in group["homes"] if home in room_of])
    lies = {thing: rng.choice(pieces) for thing, pieces in homes.items()}
    for thing in rng.sample(sorted(homes), misplaced):
        at_home = {room_of[home] for home in homes[thing]}
        lies[thing] = rng.choice([piece for piece, room in room_of.items() if room not in at_home])
    return Drawn(furniture, lies, homes)


def _some(pieces: Sequence[str], rng: random.Random) -> list[str]:
    return rng.sample(pieces, min(len(pieces), rng.choice((2, 3, 3, 4))))


@cache
def _table() -> Any:
    import yaml

    return yaml.safe_load(THINGS.read_text(encoding="utf-8"))
