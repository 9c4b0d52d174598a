"""Which vertices a text names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.names import LONGEST, NameIndex, Names
from ariadne.triplet import clean

VERTICES = [
    "alice", "alice smith", "paris", "york", "new york", "new york city", "the hobbit", "cat in the hat", "who",
    "office", "acme corp.", "bob's dog", "st. john's", "2001: a space odyssey", "jean-paul", "u.s.a.", "jürgen",
    "straße", "o'brien", "river",
]  # fmt: skip


def names(vertices: Sequence[str] = VERTICES) -> Names:
    known = Names()
    known.update(vertices)
    return known


def named(text: str, vertices: Sequence[str] = VERTICES) -> list[str]:
    return [mention.vertex for mention in names(vertices).mentions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The longest names, none within another.
        ("Was New York City founded by the people of York?", ["new york city", "york"]),
        ("Alice Smith knows Alice.", ["alice smith", "alice"]),
        ("New York and new York City", ["new york", "new york city"]),
        # Possessives, whichever apostrophe is written.
        ("New York's mayor", ["new york"]),
        ("Alice’s doctor", ["alice"]),
        ("the hobbit's author", ["the hobbit"]),
        ("Who feeds Bob's dog?", ["who", "bob's dog"]),
        ("St. John's", ["st. john's"]),
        # Titles, with the function words and the marks within.
        ("Where was the author of The Cat in the Hat born?", ["cat in the hat"]),
        ("The Office was first on air in New York.", ["office", "new york"]),
        ("Is 2001, A Space Odyssey long?", ["2001: a space odyssey"]),
        ("Hobbit", ["the hobbit"]),
        # Whatever the case, with and without marks.
        ("PARIS, paris and pArIs", ["paris", "paris", "paris"]),
        ("Does Acme Corp make bicycles?", ["acme corp."]),
        ("Jean Paul and Jean-Paul", ["jean-paul", "jean-paul"]),
        ("JÜRGEN lives in Königsstrasse, not in a STRASSE", ["jürgen", "straße"]),
        ("O'Brien’s U.S.A.", ["o'brien", "u.s.a."]),
        # A word is a name as a whole or not at all.
        ("A Parisian drank Yorkshire tea.", []),
        ("Is it new?", []),
        ("!!! ???", []),
        ("", []),
    ],
)
def test_a_text_names_vertices(text: str, found: list[str]) -> None:
    assert named(text) == found


def test_the_longest_name_in_a_text_is_what_it_is_about() -> None:
    known = Names()
    known.update(["sport", "rains rfc", "gala rfc", "rome"])
    assert known.longest("What is the sport of Rains RFC in Rome?") == {"rains rfc"}
    assert known.longest("Rome or the sport?") == {"rome", "sport"}
    assert known.longest("Who?") == frozenset()


def test_accents_are_the_same_however_they_are_written() -> None:
    assert named(normalize("NFD", "Does Jürgen live here?")) == ["jürgen"]


def test_a_mention_stands_where_the_name_does() -> None:
    text = "Is Alice Smith's doctor from New York City?"
    found = names().mentions(text)
    assert [text[mention.start : mention.end] for mention in found] == ["Alice Smith", "New York City"]


def test_what_is_new_is_taken_in() -> None:
    known, vertices = Names(), ["alice"]
    known.update(vertices)
    assert [mention.vertex for mention in known.mentions("Alice Smith")] == ["alice"]
    vertices.append("alice smith")
    known.update(vertices)
    assert [mention.vertex for mention in known.mentions("Alice Smith")] == ["alice smith"]


def test_those_of_a_file_are_found_by_hashes_of_their_names_before_those_that_are_new() -> None:
    filed = NameIndex.of(
        enumerate(["paris", "the beatles", "york", "beatles", "the paris"], 7), lambda at: f"number {at}"
    )
    known = Names(filed)
    known.update(["new york", "Paris"])
    found = [mention.vertex for mention in known.mentions("The Beatles flew from New York by York to Paris, not Oslo.")]
    assert found == ["number 8", "new york", "number 9", "number 7"]
    assert known.meant("york city") == "number 9"


def test_of_vertices_that_are_named_alike_the_first_is_meant() -> None:
    assert named("the beatles", ["beatles", "the beatles"]) == ["beatles"]
    assert named("Beatles", ["the beatles", "beatles"]) == ["the beatles"]


@pytest.mark.parametrize(
    ("vertex", "meant"),
    [
        # What it begins with, the longest.
        ("paris national", "paris"),
        ("alice smith the younger", "alice smith"),
        # Or what it is of.
        ("city of paris", "paris"),
        ("film of the hobbit", "the hobbit"),
        ("old alice smith", "old alice smith"),
        ("york", "york"),
        ("lima", "lima"),
        ("city of lima", "city of lima"),
    ],
)
def test_one_goes_on_from_what_a_name_begins_with_or_is_a_kind_of(vertex: str, meant: str) -> None:
    assert names().meant(vertex) == meant


def test_a_name_that_is_no_longer_than_is_looked_for_is_found() -> None:
    words = [f"w{number}" for number in range(LONGEST + 1)]
    whole, too_long = " ".join(words[:-1]), " ".join(words)
    assert named(f"so {whole} it is", [whole]) == [whole]
    assert named(f"so {too_long} it is", [too_long]) == []


_NAMES = st.lists(st.sampled_from("Alice Smith New York City The of Paris a the Bob's St. O'Brien 1999".split()),
                  min_size=1, max_size=4).map(" ".join)  # fmt: skip


@given(st.lists(_NAMES, max_size=5), _NAMES, _NAMES, _NAMES)
def test_mentions_are_in_order_apart_and_each_names_its_vertex(
    vertices: list[str], before: str, name: str, after: str
) -> None:
    known = [clean(each) for each in [*vertices, name] if clean(each)]
    text = f"{before}, {name} {after}"
    found = names(known).mentions(text)
    for mention, following in pairwise(found):
        assert mention.end <= following.start
    for mention in found:
        assert mention.vertex in known
        said = text[mention.start : mention.end]
        assert [again.vertex for again in names(known).mentions(said)] == [mention.vertex]
    # What is named in full is named, or within a longer name.
    assert found or set(clean(name).split()) <= {"a", "the"}
