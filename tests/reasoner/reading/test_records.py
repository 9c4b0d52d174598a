from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import WAYS
from ariadne.reasoner.reading.notes import Prose
from ariadne.reasoner.reading.records import beside, connection, recorded, way_of
from tests.reasoner.scenes import prose, said


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        (
            "From the hall one gets north to the salt and pepper room and east to the den.",
            {
                "salt and pepper room, is north of, hall",
                "hall, is south of, salt and pepper room",
                "den, is east of, hall",
                "hall, is west of, den",
            },
        ),
        ("Kitchen is east of hall.", {"kitchen, is east of, hall", "hall, is west of, kitchen"}),
        ("From the hall the ways north and up are untried.", {"hall, has exit, north", "hall, has exit, up"}),
        ("The hall has exits north, east and south.", {f"hall, has exit, {way}" for way in ("north", "east", "south")}),
        ("The hall has an unexplored exit to the west.", {"hall, has exit, west"}),
        ("The screen door leads north from the hall.", {"screen door, leads, north from hall"}),
        (
            "On the floor of the hall are a lamp and some rope.",
            {f"{n}, is on the floor of, hall" for n in ("lamp", "rope")},
        ),
        (
            "The fridge, the oven and the red key box are open.",
            {f"{n}, is, open" for n in ("fridge", "oven", "red key box")},
        ),
        ("The fridge is open and empty.", {"fridge, is, open"}),
        ("The red potato is sliced and fried.", {"red potato, is, sliced", "red potato, is, fried"}),
        ("The red key has opened the blue chest.", {"red key, has opened, blue chest"}),
    ],
)
def test_a_record_is_read_wherever_the_reader_stands(sentence: str, facts: set[str]) -> None:
    assert said(sentence, "") == facts
    assert said(sentence, "cellar") == facts


def test_it_refers_to_the_last_record() -> None:
    assert said("The blue chest is locked. It stands in the cellar.") == {
        "blue chest, is, locked",
        "blue chest, is in, cellar",
    }


def test_a_hint_at_a_lock_is_no_connection() -> None:
    sentence = "The teal locker is north of the wine cellar."
    assert recorded(sentence) == []
    assert set(Prose().read(sentence)) == {("teal locker", "could be north of", "wine cellar")}


@pytest.mark.parametrize(
    "sentence",
    [
        "The box that is open",
        "If the box is open",
        "The box is not open.",
        "From the hall one gets cold.",
        "The road leads to Rome.",
        "The lamp is in the box and the box is open.",
    ],
)
def test_similar_sentences_are_not_records(sentence: str) -> None:
    assert recorded(sentence) == []


@given(st.sampled_from(WAYS))
def test_a_connection_leads_there_and_back(way: str) -> None:
    there, back = connection("hall", way, "den")
    assert there == ("den", beside(way), "hall")
    assert way_of(there[1]) == way
    assert connection("den", way_of(back[1]), "hall") == [back, there]


@given(prose)
def test_any_text_may_be_a_record_or_none(text: str) -> None:
    assert all(len(statement) == 3 for statement in recorded(text))
