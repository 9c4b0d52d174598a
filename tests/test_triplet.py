from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ariadne.triplet import Triplet, clean

parts = st.text(st.one_of(st.characters(), st.sampled_from(",|.;()[]{}\"' ab")), min_size=1, max_size=12)


def test_spellings_of_a_triplet_are_equal() -> None:
    assert Triplet(" The  Kitchen", "CONTAINS", '"fridge".') == Triplet("the kitchen", "contains", "fridge")


def test_it_is_written_with_commas_unless_a_part_holds_one() -> None:
    assert str(Triplet("hall", "is east of", "kitchen")) == "hall, is east of, kitchen"
    assert str(Triplet("note", "says", "yes, no")) == "note | says | yes, no"


@pytest.mark.parametrize(
    "text",
    [
        "Key, is in, Box",
        "key | is in | box",
        '["key", "is in", "box"];',
        "(key, is in, box)",
        "<'key' | 'is in' | 'box'>",
        "  key ,is in,\tbox ; ",
    ],
)
def test_a_triplet_is_read_leniently(text: str) -> None:
    assert Triplet.parse(text) == Triplet("key", "is in", "box")


def test_more_than_three_comma_parts_belong_to_the_object() -> None:
    assert Triplet.parse("ring, costs, 1,000 coins") == Triplet("ring", "costs", "1,000 coins")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "key, is in",
        ", is in, box",
        "a,,b",
    ],
)
def test_text_without_three_parts_is_no_triplet(text: str) -> None:
    with pytest.raises(ValueError, match="triplet"):
        Triplet.parse(text)


@given(parts, parts, parts)
def test_what_is_written_is_read_back(subject: str, relation: str, thing: str) -> None:
    assume(all(clean(part) for part in (subject, relation, thing)))
    triplet = Triplet(subject, relation, thing)
    assert Triplet.parse(str(triplet)) == triplet


@given(st.text())
def test_any_text_is_a_triplet_or_a_value_error(text: str) -> None:
    try:
        triplet = Triplet.parse(text)
    except ValueError:
        return
    assert triplet == Triplet.parse(str(triplet))
