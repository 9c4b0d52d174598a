"""Knowledge of places, one line each: their contents, states and exits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ariadne.caches import cached
from ariadne.gather import gathered
from ariadne.geography import exit_of, held, read_connection
from ariadne.triplet import Triplet, triplets_of

IS = "is"
DEEPEST = 4
"""Deepest nesting of things in things that is shown."""


def by_place(facts: Iterable[str]) -> str:
    """Return facts about places, grouped by place, as lines of text.

    Of `egg, is in, fridge`, `fridge, is in, kitchen`, `fridge, is, open`, `hall, is north of, kitchen` and `kitchen,
    has exit, east` comes `kitchen: fridge (open) [egg] · ways: north to hall, east not tried`.
    """
    return _by_place(tuple(facts))


@cached(8)
def _by_place(facts: tuple[str, ...]) -> str:
    """Cached, since several questions of a step show the same facts."""
    told = triplets_of(facts)
    ways = gathered(pair for fact in told if (pair := _way(fact)))
    there = gathered((pair[1], pair[0]) for fact in told if (pair := held(fact)))
    states = gathered((fact.subject, fact.object) for fact in told if fact.relation == IS)
    inside = {thing for things in there.values() for thing in things}
    places = dict.fromkeys([*ways, *(holder for holder in there if holder not in inside)])
    return "\n".join(_line(place, there, states, ways.get(place, ())) for place in places)


def untried(facts: Iterable[str]) -> str:
    """Return untried exits in the order of the facts: `kitchen east, north; attic up`."""
    ways = gathered(filter(None, map(exit_of, triplets_of(facts))))
    return "; ".join(f"{place} {', '.join(directions)}" for place, directions in ways.items())


def _line(
    place: str, there: Mapping[str, Sequence[str]], states: Mapping[str, Sequence[str]], ways: Sequence[str]
) -> str:
    things = ", ".join(_things(place, there, states, DEEPEST))
    leading = f"ways: {', '.join(ways)}" if ways else ""
    return f"{place}: {' · '.join(filter(None, (things, leading)))}"


def _things(
    holder: str, there: Mapping[str, Sequence[str]], states: Mapping[str, Sequence[str]], left: int
) -> Iterator[str]:
    for thing in there.get(holder, ()) if left else ():
        state = f" ({', '.join(states[thing])})" if thing in states else ""
        inside = ", ".join(_things(thing, there, states, left - 1))
        yield f"{thing}{state}{f' [{inside}]' if inside else ''}"


def _way(fact: Triplet) -> tuple[str, str] | None:
    """A place, and what is known of one of its exits."""
    if way := read_connection(fact):
        return way.origin, f"{way.direction} {'' if way.is_sure else 'perhaps '}to {way.destination}"
    exit_ = exit_of(fact)
    return (exit_[0], f"{exit_[1]} not tried") if exit_ else None
