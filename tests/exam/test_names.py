from __future__ import annotations

from ariadne.exam.names import EngineNames, Mention, mentions, names_in
from ariadne.exam.truth import TruthSnapshot
from tests.exam.plays import by_hand, place, state

NAMES = EngineNames(frozenset({"table", "patio table", "cup", "inventory"}), frozenset({"kitchen"}))


def test_names_are_marked_with_their_articles_and_adjectives() -> None:
    text, found = NAMES.marked("On the Patio Table is a small closed cup, not in your hands.")
    assert text == "on ⟨1⟩ is ⟨2⟩, not in ⟨3⟩."
    assert found == [Mention("patio table"), Mention("cup", True, "closed"), Mention("inventory")]


def test_what_there_is_none_of_is_not_among_them() -> None:
    assert NAMES.marked("There is no cup on a table.") == ("there is nothing on ⟨1⟩.", [Mention("table", True)])


def test_a_name_is_whole_words() -> None:
    assert NAMES.marked("The cupboard and the table-cloth.")[1] == []
    assert mentions("A red Cup.", "cup")
    assert not mentions("A cupboard.", "cup")


def test_an_engines_names_are_those_of_all_that_it_told_of() -> None:
    names = names_in(moment.truth for moment in by_hand().moments)
    assert (names.things, names.others) == ({"apple", "box"}, {"hall", "kitchen"})
    made = names_in([TruthSnapshot({place("raw chicken"): "pan", state("door"): "open"}, "kitchen")])
    assert (made.things, made.others) == ({"chicken"}, {"pan", "door", "kitchen"})
