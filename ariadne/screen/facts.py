"""Facts for people: a triplet as a short sentence, and what is known to be in which room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ariadne.events import Event, Learned, Remembered
from ariadne.geography import direction_of, held
from ariadne.reasoner.reading.verbs import BE, DETERMINERS, NEGATION, PREPOSITIONS
from ariadne.text import one_line
from ariadne.triplet import Triplet, clean, triplets_of

_ALONE = frozenset("i you he she it we they nothing something everything nobody somebody everybody".split())


def sentence(fact: str) -> str:
    """A triplet's line as a sentence without capital letter and full stop; any other text on one line.

    `key, is in, locker` becomes `the key is in the locker`. Names with figures in them have no article, nor has what
    follows `is` alone, which is a quality.
    """
    line = one_line(fact)
    try:
        triplet = Triplet.parse(line)
    except ValueError:
        return line
    relation = triplet.relation.split()
    if relation[0] in PREPOSITIONS:
        relation = ["is", *relation]
    value = triplet.object
    if direction_of(value):
        relation = _with_article(relation)
    elif not set(relation) <= BE | NEGATION:
        value = _named(value)
    return " ".join([_named(triplet.subject), *relation, value])


class Known:
    """Where a memory knows things to be, followed from event to event."""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}

    def see(self, event: Event) -> None:
        """Go on with an event."""
        if isinstance(event, Learned):
            for thing, holder in _held(event.removed):
                if self._holders.get(thing) == holder:
                    del self._holders[thing]
        if isinstance(event, Learned | Remembered):
            for thing, holder in _held(event.added):
                self._holders.pop(thing, None)  # What is learned anew comes last.
                self._holders[thing] = holder

    def things(self, rooms: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """What is known to be in each room, or in something there; what was learned last comes first."""
        names = {clean(room): room for room in rooms}
        found: dict[str, tuple[str, ...]] = {}
        for thing in self._holders:
            place = names.get(_outermost(thing, self._holders, names))
            if place and thing not in names:
                found[place] = (thing, *found.get(place, ()))
        return found


def _held(facts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Things, each with what it is in, on or carried by."""
    return (pair for fact in triplets_of(facts) if (pair := held(fact)))


def _outermost(thing: str, holders: Mapping[str, str], rooms: Mapping[str, str]) -> str:
    """The room that a thing is in, or else the last thing that holds it; of a circle, any."""
    seen: set[str] = set()
    while thing in holders and thing not in rooms and thing not in seen:
        seen.add(thing)
        thing = holders[thing]
    return thing


def _named(vertex: str) -> str:
    """A vertex with an article, if it takes one."""
    words = vertex.split()
    is_name = any(letter.isdigit() for letter in vertex) or words[0].endswith("'s")
    bare = is_name or words[0] in DETERMINERS | PREPOSITIONS | _ALONE
    return vertex if bare else f"the {vertex}"


def _with_article(relation: list[str]) -> list[str]:
    """`has exit` as one says it: `has an exit`."""
    if relation[0] != "has" or len(relation) < 2 or relation[1] in DETERMINERS:
        return relation
    return ["has", "an" if relation[1][0] in "aeiou" else "a", *relation[1:]]
