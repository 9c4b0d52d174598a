from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ariadne.models.rules.intents import Intent, intents, parse
from ariadne.models.rules.language import CUTS, DIRECTIONS, HEATS
from tests.models.rules.scenes import names, prose

_ALONE = ("take", "drop", "open", "close", "read", "eat", "find", "prepare", "put", "unlock", *CUTS, *HEATS)
_WITH = ("take", "put", "unlock", *CUTS, *HEATS)

doings = st.one_of(
    st.just(Intent("explore")),
    st.just(Intent("revisit")),
    st.builds(Intent, st.just("go"), st.sampled_from(DIRECTIONS)),
    st.builds(Intent, st.just("tidy"), names),
    st.builds(Intent, st.sampled_from(_ALONE), names),
    st.builds(Intent, st.sampled_from(_WITH), names, names),
)


@settings(deadline=None)
@given(doings)
def test_a_sub_goal_means_what_it_was_written_for(intent: Intent) -> None:
    assert parse(str(intent)) == intent


@settings(deadline=None)
@given(doings, prose)
def test_the_reason_does_not_change_what_a_sub_goal_means(intent: Intent, reason: str) -> None:
    assume("belongs" not in reason)
    assert parse(f"{intent} | {reason}") == intent


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Pick up the red key", Intent("take", "red key")),
        ("Get hold of the red key", Intent("take", "red key")),
        ("Retrieve the treasure from the golden chest", Intent("take", "treasure", "golden chest")),
        ("Grab the lamp that nobody wants", Intent("take", "lamp")),
        ("Use the red key to unlock the golden locker", Intent("unlock", "golden locker")),
        ("Examine the crumpled note", Intent("read", "crumpled note")),
        ("Look at the painting", Intent("read", "painting")),
        ("Place the lamp on the shelf", Intent("put", "lamp", "shelf")),
        ("Insert the coin into the slot", Intent("put", "coin", "slot")),
        ("Shut the fridge", Intent("close", "fridge")),
        ("Open the drop box", Intent("open", "drop box")),
        ("Fry the carrot with the stove", Intent("fry", "carrot", "stove")),
        ("Slice the red onion using the knife", Intent("slice", "red onion", "knife")),
        ("Look for the rope", Intent("find", "rope")),
        ("Venture north", Intent("go", "north")),
        ("Take a trip east", Intent("go", "east")),
        ("Head to the south", Intent("go", "south")),
        ("Explore the house", Intent("explore")),
        ("Go on exploring to the west", Intent("explore")),
        ("Put the muddy boots where it belongs", Intent("tidy", "muddy boots")),
    ],
)
def test_everyday_words_mean_the_same(words: str, intent: Intent) -> None:
    assert parse(words) == intent


@pytest.mark.parametrize("words", ["", "Be happy", "The kitchen is nice", "?!"])
def test_words_that_name_no_doing_mean_none(words: str) -> None:
    assert parse(words) is None


def test_a_text_asks_for_several_things_in_their_order() -> None:
    goal = (
        "First, open the blue chest. Then take the lamp, and after that put the lamp on the shelf; finally eat the pie."
    )
    assert [(intent.verb, intent.thing) for intent in intents(goal)] == [
        ("open", "blue chest"),
        ("take", "lamp"),
        ("put", "lamp"),
        ("eat", "pie"),
    ]


@settings(deadline=None)
@given(prose)
def test_any_text_can_be_read_for_what_it_asks(text: str) -> None:
    for intent in (*intents(text), *filter(None, [parse(text)])):
        assert intent.verb
        assert intent.thing or intent.verb == "explore"
