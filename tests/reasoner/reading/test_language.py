from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.language import CUTS, HEATS, STATES, bare, items, mentions, sentences, unmade
from tests.reasoner.scenes import names, prose


def test_a_text_falls_into_sentences_at_stops_and_line_ends() -> None:
    text = "You see a box! Is it open? It is.\n\nA list:\n  a key"
    assert sentences(text) == ["You see a box!", "Is it open?", "It is.", "A list:", "a key"]


@given(prose)
def test_sentences_lose_no_words(text: str) -> None:
    assert [*filter(str.isalnum, "".join(sentences(text)))] == [*filter(str.isalnum, text)]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("the red key", "red key"),
        ("A Red Key.", "red key"),
        ("some milk", "milk"),
        ('"an  old   map"', "old map"),
        ("your the coat", "coat"),
        ("theatre ticket", "theatre ticket"),
        ('the "old map"', "old map"),
        ("an", "an"),
        ("  ", ""),
    ],
)
def test_a_name_stands_without_article_and_marks(written: str, name: str) -> None:
    assert bare(written) == name


@given(st.text(max_size=40))
def test_a_bare_name_has_no_second_bare_form(text: str) -> None:
    assert bare(bare(text)) == bare(text)


def test_a_list_is_read_with_or_without_a_comma_before_and() -> None:
    assert items("a carrot, some milk and a red onion") == ["carrot", "milk", "red onion"]
    assert items("a carrot, some milk, and a red onion") == ["carrot", "milk", "red onion"]


def test_an_and_within_a_name_does_not_split_it() -> None:
    assert items("a salt and pepper shaker and an apple") == ["salt and pepper shaker", "apple"]


@given(st.lists(st.tuples(st.sampled_from(["a", "an", "some", "the"]), names), min_size=1, max_size=6))
def test_a_list_gives_back_the_names_that_were_put_into_it(things: list[tuple[str, str]]) -> None:
    told = [f"{article} {name}" for article, name in things]
    text = " and ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told)
    assert items(text) == [name for _, name in things]


@pytest.mark.parametrize(
    ("name", "base", "states"),
    [
        ("raw pork chop", "pork chop", ("raw",)),
        ("chopped roasted pork chop", "pork chop", ("chopped", "roasted")),
        ("burned diced red onion", "red onion", ("burned", "diced")),
        ("red onion", "red onion", ()),
        ("roasted", "roasted", ()),
    ],
)
def test_what_was_done_to_food_is_told_from_its_name(name: str, base: str, states: tuple[str, ...]) -> None:
    assert unmade(name) == (base, states)


@given(st.lists(st.sampled_from(STATES), max_size=3), names)
def test_states_and_name_come_back_as_they_were_joined(states: list[str], name: str) -> None:
    assert unmade(" ".join((*states, name))) == (name, tuple(states))


def test_every_way_to_cut_and_cook_leaves_a_state_that_is_known() -> None:
    assert {*CUTS.values(), *HEATS.values()} <= set(STATES)


def test_a_name_is_mentioned_as_whole_words_only() -> None:
    assert mentions("Unlock the RED KEY, then leave.", "red key")
    assert not mentions("There is a red keychain.", "red key")
    assert not mentions("There is a red key-ring.", "red key")
    assert not mentions("An ivory locker", "or")
