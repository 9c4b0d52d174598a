"""Tidying a house: what is out of place, and where it belongs.

The whole house is seen before anything is put down. What may be out of place is taken along; each sub-goal's reason
keeps the best place that was seen for it so far, which may turn out to be the one where it lay.
"""

from __future__ import annotations

from collections.abc import Iterator

from ariadne.models.rules.intents import BACK, BELONGS, Intent
from ariadne.models.rules.kinds import Similarity
from ariadne.models.rules.read import INVENTORY
from ariadne.models.rules.sense import LOYALTY, Place, score
from ariadne.models.rules.situation import Situation

DOUBTFUL = -1.0
"""What is below this score where it lies is taken along, to be judged when more of the house is known."""


def tidying(now: Situation, similarity: Similarity) -> Iterator[Intent]:
    """What may be out of place here, as long as the house is being looked over; nothing is judged twice."""
    for thing in now.visible:
        place = _place_of(thing, now)
        new = place and (is_looking_over(now) or now.done[-1:] == [f"open {place.holder}"])
        if place and new and score(thing, place, similarity) < DOUBTFUL:
            yield Intent("tidy", thing, place.holder, is_back=True)


def is_looking_over(now: Situation) -> bool:
    """Whether the house is not yet seen as a whole."""
    return bool(now.exits) or not now.plan or any("Explore" in line for line in now.plan)


def settled(intent: Intent, now: Situation, similarity: Similarity) -> Intent:
    """A sub-goal to tidy with the best place for its thing that is known now, be it the one where it lay."""
    thing = intent.thing
    scores = {place: score(thing, place, similarity) for place in _holders(now)}
    best = max(scores, key=lambda place: scores[place], default=None)
    if best is None or best.holder == intent.other:
        return intent
    if intent.other:
        so_far = score(thing, _place(intent.other, now.room_of(intent.other) or intent.other, now), similarity)
        if scores[best] <= so_far + LOYALTY * intent.is_back:
            return intent
    return Intent("tidy", thing, best.holder)


def home(intent: Intent, now: Situation) -> str:
    """The reason of a sub-goal to tidy, in the words that are read back at the next step."""
    if not intent.other:
        return "no good place for it is known yet"
    known = BACK if intent.is_back else BELONGS
    return f"{known} {intent.other} in the {now.room_of(intent.other) or intent.other}"


def is_put(intent: Intent, now: Situation) -> bool:
    """Whether the thing of a sub-goal to tidy was just put down where it is to be, or somewhere like that."""
    last = now.done[-1] if now.done else ""
    if last == f"drop {intent.thing}":
        return intent.other == now.here
    return last.startswith((f"put {intent.thing} ", f"insert {intent.thing} "))


def _place_of(thing: str, now: Situation) -> Place | None:
    """Where a thing that can be carried lies; None for furniture."""
    holder = now.places[thing]
    if thing in now.on_floor:
        return _place(now.here, now.here, now)
    return None if holder == now.here else _place(holder, now.here, now)


def _holders(now: Situation) -> list[Place]:
    """Furniture that is known: what stands in a room and was not found lying there."""
    return [
        _place(thing, room, now)
        for thing, room in now.places.items()
        if room in now.rooms and room != INVENTORY and thing not in now.on_floor
    ]


def _place(holder: str, room: str, now: Situation) -> Place:
    """A place with what is known to lie there; what stands in a room tells nothing about its floor."""
    lying = () if holder == room else (thing for thing, place in now.places.items() if place == holder)
    return Place(holder, room, tuple(lying))
