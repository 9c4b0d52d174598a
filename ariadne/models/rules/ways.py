"""Ways between rooms as a text tells them: what leads where, and which exits nobody has tried."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping

from ariadne.models.rules.language import DIRECTION, bare

Exit = tuple[str, str]
"""A room and a direction."""

_OPPOSITE = {
    a: b
    for pair in ("north south", "east west", "up down", "northeast southwest", "northwest southeast", "in out")
    for a, b in (pair.split(), pair.split()[::-1])
}
_COMMAND = re.compile(r"^> ?(?P<command>.+)$|^\s*-= (?P<room>.+?) =-\s*$", re.MULTILINE)
_GOING = re.compile(rf"(?:go |walk )?{DIRECTION}", re.IGNORECASE)
_SIDE = re.compile(rf"is {DIRECTION} (?:of|from)", re.IGNORECASE)


def trodden(text: str, here: str = "") -> tuple[dict[Exit, str], str]:
    """The ways that the commands of a text went, there and back, and the room that it ends in.

    Args:
        here: the room that the text begins in, if it is known.
    """
    ways: dict[Exit, str] = {}
    going = ""
    for line in _COMMAND.finditer(text):
        if line["command"]:
            move = _GOING.fullmatch(line["command"].strip())
            going = move["way"].lower() if move else ""
            continue
        room = bare(line["room"])
        if here and going and room != here:
            ways |= connected(here, going, room)
        here, going = room, ""
    return ways, here


def connected(room: str, way: str, other: str) -> dict[Exit, str]:
    """One room lies behind an exit of another; that the opposite way leads back is taken for granted."""
    return {(room, way): other, (other, _OPPOSITE[way]): room} if way in _OPPOSITE else {(room, way): other}


def told(subject: str, relation: str, thing: str) -> dict[Exit, str]:
    """The ways of a fact such as `hall, is east of, kitchen`; none if it is another one."""
    match = _SIDE.fullmatch(relation)
    return connected(thing, match["way"].lower(), subject) if match else {}


def untried(exits: Iterable[Exit], ways: Mapping[Exit, str], here: str) -> list[Exit]:
    """The exits that no way explains, the nearest first."""
    distance = _distances(ways, here)
    left = [each for each in dict.fromkeys(exits) if each not in ways]
    return sorted(left, key=lambda each: distance.get(each[0], len(distance)))


def _distances(ways: Mapping[Exit, str], here: str) -> dict[str, int]:
    """How many moves lead from here to each room."""
    found = {here: 0}
    queue = deque([here])
    while queue:
        room = queue.popleft()
        for (origin, _), destination in ways.items():
            if origin == room and destination not in found:
                found[destination] = found[room] + 1
                queue.append(destination)
    return found
