"""The texts of a Treasure Hunt's notes: which locker a key opens and, if it is far, where to look for it."""

from __future__ import annotations

import random
from typing import Literal

from ariadne.games.house import House

PLAIN = "The {key} opens the {locker}."
OPENS = (
    PLAIN,
    "Use the {key} to unlock the {locker}.",
    "The {locker} can be unlocked with the {key}.",
    "With the {key} you can open the {locker}.",
    "The {key} fits the lock of the {locker}.",
    "Take the {key} with you: it unlocks the {locker}.",
)
IN_ROOM = (
    "The {locker} stands in the {room}.",
    "You will find the {locker} in the {room}.",
    "Look for the {locker} in the {room}.",
)
IN_PART = (
    "Look for the {locker} in the part of the house {way} of the {room}.",
    "The {locker} is somewhere to the {way} of the {room}.",
    "You will find the {locker} further {way} than the {room}.",
)

Hint = Literal["room", "part", "either"]


def says_opens(key: str, locker: str, varied: bool, rng: random.Random) -> str:
    """Return a sentence that says which locker a key opens."""
    return (rng.choice(OPENS) if varied else PLAIN).format(key=key, locker=locker)


def says_where(locker: str, room: str, *, here: str, house: House, kind: Hint, rng: random.Random) -> str:
    """Return a true hint to a locker's place: its room, or its direction from the room `here`."""
    if kind == "either":
        kind = rng.choice(("room", "part"))
    if kind == "room":
        return rng.choice(IN_ROOM).format(locker=locker, room=room)
    return rng.choice(IN_PART).format(locker=locker, way=_bearing(house, here, room), room=here)


def _bearing(house: House, start: str, end: str) -> str:
    """The compass direction in which `end` lies furthest from `start`."""
    (x0, y0), (x1, y1) = house.cells[start], house.cells[end]
    east, north = x1 - x0, y1 - y0
    if abs(north) >= abs(east):
        return "north" if north > 0 else "south"
    return "east" if east > 0 else "west"
