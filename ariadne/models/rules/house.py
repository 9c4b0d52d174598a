"""Tidying a house: what is out of place, and where it belongs.

The whole house is seen before anything is put down. What is odd where it lies is taken along; each sub-goal's reason
keeps the best place that was seen for it so far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.models.rules.intents import Intent
from ariadne.models.rules.read import INVENTORY, ON_FLOOR
from ariadne.models.rules.sense import Place, fit, is_odd, usual
from ariadne.models.rules.situation import Similarity, Situation

ODD, DOUBTFUL, MEANT = 0.25, 0.5, 0.1
"""Below `ODD` nobody would look for a thing there, below `DOUBTFUL` some would not; below `MEANT` a holder is for other
things."""

_TIDY = re.compile(
    r"\b(?:tid(?:y|ying|ied)|clean(?:ing)? up|clean the (?:house|home|flat|rooms?|place)|declutter|mess|misplaced"
    r"|astray|out of place|(?:restore|bring|put)\b[^.]*\b(?:order|away)|(?:wrong|unsuitable) (?:place|spot|room)s?)\b"
    r"|\b(?:everything|each|all|things|objects|items|belongings|stuff|them)\b.*\b(?:belongs?|(?:normally|usually) kept"
    r"|(?:right|proper|usual|correct|own|rightful|normal) (?:place|spot|home|position|location)s?)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_tidying(now: Situation) -> bool:
    """Whether the goal is to put things where they belong."""
    return _TIDY.search(now.goal) is not None


def tidying(now: Situation, similarity: Similarity) -> Iterator[Intent]:
    """What lies out of place here, as long as the house is being looked over; nothing is judged twice."""
    opening = bool(now.done) and now.done[-1].startswith("open ")
    if not (is_looking_over(now) or opening):
        return
    for thing in now.visible:
        place = _place_of(thing, now)
        if place and _is_suspect(thing, place, similarity):
            yield Intent("tidy", thing, "" if place.holder == place.room else place.holder)


def is_looking_over(now: Situation) -> bool:
    """Whether the house is not yet seen as a whole."""
    return is_tidying(now) and (bool(now.exits) or not now.plan or any("Explore" in line for line in now.plan))


def settled(intent: Intent, now: Situation, similarity: Similarity) -> Intent:
    """A sub-goal to tidy with the best place for its thing that is known now; else it goes back to where it lay."""
    thing = intent.thing
    fits = {place: fit(thing, place, similarity) for place in _holders(now) if not is_odd(thing, place, similarity)}
    best = max(fits, key=lambda place: fits[place], default=None)
    if best is None or (intent.other and fits[best] < _worth(thing, intent.other, now, similarity)):
        return intent
    return Intent("tidy", thing, best.holder)


def home(intent: Intent, now: Situation) -> str:
    """The reason of a sub-goal to tidy, in the words that are read back at the next step."""
    if not intent.other:
        return "no good place for it is known yet"
    return f"as far as I know it belongs at the {intent.other} in the {now.room_of(intent.other)}"


def _is_suspect(thing: str, place: Place, similarity: Similarity) -> bool:
    """Whether a thing is to be taken along: it is odd where it lies, or may be, and the holder is not meant for it."""
    how_usual = usual(thing, place, similarity)
    return how_usual < ODD or (how_usual < DOUBTFUL and fit(thing, place, similarity) < MEANT)


def _worth(thing: str, holder: str, now: Situation, similarity: Similarity) -> float:
    """How well another place must fit for a thing to be taken there rather than to a holder.

    The surer it is that a thing is out of place, the less it takes to move it.
    """
    place = _place(holder, now.room_of(holder), now)
    how_usual = usual(thing, place, similarity)
    doubt = 0.1 if how_usual < ODD else 0.3 if how_usual < DOUBTFUL else 0.0
    return fit(thing, place, similarity) + doubt


def _place_of(thing: str, now: Situation) -> Place | None:
    """Where a thing that can be carried lies; None for furniture."""
    holder = now.places[thing]
    if now.is_state(thing, ON_FLOOR):
        return Place(now.here, now.here)
    return None if holder == now.here else _place(holder, now.here, now)


def _holders(now: Situation) -> list[Place]:
    """Furniture that is known: what stands in a room and was not found lying there."""
    return [
        _place(thing, room, now)
        for thing, room in now.places.items()
        if room in now.rooms and room != INVENTORY and not now.is_state(thing, ON_FLOOR)
    ]


def _place(holder: str, room: str, now: Situation) -> Place:
    return Place(holder, room, tuple(thing for thing, place in now.places.items() if place == holder))
