"""Facts for display: a triplet as a short sentence, and the known things of each room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ariadne.events import Event, LearnedEvent, Remembered
from ariadne.geography import held
from ariadne.text import one_line
from ariadne.triplet import Triplet, clean, triplets_of


def sentence(fact: str) -> str:
    """Return a triplet's line as words, and any other text on one line.

    `key, is in, locker` becomes `key is in locker`.
    """
    line = one_line(fact)
    try:
        return " ".join(Triplet.parse(line))
    except ValueError:
        return line


class KnownPlaces:
    """The places of things that a memory knows, updated by events."""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}

    def see(self, event: Event) -> None:
        """Update the places from an event."""
        if isinstance(event, LearnedEvent):
            for thing, holder in _held(event.removed):
                if self._holders.get(thing) == holder:
                    del self._holders[thing]
        if isinstance(event, LearnedEvent | Remembered):
            for thing, holder in _held(event.added):
                self._holders.pop(thing, None)  # Things learned again move to the end.
                self._holders[thing] = holder

    def things(self, rooms: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Return the things known to be in each room, also inside other things; the last learned comes first."""
        names = {clean(room): room for room in rooms}
        found: dict[str, tuple[str, ...]] = {}
        for thing in self._holders:
            place = names.get(_outermost(thing, self._holders, names))
            if place and thing not in names:
                found[place] = (thing, *found.get(place, ()))
        return found


def _held(facts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Things with their holders: what each is in, on or carried by."""
    return (pair for fact in triplets_of(facts) if (pair := held(fact)))


def _outermost(thing: str, holders: Mapping[str, str], rooms: Mapping[str, str]) -> str:
    """The room that a thing is in, or its outermost holder; any holder if they contain each other in a circle."""
    seen: set[str] = set()
    while thing in holders and thing not in rooms and thing not in seen:
        seen.add(thing)
        thing = holders[thing]
    return thing
