from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.games.catalogue import load_catalogue
from ariadne.models.rules.kinds import head, kinds, kinds_of, table
from ariadne.models.rules.lexicon import lexicon
from ariadne.models.rules.model import same_words
from ariadne.models.rules.places import purposes, room_types, rooms
from ariadne.models.rules.sense import Place, fit, haunts, is_odd, usual

Similarity = Callable[[str, str], float]


@pytest.fixture(scope="module")
def similarity(minilm: MiniLM) -> Similarity:
    return TextCache(minilm).similarity


def likeliest(thing: str, similarity: Similarity) -> str:
    shares = kinds_of(thing, similarity)
    return max(shares, key=lambda kind: shares[kind])


@pytest.mark.parametrize(
    ("thing", "kind"),
    [
        ("galoshes", "footwear"),
        ("rusty chisel", "hand tools"),
        ("jar of mustard", "spices"),
        ("bassoon", "musical instruments"),
        ("emerald brooch", "jewelry"),
        ("goblets", "tableware"),
    ],
)
def test_a_thing_is_of_the_kind_that_its_noun_is_a_kind_of(thing: str, kind: str, similarity: Similarity) -> None:
    assert likeliest(thing, similarity) == kind


@pytest.mark.parametrize(
    ("thing", "kind"),
    [
        ("muddy overalls", "dirty laundry"),
        ("tiny saucepan", "toys"),
        ("frozen raspberries", "cold food"),
        ("toothpicks", "toiletries"),
    ],
)
def test_words_before_a_noun_may_make_something_else_of_it(thing: str, kind: str, similarity: Similarity) -> None:
    assert likeliest(thing, similarity) == kind


def test_shares_of_kinds_add_up_to_one(similarity: Similarity) -> None:
    assert sum(kinds_of("brass telescope", similarity).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "noun"),
    [("box of screws", "screws"), ("old leather suitcase", "suitcase"), ("chest of drawers", "chest of drawers")],
)
def test_the_noun_of_a_name_is_what_the_thing_is(name: str, noun: str) -> None:
    assert head(name)[0] == noun


def test_a_tool_is_odd_in_a_bathroom(similarity: Similarity) -> None:
    assert is_odd("chisel", Place("bathroom sink", "bathroom"), similarity)
    assert not is_odd("chisel", Place("workbench", "garage"), similarity)


def test_bread_is_odd_in_a_bedroom_and_at_home_in_a_kitchen(similarity: Similarity) -> None:
    assert is_odd("baguette", Place("double bed", "bedroom"), similarity)
    assert not is_odd("baguette", Place("kitchen counter", "kitchen"), similarity)


def test_a_room_may_have_another_name(similarity: Similarity) -> None:
    assert is_odd("sauerkraut", Place("armchair", "parlor"), similarity)
    assert not is_odd("sauerkraut", Place("table", "kitchenette"), similarity)
    assert max(room_types("bakehouse", similarity).items(), key=lambda item: item[1])[0] == "kitchen"


def test_a_thing_whose_kind_is_doubtful_is_odd_nowhere(similarity: Similarity) -> None:
    for room in rooms():
        assert not is_odd("thingamabob", Place(room, room), similarity)


def test_a_name_that_tells_a_room_is_at_home_there(similarity: Similarity) -> None:
    assert usual("gym socks", Place("gym", "gym"), similarity) > usual("socks", Place("gym", "gym"), similarity)


def test_furniture_that_is_meant_for_a_thing_makes_it_usual_in_any_room(similarity: Similarity) -> None:
    assert not is_odd("ankle boots", Place("shoe rack", "library"), similarity)
    assert is_odd("ankle boots", Place("table", "library"), similarity)


@pytest.mark.parametrize(
    ("holder", "kind"),
    [
        ("armoire", "clothes"),
        ("icebox", "cold food"),
        ("boot shelf", "footwear"),
        ("cutlery tray", "cutlery"),
        ("brass coat rack", "outdoor wear"),
    ],
)
def test_furniture_is_meant_for_what_its_class_or_its_name_tells(
    holder: str, kind: str, similarity: Similarity
) -> None:
    assert kind in purposes(holder, "hall", similarity)


@pytest.mark.parametrize("holder", ["oak table", "bathroom cabinet", "tall shelf"])
def test_furniture_of_no_class_is_meant_for_whatever_its_room_is_for(holder: str, similarity: Similarity) -> None:
    assert purposes(holder, "bathroom", similarity) == {}


def test_a_thing_fits_best_where_it_is_meant_to_be(similarity: Similarity) -> None:
    kitchen = [Place(holder, "kitchen") for holder in ("refrigerator", "spice rack", "kitchen table", "kitchen")]
    assert max(kitchen, key=lambda place: fit("camembert", place, similarity)).holder == "refrigerator"
    assert max(kitchen, key=lambda place: fit("nutmeg", place, similarity)).holder == "spice rack"


def test_among_its_like_a_thing_fits_better(similarity: Similarity) -> None:
    alone = Place("shelf", "living room")
    among = Place("shelf", "living room", ("thriller", "anthology"))
    assert fit("detective novel", among, similarity) > fit("detective novel", alone, similarity)


def test_haunts_are_the_likeliest_rooms(similarity: Similarity) -> None:
    assert haunts("trombone", similarity)[0] == "music room"
    assert len(haunts("trombone", similarity)) == 3


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet="abc of-'", max_size=20), st.sampled_from(["bookcase", "hall", "x"]))
def test_any_name_is_judged_within_bounds(name: str, holder: str) -> None:
    place = Place(holder, "hall", (name, "sock"))
    assert 0 <= fit(name, place, same_words) <= 1
    assert usual(name, place, same_words) >= 0


def test_every_noun_of_the_table_is_in_the_lexicon() -> None:
    for kind in kinds().values():
        for noun in kind.nouns:
            assert lexicon().meaning(noun) is not None


def test_every_room_and_kind_that_a_table_speaks_of_is_in_its_table() -> None:
    for kind in kinds().values():
        assert kind.rooms.keys() <= rooms().keys(), kind.name
    for name, entry in table("furniture").items():
        assert {*entry["for"], *entry.get("also", ())} <= kinds().keys(), name


def test_no_line_of_the_tables_is_a_thing_of_the_catalogue() -> None:
    lines = {text.partition(".")[0] for kind in kinds().values() for text in (kind.name, *kind.nouns, *kind.says)}
    assert not lines & load_catalogue().things.keys()
