from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.games.catalogue import load_catalogue
from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.model import same_words
from ariadne.reasoner.sense.classify import kinds_of
from ariadne.reasoner.sense.kinds import kinds
from ariadne.reasoner.sense.kinds import table as table_of
from ariadne.reasoner.sense.names import core, head
from ariadne.reasoner.sense.places import purposes, room_types, rooms
from ariadne.reasoner.sense.sense import LOYALTY, PossiblePlace, companion, likely_rooms, score

Similarity = Callable[[str, str], float]


def test_shares_of_kinds_add_up_to_one(similarity: Similarity) -> None:
    assert sum(kinds_of("brass telescope", similarity).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "noun"),
    [("box of screws", "screws"), ("old leather suitcase", "suitcase"), ("chest of drawers", "chest of drawers")],
)
def test_the_noun_of_a_name_is_what_the_thing_is(name: str, noun: str) -> None:
    assert head(name)[0] == noun


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("opened carton of custard", "opened custard"),
        ("custard carton", "custard"),
        ("cape of wool", "wool cape"),
        ("jug of pewter", "pewter jug"),
        ("chest of drawers", "chest of drawers"),
    ],
)
def test_amounts_and_packages_are_not_what_a_thing_is(name: str, said: str) -> None:
    assert core(name) == said


def test_clearly_misplaced_things_overcome_the_loyalty_bonus(
    similarity: Similarity,
) -> None:
    odd, home = PossiblePlace("bathroom sink", "bathroom"), PossiblePlace("workbench", "garage")
    assert score("chisel", odd, similarity) + LOYALTY < score("chisel", home, similarity)


def test_a_thing_in_a_right_place_stays(similarity: Similarity) -> None:
    here, other = PossiblePlace("kitchen table", "kitchen"), PossiblePlace("cupboard", "kitchen")
    assert score("teapot", here, similarity) + LOYALTY > score("teapot", other, similarity)


@pytest.mark.parametrize(("name", "room"), [("yellow bedroom", "bedroom"), ("cellar workshop", "workshop")])
def test_a_room_is_above_all_what_its_name_ends_with(name: str, room: str, similarity: Similarity) -> None:
    assert room_types(name, similarity)[room] > 0.8


@pytest.mark.parametrize(("holder", "kind"), [("armoire", "clothes"), ("boot shelf", "footwear")])
def test_furniture_is_meant_for_what_its_class_or_its_name_tells(
    holder: str, kind: str, similarity: Similarity
) -> None:
    assert kind in purposes(holder, "hall", similarity)


def test_a_color_before_the_class_of_furniture_tells_nothing(similarity: Similarity) -> None:
    assert purposes("pink bookcase", "library", similarity) == purposes("bookcase", "library", similarity)


@pytest.mark.parametrize("holder", ["oak table", "tall chest", "green stool"])
def test_furniture_of_no_class_is_meant_for_whatever_its_room_is_for(holder: str, similarity: Similarity) -> None:
    assert purposes(holder, "bathroom", similarity) == {}


def test_among_its_like_a_thing_is_in_a_better_place(similarity: Similarity) -> None:
    alone = PossiblePlace("shelf", "living room")
    among = PossiblePlace("shelf", "living room", ("thriller", "anthology"))
    assert score("detective novel", among, similarity) > score("detective novel", alone, similarity)


def test_things_of_one_kind_are_alike_though_their_words_do_not_go_together(similarity: Similarity) -> None:
    drawer = PossiblePlace("drawer", "hall", ("ladle", "oboe", "lantern"))
    assert companion("harpsichord", drawer, similarity) == "oboe"
    assert not companion("harpsichord", PossiblePlace("drawer", "hall", ("harpsichord",)), similarity)


def test_a_memory_is_searched_with_the_likeliest_rooms(similarity: Similarity) -> None:
    assert likely_rooms("trombone", similarity)[0] == "music room"
    assert len(likely_rooms("trombone", similarity)) == 3


@given(st.text(alphabet="abc of-'", max_size=20), st.sampled_from(["bookcase", "hall", "x"]))
def test_any_name_is_judged(name: str, holder: str) -> None:
    assert math.isfinite(score(name, PossiblePlace(holder, "hall", (name, "sock")), same_words))


def test_every_noun_of_the_table_is_in_the_lexicon() -> None:
    for kind in kinds().values():
        for noun in kind.nouns:
            assert lexicon().meaning(noun) is not None


def test_every_room_and_kind_that_a_table_speaks_of_is_in_its_table() -> None:
    for kind in kinds().values():
        assert kind.rooms.keys() <= rooms().keys(), kind.name
    for name, entry in table_of("furniture").items():
        assert {*entry["for"], *entry.get("also", ())} <= kinds().keys(), name


def test_no_line_of_the_tables_is_a_thing_of_the_catalogue() -> None:
    lines = {text.partition(".")[0] for kind in kinds().values() for text in (kind.name, *kind.nouns, *kind.says)}
    shared = sorted(lines & load_catalogue().things.keys())
    assert shared == []
