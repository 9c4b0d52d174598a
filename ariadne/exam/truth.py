"""The truth of a TextWorld engine at a step, as values of topics; never shown to an agent or a memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from ariadne.triplet import clean

Aspect = Literal["place", "state"]

INVENTORY, EATEN = "inventory", "eaten"
"""The places of what the player holds, and of what was eaten."""
MADE = ("raw", "burned", "sliced", "diced", "chopped", "fried", "roasted", "grilled")
"""Adjectives that cutting and cooking add to the names of food."""

_ARTICLE = re.compile(r"(?:the|an?|some|your|my) ")
_AS_MADE = re.compile(rf"(?:(?:{'|'.join(MADE)}) )+(?=\S)")
_HOLDS = ("at", "in", "on")
_STATES = ("open", "closed", "locked")
_PLAYER, _HANDS, _RECIPE = "P", "I", "RECIPE"


class Topic(NamedTuple):
    """The place of a thing (its holder), or its state (open, closed or locked)."""

    aspect: Aspect
    thing: str


@dataclass(frozen=True)
class TruthSnapshot:
    """A game at one step.

    Attributes:
        values: of every topic; a place is a holder, `inventory`, or `eaten`.
        room: the player's. `visible`: the things in view or in the player's hands.
    """

    values: Mapping[Topic, str]
    room: str
    visible: frozenset[str] = frozenset()

    def holders(self, thing: str) -> list[str]:
        """The holder of a thing, its holder, and so on, up to a room, the inventory, or `eaten`."""
        found: list[str] = []
        while (thing := self.values.get(Topic("place", thing), "")) and thing not in found:
            found.append(thing)
        return found


def snapshot(facts: Iterable[Any]) -> TruthSnapshot:
    """A snapshot from TextWorld's propositions, in any order."""
    values: dict[Topic, str] = {}
    doors: dict[str, set[str]] = {}
    here = ""
    for fact in facts:
        names = [named(each.name) for each in fact.arguments]
        types = [each.type for each in fact.arguments]
        if fact.name in _HOLDS and len(names) == 2 and types[0] == _PLAYER:
            here = names[1]
        elif fact.name in _HOLDS and len(names) == 2 and types[1] != _RECIPE:
            values[Topic("place", names[0])] = INVENTORY if types[1] == _HANDS else names[1]
        elif fact.name in _STATES and len(names) == 1:
            values[Topic("state", names[0])] = fact.name
        elif fact.name == EATEN and len(names) == 1:
            values[Topic("place", names[0])] = EATEN
        elif fact.name == "link" and len(names) == 3:
            doors.setdefault(names[1], set()).update((names[0], names[2]))
    now = TruthSnapshot(dict(sorted(values.items())), here)
    seen = {thing for aspect, thing in values if aspect == "place" and _is_visible(thing, now)}
    seen |= {door for door, sides in doors.items() if here in sides}
    return replace(now, visible=frozenset(seen))


def named(name: str) -> str:
    """A name in lower case, without its article."""
    article = _ARTICLE.match(clean(name))
    return clean(name)[article.end() :] if article else clean(name)


def plain(name: str) -> str:
    """A name without adjectives of cutting and cooking."""
    made = _AS_MADE.match(name)
    return name[made.end() :] if made else name


def _is_visible(thing: str, now: TruthSnapshot) -> bool:
    holders = now.holders(thing)
    is_hidden = any(now.values.get(Topic("state", holder), "open") != "open" for holder in holders)
    # The turn in which a thing is eaten shows it.
    return bool(holders) and not is_hidden and holders[-1] in (now.room, INVENTORY, EATEN)
