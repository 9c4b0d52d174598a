from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.model import same_words
from ariadne.reasoner.sense.habits import FeatureTable, Habits, habits, usual
from ariadne.reasoner.sense.habits.features import embedded, place_features, thing_features
from ariadne.reasoner.sense.kinds import kinds
from ariadne.reasoner.sense.places import rooms
from ariadne.reasoner.sense.sense import WEIGHTS, PossiblePlace, Sense
from tools.make_habits import NOTHING, lexicon_digest, saved

Similarity = Callable[[str, str], float]


HOUSE = [
    PossiblePlace("tool chest", "shed"), PossiblePlace("fruit bowl", "kitchen"),
    PossiblePlace("instrument stand", "music room"),
    PossiblePlace("freezer", "kitchen"), PossiblePlace("wardrobe", "bedroom"), PossiblePlace("pegs", "boathouse"),
]  # fmt: skip


def test_habits_know_what_the_other_signs_do_not(similarity: Similarity) -> None:
    house = [
        PossiblePlace("grain bin", "chicken coop"),
        PossiblePlace("dairy shelf", "cold store"),
        PossiblePlace("stool", "hall"),
    ]

    def home(known: Habits) -> str:
        mind = Sense(similarity, known)
        said = {place.holder: astuple(mind.signs_of("cracked corn", place)) for place in house}
        return max(said, key=lambda holder: float(np.dot(WEIGHTS, said[holder])))

    assert home(NOTHING) == "dairy shelf"
    assert home(habits()) == "grain bin"


def test_words_before_a_noun_tell_where_a_thing_is_usual(similarity: Similarity) -> None:
    mind, kitchen, bathroom = (
        Sense(similarity, habits()),
        PossiblePlace("table", "kitchen"),
        PossiblePlace("table", "bathroom"),
    )

    def leaning(thing: str) -> float:
        return mind.signs_of(thing, kitchen).usual - mind.signs_of(thing, bathroom).usual

    assert leaning("dish brush") > 0 > leaning("shower brush")


def test_what_ships_was_learned_with_the_lexicon_that_ships() -> None:
    assert habits().lexicon == lexicon_digest()


@pytest.mark.parametrize(("prefix", "known"), [("kind:", kinds()), ("room:", rooms())])
def test_what_ships_speaks_of_kinds_and_rooms_that_the_tables_have(prefix: str, known: dict[str, object]) -> None:
    for table in (habits().things, habits().places):
        assert {name.removeprefix(prefix) for name in table.row if name.startswith(prefix)} <= known.keys()


def test_without_minilm_habits_use_features_alone() -> None:
    assert not len(embedded(["fish knife"], same_words))
    mind, drawer, rack = (
        Sense(same_words, habits()),
        PossiblePlace("cutlery drawer", "kitchen"),
        PossiblePlace("coat rack", "hall"),
    )
    assert mind.signs_of("fish knife", drawer).usual > mind.signs_of("fish knife", rack).usual
    assert mind.signs_of("tweed coat", rack).usual > mind.signs_of("tweed coat", drawer).usual


def test_untrained_habits_are_neutral(similarity: Similarity) -> None:
    mind = Sense(similarity, NOTHING)
    assert {mind.signs_of("trombone", place).usual for place in HOUSE} == {0.0}


def test_what_is_saved_is_loaded_to_within_a_byte_of_each_row() -> None:
    rng = np.random.default_rng(1)

    def table(rank: int) -> FeatureTable:
        many = rng.normal(size=(5, rank)).astype(np.float32)
        return FeatureTable({f"word:{at}": at for at in range(5)}, many, rng.normal(size=(3, rank)).astype(np.float32))

    learned = Habits(table(4), table(5), lexicon="a digest")
    loaded = Habits.load(saved(learned))
    assert loaded.lexicon == "a digest"
    for before, after in ((learned.things, loaded.things), (learned.places, loaded.places)):
        assert after.row == before.row
        for old, new in ((before.vectors, after.vectors), (before.directions, after.directions)):
            assert np.abs(old - new).max() <= np.abs(old).max() / 254 + 1e-6


def test_the_vector_of_a_name_is_the_sum_of_its_features_that_are_known() -> None:
    table = FeatureTable({"a": 0, "b": 1}, np.array([[1, 0], [0, 2]], np.float32), np.array([[3, 3]], np.float32))
    assert table.vector({"a": 2.0, "b": 0.5, "new": 9.0}, np.array([1], np.float32)).tolist() == [5, 4]
    assert table.vector({"new": 1.0}, np.empty(0, np.float32)).tolist() == [0, 0]
    assert usual(np.array([1, 2], np.float32), np.array([3, 4, 0.5], np.float32)) == 11.5


NAMES = st.text(alphabet="abcdes -'", max_size=24)


@given(NAMES, NAMES, NAMES)
def test_any_name_has_features_of_finite_weight(thing: str, holder: str, room: str) -> None:
    for features in (thing_features(thing, {}, {}), place_features(holder, room, {}, {})):
        assert all(0 <= weight <= 1 for weight in features.values())


def test_a_floor_is_its_room_and_no_furniture() -> None:
    floor = place_features("attic", "attic", {"toys": 1.0}, {"attic": 1.0})
    assert {"floor", "in:attic", "room:attic"} <= floor.keys()
    assert not any(name.startswith(("word:", "last:", "is:")) for name in floor)
