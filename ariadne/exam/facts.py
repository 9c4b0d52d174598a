"""The place or state that a triplet states; its subject and object are taken literally."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.exam.truth import EATEN, INVENTORY, Topic, named, plain
from ariadne.triplet import triplets_of

_BEING = r"(?:(?:is|are|lies|stands|sits|rests|lying|standing|located|placed|stored|found|now|currently) )*"
_PLACE = re.compile(rf"{_BEING}(?:on the (?:floor|ground) (?:of|in)|on top of|inside(?: of)?|within|in|on|at)(?: the)?")
_IS = re.compile(r"(?:is|are|has state|state)(?: now| currently)?")
_HOLDING = re.compile(r"(?:is |are )?(?:ha(?:s|ve)|hold(?:s|ing)?|carr(?:y|ies|ying)|took|takes?|picked up)")
_HELD = re.compile(rf"{_BEING}(?:held|carried|taken|possessed|owned) by")
_HOLDS = re.compile(r"contains?|holds?|has (?:in|on|inside)(?: it)?")
_STATES = {"open": "open", "closed": "closed", "shut": "closed", "locked": "locked", "unlocked": "closed"}
_PLAYER = frozenset(("player", "you", "i", "agent", "me", "myself", "adventurer"))
_HANDS = frozenset((INVENTORY, "hand", "hands", *_PLAYER, *(f"{whose} inventory" for whose in ("player's", "my"))))


def told(line: str) -> list[tuple[Topic, str]]:
    """The topic and value of a triplet; empty if it states neither place nor state."""
    return [said for triplet in triplets_of([line]) for said in _values(*triplet)]


def _values(subject: str, relation: str, thing: str) -> Iterator[tuple[Topic, str]]:
    one, other = plain(named(subject)), plain(named(thing))
    if _IS.fullmatch(relation) and other in _STATES:
        yield Topic("state", one), _STATES[other]
    elif _IS.fullmatch(relation) and other == EATEN:
        yield Topic("place", one), EATEN
    elif _PLACE.fullmatch(relation) or _HELD.fullmatch(relation):
        yield Topic("place", one), INVENTORY if other in _HANDS else other
    elif _HOLDING.fullmatch(relation) and one in _PLAYER:
        yield Topic("place", other), INVENTORY
    elif _HOLDS.fullmatch(relation):
        yield Topic("place", other), one
