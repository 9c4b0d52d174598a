from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations, product

from hypothesis import given
from hypothesis import strategies as st

from ariadne.games.rounds import Load, Stop, short_round

ROOMS = "abcdefg"
# Rooms in a row, each a move from the next.
ROW = {one: {other: abs(ROOMS.index(one) - ROOMS.index(other)) for other in ROOMS} for one in ROOMS}


def load(thing: str, source: str, *homes: str) -> Load:
    return Load(
        Stop(thing, f"floor of {source}", source), tuple(Stop(thing, f"shelf of {home}", home) for home in homes)
    )


def length(stops: list[Stop], start: str = "a") -> int:
    return sum(ROW[one][other] for one, other in pairwise([start, *(stop.room for stop in stops)]))


def all_rounds(wanted: list[Load]) -> Iterator[list[Stop]]:
    """Every order of all stops, with every choice of homes."""
    for homes in product(*(each.homes for each in wanted)):
        legs = [(each.source, home) for each, home in zip(wanted, homes, strict=True)]
        for order in permutations([stop for leg in legs for stop in leg]):
            if all(order.index(source) < order.index(home) for source, home in legs):
                yield list(order)


loads = st.lists(
    st.tuples(st.sampled_from(ROOMS), st.lists(st.sampled_from(ROOMS), min_size=1, max_size=2, unique=True)), max_size=3
).map(lambda drawn: [load(f"thing {number}", source, *homes) for number, (source, homes) in enumerate(drawn)])


@given(loads)
def test_each_thing_is_taken_once_and_then_put_into_one_of_its_homes(wanted: list[Load]) -> None:
    stops = short_round("a", wanted, ROW)
    assert len(stops) == 2 * len(wanted)
    for each in wanted:
        taken, put = [stop for stop in stops if stop.thing == each.source.thing]
        assert taken == each.source
        assert put in each.homes


@given(loads)
def test_few_loads_take_the_shortest_way_or_nearly(wanted: list[Load]) -> None:
    shortest = min(map(length, all_rounds(wanted)))
    assert shortest <= length(short_round("a", wanted, ROW)) <= 1.5 * shortest


def test_a_home_that_must_be_opened_is_worth_a_short_detour_only() -> None:
    hat = Load(Stop("hat", "floor", "a"), (Stop("hat", "chest", "a", effort=1), Stop("hat", "hook", "b")))
    assert [stop.place for stop in short_round("a", [hat], ROW)] in (["floor", "chest"], ["floor", "hook"])
    far = Load(hat.source, (hat.homes[0], Stop("hat", "hook", "d")))
    assert [stop.place for stop in short_round("a", [far], ROW)] == ["floor", "chest"]
