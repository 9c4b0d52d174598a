"""Errands before TextWorld makes them: their content, and that no plan is shorter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.games.errands.chores import holds
from ariadne.games.errands.foods import COOKBOOK, KNIFE
from ariadne.games.errands.home import CARRIED, Home, HouseState, draw_home
from ariadne.games.errands.knobs import KINDS, ErrandsKnobs
from ariadne.games.errands.maker import build, draw_errands
from ariadne.games.presets import load_preset
from ariadne.worlds.card import Errand, Wish
from tests.conftest import SMALL


@dataclass(frozen=True)
class Drawn:
    """A house with its errands."""

    knobs: ErrandsKnobs
    home: Home
    first: HouseState
    errands: list[Errand]

    def moments(self) -> Iterator[tuple[Errand, HouseState]]:
        """Each errand with the state when it is given; then its walk is followed."""
        state = deepcopy(self.first)
        for errand in self.errands:
            state.lies.update({news.thing: news.place for news in errand.news})
            yield errand, deepcopy(state)
            for command in errand.walk:
                obey(self.home, state, command)


def drawn(knobs: ErrandsKnobs, seed: int) -> Drawn:
    rng = random.Random(seed)
    home, state = draw_home(knobs, rng)
    return Drawn(knobs, home, state, draw_errands(knobs, home, state, rng))


def of_preset(name: str, seed: int) -> Drawn:
    knobs = load_preset(name).knobs
    assert isinstance(knobs, ErrandsKnobs)
    return drawn(knobs, seed)


@st.composite
def lives(draw: st.DrawFn) -> Drawn:
    """The errands of small houses, if there are any."""
    kinds = {kind: draw(st.integers(0, 2)) for kind in KINDS}
    knobs = ErrandsKnobs(
        rooms=draw(st.integers(4, 6)), things=30, closed=draw(st.floats(0.3, 1)), locked=draw(st.integers(0, 1)),
        doors=draw(st.integers(0, 3)), news=draw(st.integers(0, 4)), loops=draw(st.floats(0, 1)),
        **{**kinds, "fetch": 4},
    )  # fmt: skip
    try:
        return drawn(knobs, draw(st.integers(0, 2**32)))
    except UserError:
        assume(False)
        raise


def can(home: Home, state: HouseState, things: set[str], places: set[str]) -> Iterator[str]:
    """Valid commands: all moves and openings, and handling of some things in some places."""
    for way, room in home.house.exits[state.room].items():
        door = home.house.doors.get((state.room, room))
        yield f"go {way}" if not door or state.shut[door] == "open" else f"open {door}"
    here = [place for place in (state.room, *home.furniture[state.room]) if state.shut.get(place, "open") == "open"]
    for piece in home.furniture[state.room]:
        key = home.keys.get(piece)
        has_key = key is not None and state.lies[key] == CARRIED
        match state.shut.get(piece):
            case "open":
                yield f"close {piece}"
            case "closed":
                yield f"open {piece}"
                if has_key:
                    yield f"lock {piece} with {key}"
            case "locked" if has_key:
                yield f"unlock {piece} with {key}"
    for thing in things:
        place = state.lies[thing]
        if place in here:
            yield f"take {thing}" if place == state.room else f"take {thing} from {place}"
        elif place == CARRIED:
            yield f"drop {thing}"
            yield from (f"put {thing} on {other}" for other in here if other in places and other != state.room)


def obey(home: Home, state: HouseState, command: str) -> None:
    """Change a state as the engine does."""
    verb, _, rest = command.partition(" ")
    match verb:
        case "go":
            state.room = home.house.exits[state.room][rest]
        case "open":
            state.shut[rest] = "open"
        case "close":
            state.shut[rest] = "closed"
        case "lock" | "unlock":
            state.shut[rest.partition(" with ")[0]] = "locked" if verb == "lock" else "closed"
        case "take":
            state.lies[rest.partition(" from ")[0]] = CARRIED
        case "drop":
            state.lies[rest] = state.room
        case "put" | "insert":
            thing, _, place = rest.partition(" on " if verb == "put" else " into ")
            state.lies[thing] = place
        case "cook" | "slice" | "dice" | "chop":
            state.prepared.add(rest.partition(" with ")[0])


def fewest(home: Home, state: HouseState, errand: Errand, most: int) -> int:
    """The length of a shortest plan, found by trying all, if it is at most `most`."""
    things = {wish.thing for wish in errand.wishes if wish.places} | set(home.keys.values())
    places = {place for wish in errand.wishes for place in wish.places}
    reached = {seal(state)}
    edge = [state]
    for length in range(1, most + 1):
        beyond = []
        for old in edge:
            for command in can(home, old, things, places):
                new = HouseState(old.room, dict(old.lies), dict(old.shut))
                obey(home, new, command)
                if all(holds(home, new, wish) for wish in errand.wishes):
                    return length
                if (sealed := seal(new)) not in reached:
                    reached.add(sealed)
                    beyond.append(new)
        edge = beyond
    raise AssertionError(f"{errand.text} takes more than {most} commands")


def seal(state: HouseState) -> tuple[object, ...]:
    return state.room, tuple(state.lies.values()), tuple(state.shut.values())


@given(lives())
def test_an_errand_is_fulfilled_by_its_walk_and_not_before(life: Drawn) -> None:
    for errand, state in life.moments():
        assert not all(holds(life.home, state, wish) for wish in errand.wishes)
        for command in errand.walk:
            assert not all(holds(life.home, state, wish) for wish in errand.wishes), (errand.text, errand.walk)
            obey(life.home, state, command)
        assert all(holds(life.home, state, wish) for wish in errand.wishes), errand.text


@given(lives())
def test_there_are_as_many_errands_of_each_kind_as_the_knobs_say(life: Drawn) -> None:
    assert +Counter(life.knobs.by_kind) == Counter(errand.kind for errand in life.errands)
    assert len(life.first.lies) == life.knobs.things
    assert sum(len(errand.news) for errand in life.errands) <= life.knobs.news


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))])
def test_no_plan_is_shorter_than_an_errands_walk(seed: int) -> None:
    life = drawn(ErrandsKnobs(**SMALL["errands"]), seed)
    tried = 0
    for errand, state in life.moments():
        if (
            errand.kind != "dish"
            and len(errand.walk) <= 9
            and not any(COOKBOOK in wish.thing for wish in errand.wishes)
        ):
            assert fewest(life.home, state, errand, len(errand.walk)) == len(errand.walk), (errand.text, errand.walk)
            tried += 1
    assert tried >= 5


@given(lives())
def test_descriptions_in_errands_are_true_when_given(life: Drawn) -> None:
    first = life.first
    for errand, state in life.moments():
        things = [wish.thing for wish in errand.wishes]
        at = {place: [name for name, its in state.lies.items() if its == place] for place in state.lies.values()}
        if errand.kind == "beside":
            assert sorted(at[state.lies[things[0]]]) == sorted([*things, between(errand.text, "beside the ", " to ")])
        elif errand.kind == "inside":
            assert at[between(errand.text, "in the ", " to the ")] == things
        elif errand.kind == "put_back":
            assert errand.wishes == (Wish(thing=things[0], places=(first.lies[things[0]],)),)
        elif errand.kind == "as_it_was":
            assert errand.wishes == (Wish(thing=things[0], states=(first.shut[things[0]],)),)
        elif errand.kind == "alike":
            noun = things[0].split()[-1]
            assert set(things) == {name for name in first.lies if name.split()[-1] == noun}
            assert 2 <= len(things) <= 4
            assert len({state.lies[thing] for thing in things}) > 1


def between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]


@given(lives())
def test_things_described_by_place_stay_there_after_given_up_errands(life: Drawn) -> None:
    """No errand moves a thing to or from where a described thing lies."""
    home, kept = life.home, {**life.home.pairs, **{piece: (thing,) for piece, thing in life.home.singles.items()}}
    for errand, _ in life.moments():
        used = {place for place, things in kept.items() if errand.wishes[0].thing in things}
        if errand.kind in ("beside", "inside"):
            assert len(used) == 1
            kept = {place: things for place, things in kept.items() if place not in used}
        for wish in errand.wishes:
            assert not kept.keys() & set(wish.places)
            assert wish.thing not in {thing for things in kept.values() for thing in things}
        for news in errand.news:
            assert news.place not in kept
            assert home.room_of[news.place]


@pytest.mark.parametrize("name", ["errands", "errands-hard"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, 5))])
def test_the_second_half_asks_for_things_of_the_first(name: str, seed: int) -> None:
    life = of_preset(name, seed)
    half = len(life.errands) // 2
    moved = {wish.thing for errand in life.errands[:half] for wish in errand.wishes if wish.places}
    moved |= {news.thing for errand in life.errands[:half] for news in errand.news}
    late = [errand for errand in life.errands[half:] if errand.kind == "put_back"]
    assert len(late) >= life.knobs.put_back / 2
    assert sum(errand.wishes[0].thing in moved for errand in late) >= len(late) / 2
    assert sum(len(errand.walk) for errand in life.errands) * 1.5 < load_preset(name).max_steps


def test_a_cookbook_a_knife_and_keys_lie_where_they_can_be_reached() -> None:
    for seed in range(20):
        life = drawn(ErrandsKnobs(**SMALL["errands"]), seed)
        for tool in (COOKBOOK, *life.home.keys.values()):
            assert life.first.shut.get(life.first.lies[tool], "open") == "open"
        assert life.first.shut.get(life.first.lies[KNIFE], "open") != "locked"


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"rooms": 99}, "99 rooms, but the catalogue has"),
        ({"things": 5}, "5 things, but the errands need"),
        ({"rooms": 4, "doors": 4}, "4 doors need at least 5 rooms"),
        (dict.fromkeys(KINDS, 0), "no errands"),
    ],
)
def test_impossible_knobs_are_explained(knobs: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ErrandsKnobs.model_validate(knobs)


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"closed": 0.0}, "2 locked containers, but 0 outside the kitchen are closed"),
        ({"rooms": 4, "things": 60, "inside": 12}, "more furniture than the house has"),
        ({**dict.fromkeys(KINDS, 0), "put_back": 3}, "too little for its errands"),
        ({"things": 3000}, "the catalogue has"),
    ],
)
def test_a_house_that_is_too_small_says_what_is_missing(knobs: dict[str, int], said: str) -> None:
    with pytest.raises(UserError, match=said):
        build(ErrandsKnobs.model_validate(knobs), 1)
