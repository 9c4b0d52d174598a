"""The catalogue: the rooms of a house, their furniture, and the places where each thing belongs."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.games.names import check_names
from ariadne.yaml_file import read_model

_FLOOR = " floor"


@dataclass(frozen=True)
class Room:
    """A kind of room.

    Attributes:
        surfaces, containers: its furniture; every such room has the first of each.
        always: whether every house has it.
    """

    name: str
    surfaces: tuple[str, ...]
    containers: tuple[str, ...]
    always: bool

    @property
    def furniture(self) -> tuple[str, ...]:
        return (*self.surfaces, *self.containers)


@dataclass(frozen=True)
class Thing:
    """Something to carry. A place is a piece of furniture, or the name of a room for its floor.

    Attributes:
        homes: where it is in a tidy house.
        accepted: all places where a sensible person would leave it, including the homes.
        odd: rooms where it is clearly out of place.
        large: whether it can only lie on the floor.
    """

    name: str
    homes: tuple[str, ...]
    accepted: frozenset[str]
    odd: tuple[str, ...]
    large: bool


@dataclass(frozen=True)
class Catalogue:
    """Rooms and things, by name, in the order of the file."""

    rooms: Mapping[str, Room]
    things: Mapping[str, Thing]

    @functools.cached_property
    def room_of(self) -> Mapping[str, str]:
        """The room of each piece of furniture, and of each room's floor."""
        of_furniture = {piece: room.name for room in self.rooms.values() for piece in room.furniture}
        return {**of_furniture, **{name: name for name in self.rooms}}


def pick_rooms(catalogue: Catalogue, number: int, rng: random.Random) -> list[Room]:
    """Return rooms of different kinds in random order. If not all fit, those that every house has come first."""
    kinds = rng.sample(list(catalogue.rooms.values()), len(catalogue.rooms))
    picked = sorted(kinds, key=lambda room: not room.always)[:number]
    rng.shuffle(picked)
    return picked


def pick_furniture(room: Room, number: int, rng: random.Random) -> tuple[str, ...]:
    """Return some of a room's furniture: the first surface, the first container, and random others."""
    first = (room.surfaces[0], room.containers[0])
    rest = [piece for piece in room.furniture if piece not in first]
    picked = {*first, *rng.sample(rest, min(number - len(first), len(rest)))}
    return tuple(piece for piece in room.furniture if piece in picked)


class _RoomEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    surfaces: list[str]
    containers: list[str]
    always: bool = False


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid")
    names: list[str]
    homes: list[str]
    also: list[str] = []
    odd: list[str]
    large: bool = False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    rooms: dict[str, _RoomEntry]
    things: list[_Group]


@functools.cache
def load_catalogue() -> Catalogue:
    """The catalogue that ships with Ariadne."""
    path = data_folder("games") / "catalogue.yaml"
    return catalogue_from(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)


def catalogue_from(content: Any, where: str) -> Catalogue:
    """Read a catalogue; `where` opens the error message.

    Raises:
        UserError: it is not a catalogue, names an unknown place, calls an accepted room odd, or has names that
            TextWorld cannot tell apart.
    """
    file = read_model(_File, content, where)
    rooms = {
        name: Room(name, tuple(entry.surfaces), tuple(entry.containers), entry.always)
        for name, entry in file.rooms.items()
    }
    catalogue = Catalogue(rooms, {name: thing for group in file.things for name, thing in _things(group, rooms, where)})
    check_names(rooms)
    check_names(
        [
            *(piece for room in rooms.values() for piece in room.furniture),
            *(n for g in file.things for n in g.names),
        ]
    )
    for thing in catalogue.things.values():
        if contrary := {catalogue.room_of[place] for place in thing.accepted} & set(thing.odd):
            raise UserError(f"{where}: {thing.name}: the {min(contrary)} is both odd and accepted for it")
    return catalogue


def _things(group: _Group, rooms: Mapping[str, Room], where: str) -> Iterable[tuple[str, Thing]]:
    homes = tuple(dict.fromkeys(place for text in group.homes for place in _places(text, rooms, where)))
    also = [place for text in group.also for place in _places(text, rooms, where)]
    for room in group.odd:
        if room not in rooms:
            raise UserError(f"{where}: there is no room '{room}'")
    for name in group.names:
        yield name, Thing(name, homes, frozenset((*homes, *also)), tuple(group.odd), group.large)


def _places(text: str, rooms: Mapping[str, Room], where: str) -> Iterable[str]:
    """Yield the places of an entry: all furniture of a room, a room's floor (under the room's name), or one piece."""
    if text in rooms:
        return rooms[text].furniture
    if text.endswith(_FLOOR) and text.removesuffix(_FLOOR) in rooms:
        return (text.removesuffix(_FLOOR),)
    if any(text in room.furniture for room in rooms.values()):
        return (text,)
    raise UserError(f"{where}: there is no place '{text}'")
