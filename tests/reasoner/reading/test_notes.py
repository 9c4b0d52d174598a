from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.games.notes import IN_PART, IN_ROOM, OPENS
from ariadne.reasoner.reading.language import sentences
from ariadne.reasoner.reading.notes import KEYS, LOCKS, Prose, named
from tests.reasoner.scenes import prose


def told(text: str) -> set[str]:
    """The statements of a note, one line each."""
    reader = Prose()
    return {", ".join(statement) for sentence in sentences(text) for statement in reader.read(sentence)}


@pytest.mark.parametrize(
    "note",
    [
        "The red key opens the blue chest.",
        "The red key fits the lock of the blue chest.",
        "The blue chest is opened by the red key.",
        "The blue chest yields to the red key.",
        "Use the red key to unlock the blue chest.",
        "Try the red key on the blue chest.",
        "With the red key you can open the blue chest.",
        "To open the blue chest, you need the red key.",
        "Here is the red key. It opens the blue chest.",
        "Take the red key. This key fits the blue chest.",
        "Red key = blue chest",
    ],
)
def test_a_key_and_its_lock_are_found_however_it_is_put(note: str) -> None:
    assert "red key, opens, blue chest" in told(note)


@pytest.mark.parametrize("form", OPENS)
@pytest.mark.parametrize("key", ["zinc key", "key 3", "old latchkey"])
@pytest.mark.parametrize("locker", ["teal locker", "golden strongbox"])
def test_the_notes_of_a_treasure_hunt_tell_what_a_key_opens(form: str, key: str, locker: str) -> None:
    assert f"{key}, opens, {locker}" in told(form.format(key=key, locker=locker))


@pytest.mark.parametrize("form", IN_ROOM)
def test_the_notes_of_a_treasure_hunt_tell_the_room_of_a_locker(form: str) -> None:
    assert told(form.format(locker="teal locker", room="wine cellar")) == {"teal locker, is in, wine cellar"}


@pytest.mark.parametrize("form", IN_PART)
@pytest.mark.parametrize("way", ["north", "east"])
def test_the_notes_of_a_treasure_hunt_tell_in_which_part_of_the_house_a_locker_is(form: str, way: str) -> None:
    note = form.format(locker="teal locker", room="wine cellar", way=way)
    assert told(note) == {f"teal locker, could be {way} of, wine cellar"}


@pytest.mark.parametrize(
    "note",
    [
        "The red key does not open the blue chest.",
        "The red key won't open the blue chest.",
        "The red key never opened the blue chest.",
        "For the blue chest the red key is useless.",
        "Don't try the red key on the blue chest.",
    ],
)
def test_a_key_that_does_not_fit_opens_nothing(note: str) -> None:
    assert not {statement for statement in told(note) if ", opens, " in statement}


@pytest.mark.parametrize(
    "note",
    [
        "He who holds the red key shall open the blue chest, and not the green chest, which is a fake.",
        "The red key, which does not fit the green chest, opens the blue chest.",
        "Not the green chest but the blue chest is opened by the red key.",
    ],
)
def test_of_several_locks_the_affirmed_one_counts(note: str) -> None:
    assert {statement for statement in told(note) if ", opens, " in statement} == {"red key, opens, blue chest"}


def test_the_lock_is_what_the_key_of_the_next_sentence_opens_there() -> None:
    assert told("The blue chest is in the garden. Take the red key there.") == {
        "blue chest, is in, garden",
        "red key, opens, blue chest",
    }


@pytest.mark.parametrize(
    ("note", "statements"),
    [
        ("The old lamp lies on the mantelpiece.", {"old lamp, is on, mantelpiece"}),
        ("You will find the old lamp in the attic.", {"old lamp, is in, attic"}),
        (
            "The old lamp is in the attic and the rope is in the cellar.",
            {"old lamp, is in, attic", "rope, is in, cellar"},
        ),
        ("The old lamp is kept on the shelf in the attic.", {"old lamp, is on, shelf", "shelf, is in, attic"}),
        ("The old lamp is in the attic, where nobody goes.", {"old lamp, is in, attic"}),
        (
            "The red key opens the blue chest. It stands in the cellar.",
            {"red key, opens, blue chest", "blue chest, is in, cellar"},
        ),
        (
            "The red key belongs to the blue chest, which is in the garden.",
            {"red key, opens, blue chest", "blue chest, is in, garden"},
        ),
        (
            "Unlock the blue chest with the red key. You will find that chest in the garden.",
            {"red key, opens, blue chest", "blue chest, is in, garden"},
        ),
    ],
)
def test_locations_apply_to_the_right_thing(note: str, statements: set[str]) -> None:
    assert told(note) == statements


@pytest.mark.parametrize(
    "note",
    [
        "The lamp is not in the attic.",
        "The lamp isn't on the shelf.",
        "The lamp is no longer in the attic.",
        "The lamp was never in the attic.",
        "There is no lamp in the attic.",
        "You see nothing in the attic.",
    ],
)
def test_negated_locations_are_no_places(note: str) -> None:
    assert not {statement for statement in told(note) if ", is in, " in statement or ", is on, " in statement}


USES = {"stove, used for, frying", "oven, used for, roasting", "bbq, used for, grilling"}


@pytest.mark.parametrize(
    "note",
    [
        "The stove is for frying, the oven for roasting and the BBQ for grilling.",
        "You fry with the stove, roast with the oven, and grill with the BBQ.",
        "Frying is done on the stove; for roasting use the oven, for grilling the BBQ.",
        "To fry, use the stove. To roast, use the oven. To grill, use the BBQ.",
        "What is fried comes from the stove, and what is roasted from the oven, while the BBQ is where one grills.",
    ],
)
def test_an_appliance_is_used_for_what_the_text_says(note: str) -> None:
    assert told(note) == USES


def test_uses_need_not_be_the_customary_ones() -> None:
    assert told("In this house you roast over the campfire and fry in the oven.") == {
        "campfire, used for, roasting",
        "oven, used for, frying",
    }


@pytest.mark.parametrize("note", ["The oven is not for frying.", "Never grill on the stove!", "Don't fry in the oven."])
def test_an_appliance_is_not_used_for_what_the_text_forbids(note: str) -> None:
    assert not {statement for statement in told(note) if "used for" in statement}


@pytest.mark.parametrize(
    ("note", "statement"),
    [
        ("Anna lives in Paris.", "anna, lives in, paris"),
        ("The old miller owns a dog.", "old miller, owns, dog"),
        ("Paris is the capital of France.", "paris, is, capital of france"),
        ("The blue chest is welded shut.", "blue chest, is, welded shut"),
    ],
)
def test_plain_statements_become_facts(note: str, statement: str) -> None:
    assert told(note) == {statement}


@pytest.mark.parametrize(
    "note",
    [
        "Your score has just gone up by one point.",
        "But the thing is empty.",
        "You'll have to ask where they got this.",
        "Never use force.",
        "Is this a joke?",
        "",
    ],
)
def test_small_talk_states_nothing(note: str) -> None:
    assert told(note) == set()


def test_names_end_in_their_noun_and_may_bear_a_number() -> None:
    assert named("Take the small red key and key 2 to the old oak chest or the chest.", KEYS) == [
        "small red key",
        "key 2",
    ]
    assert named("Take the small red key and key 2 to the old oak chest or the chest.", LOCKS) == ["old oak chest"]
    assert named("Room C has a red key, a blue key and a red key.", KEYS) == ["red key", "blue key"]


@given(prose, st.sampled_from([KEYS, LOCKS]))
def test_a_name_has_words_of_the_text_only_and_more_than_its_noun(text: str, head: str) -> None:
    found = named(text, head)
    assert len(found) == len(set(found))
    assert all(2 <= len(name.split()) <= 5 and all(word in text.lower() for word in name.split()) for name in found)


@given(st.lists(prose, max_size=4))
def test_any_text_can_be_read_as_prose(texts: list[str]) -> None:
    reader = Prose()
    for text in texts:
        for statement in reader.read(text):
            assert len(statement) == 3
            assert all(statement)
