"""Knowledge of places as lines: their ways, their contents, and the states of their contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ariadne.caches import cached
from ariadne.gather import gathered
from ariadne.geography import exit_of, held, read_connection
from ariadne.triplet import Triplet, triplets_of

IS = "is"
DEEPEST = 4
"""The deepest nesting of things in things that is shown."""


def by_place(facts: Iterable[str]) -> str:
    """Return facts about places as lines of text: first the ways from each place, then its contents.

    For example, `egg, is in, fridge`, `fridge, is in, kitchen`, `fridge, is, open`, `hall, is north of, kitchen` and
    `kitchen, has exit, east` become `kitchen: ways: east not tried, north to hall` and `kitchen: fridge (open) [egg]`.
    Ways rarely change, so prompts share them as a prefix.
    """
    return "\n".join(_lines(tuple(facts)).values())


def unchanged_first(facts: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """Sort facts about places so that `by_place` starts with the lines unchanged since `before`, in their old order.
    Two prompts then share a longer prefix, which a provider's prompt cache keeps.
    """
    old, new = _lines(tuple(before)), _lines(tuple(facts))
    unchanged = [key for key, line in old.items() if new.get(key) == line]
    rank = {key: at for at, key in enumerate(dict.fromkeys([*unchanged, *new]))}
    triplets = triplets_of(facts)
    holders = dict(filter(None, map(held, triplets)))

    def line(fact: Triplet) -> int:
        """The rank of the line that contains a fact: of its way, or of the place of its thing."""
        if way := _way(fact):
            return rank[True, way[0]]
        name = (held(fact) or fact.vertices)[0]
        for _ in range(DEEPEST):
            name = holders.get(name, name)
        return rank.get((False, name), len(rank))

    return tuple(map(str, sorted(triplets, key=line)))


@cached(8)
def _lines(facts: tuple[str, ...]) -> Mapping[tuple[bool, str], str]:
    """The lines of each place, for its ways (True) and its contents (False). Cached: several questions of a step show
    the same facts."""
    triplets = triplets_of(facts)
    ways = gathered(filter(None, map(_way, triplets)))
    there = gathered((pair[1], pair[0]) for fact in triplets if (pair := held(fact)))
    states = gathered((fact.subject, fact.object) for fact in triplets if fact.relation == IS)
    inside = {thing for things in there.values() for thing in things}
    lines = {(True, place): f"{place}: ways: {', '.join(sorted(leading))}" for place, leading in ways.items()}
    for place in there:
        if place not in inside:
            lines[False, place] = f"{place}: {', '.join(_things(place, there, states, DEEPEST))}"
    return lines


def untried(facts: Iterable[str]) -> str:
    """Return untried exits in the order of the facts: `kitchen east, north; attic up`."""
    ways = gathered(filter(None, map(exit_of, triplets_of(facts))))
    return "; ".join(f"{place} {', '.join(directions)}" for place, directions in ways.items())


def _things(
    holder: str, there: Mapping[str, Sequence[str]], states: Mapping[str, Sequence[str]], left: int
) -> Iterator[str]:
    for thing in there.get(holder, ()) if left else ():
        state = f" ({', '.join(states[thing])})" if thing in states else ""
        inside = ", ".join(_things(thing, there, states, left - 1))
        yield f"{thing}{state}{f' [{inside}]' if inside else ''}"


def _way(fact: Triplet) -> tuple[str, str] | None:
    """A place, and the text about one of its exits."""
    if way := read_connection(fact):
        return way.origin, f"{way.direction} {'' if way.is_sure else 'perhaps '}to {way.destination}"
    exit_ = exit_of(fact)
    return (exit_[0], f"{exit_[1]} not tried") if exit_ else None
