"""The written houses in `tools/homes/`, and games drawn from them: rooms with the places of their things."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

HOMES = Path(__file__).with_name("homes")

ROOMS = (9, 9, 12, 16)
"""The possible numbers of rooms in a game."""

# As in the presets of Cleaning: things per room, and the number of misplaced ones; few of these are in their own room.
_THINGS, _MISPLACED, _SAME_ROOM = 7, 0.18, 0.1


@dataclass(frozen=True)
class Paper:
    """A written house.

    Attributes:
        furniture: the pieces in each room.
        homes: the right places of each thing; a room's name means its floor.
    """

    name: str
    furniture: Mapping[str, Sequence[str]]
    homes: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Game:
    """Some rooms of a house with some of its things, as a player finds them.

    Attributes:
        room: of each piece of furniture.
        homes: the right places of each thing in these rooms, at least one.
        lies: the current place of each thing.
    """

    room: Mapping[str, str]
    homes: Mapping[str, Sequence[str]]
    lies: Mapping[str, str]


def writers() -> list[str]:
    """The folders of houses, one for each author."""
    return sorted(folder.name for folder in HOMES.iterdir() if folder.is_dir())


def papers(writer: str) -> Iterator[Paper]:
    """The houses of one author.

    Raises:
        ValueError: a thing's home is not a place in its house, or two places have the same name.
    """
    for path in sorted((HOMES / writer).glob("*.yaml")):
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
        paper = Paper(f"{writer}/{path.stem}", table["rooms"], {str(name): at for name, at in table["things"].items()})
        places = [*paper.furniture, *(piece for pieces in paper.furniture.values() for piece in pieces)]
        if len(places) > len(set(places)):
            raise ValueError(f"two places have the same name in {path}")
        for thing, homes in paper.homes.items():
            if not homes or not set(homes) <= set(places):
                raise ValueError(f"the {thing} has no home, or one that is not in its house, in {path}")
        yield paper


def drawn(paper: Paper, seed: int) -> Game:
    """A game in some rooms of a house; most things are in a right place."""
    rng = random.Random(f"{paper.name} {seed}")
    rooms = rng.sample(list(paper.furniture), min(len(paper.furniture), rng.choice(ROOMS)))
    room = {piece: name for name in rooms for piece in paper.furniture[name]}
    where = room | {name: name for name in rooms}
    homes = {thing: [home for home in at if home in where] for thing, at in paper.homes.items()}
    able = [thing for thing, at in homes.items() if at]
    things = rng.sample(able, min(len(able), _THINGS * len(rooms)))
    lies = {thing: rng.choice(homes[thing]) for thing in things}
    for thing in rng.sample(things, round(_MISPLACED * len(things))):
        at_home = {where[home] for home in homes[thing]}
        nearby = rng.random() < _SAME_ROOM
        odd = [piece for piece, name in room.items() if name not in at_home or (nearby and piece not in homes[thing])]
        lies[thing] = rng.choice(odd or [lies[thing]])
    return Game(room, {thing: homes[thing] for thing in things}, lies)
