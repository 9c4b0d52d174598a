from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import WAYS
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import STATES, connection
from ariadne.reasoner.reading.relations import IN, IS, ON, ON_FLOOR, ReadFact
from ariadne.reasoner.remembering.tell import is_sayable, paragraphs, statements
from tests.reasoner.scenes import names, prose

_ways = st.sampled_from(WAYS)
_two = st.lists(names, min_size=2, max_size=2, unique=True)


def _facts(*relations: str) -> st.SearchStrategy[list[ReadFact]]:
    return st.tuples(_two, st.sampled_from(relations)).map(lambda drawn: [ReadFact(drawn[0][0], drawn[1], drawn[0][1])])


_states = st.tuples(names, st.sampled_from(STATES)).map(lambda drawn: [ReadFact(drawn[0], IS, drawn[1])])
_exits = st.tuples(names, _ways).map(lambda drawn: [ReadFact(drawn[0], "has exit", drawn[1])])
_doors = st.tuples(_two, _ways).map(lambda drawn: [ReadFact(drawn[0][0], "leads", f"{drawn[1]} from {drawn[0][1]}")])
_connected = st.tuples(_two, _ways).map(
    lambda drawn: [ReadFact(*each) for each in connection(drawn[0][0], drawn[1], drawn[0][1])]
)
_needed = names.map(lambda name: [ReadFact("recipe", "requires", name)])
_to_be = st.tuples(names, st.sampled_from(("sliced", "diced", "fried", "grilled"))).map(
    lambda drawn: [ReadFact(drawn[0], "to be", drawn[1])]
)
_locks = st.tuples(
    st.sampled_from(["red key", "key 2", "old latchkey"]),
    st.sampled_from(["opens", "has opened"]),
    st.sampled_from(["golden locker", "blue oak chest", "cellar door"]),
).map(lambda drawn: [ReadFact(*drawn)])
_news = st.lists(
    st.one_of(_facts(IN, ON, ON_FLOOR, "has opened"), _states, _exits, _doors, _connected, _needed, _to_be, _locks)
)
accounts = _news.map(lambda news: [fact for facts in news for fact in facts])
"""Facts of all kinds in notes, about anything."""


@given(accounts)
def test_written_facts_are_parsed_as_the_same_facts(facts: list[ReadFact]) -> None:
    assert all(map(is_sayable, facts))
    assert set(read("\n\n".join(paragraphs(facts)))) == set(facts)
    assert set(read(" ".join(statements(facts)))) == set(facts)
    assert set(read(" ".join(statements(facts, untried=False)))) == set(facts)


@given(accounts)
def test_an_account_has_at_most_three_paragraphs(facts: list[ReadFact]) -> None:
    assert len(paragraphs(facts)) <= 3


@given(prose, prose)
def test_of_any_text_no_more_is_told_than_it_says(text: str, more: str) -> None:
    facts = read(f"{text}\n{more}", "hall")
    assert set(read("\n\n".join(paragraphs(facts)))) == {fact for fact in facts if is_sayable(fact)}


def test_what_belongs_together_is_one_sentence() -> None:
    facts = [
        *(ReadFact(*each) for each in (*connection("hall", "north", "den"), *connection("hall", "up", "attic"))),
        ReadFact("oak chest", IN, "hall"),
        ReadFact("lamp", IN, "hall"),
        ReadFact("oak chest", IS, "open"),
        ReadFact("den", "has exit", "west"),
    ]
    assert paragraphs(facts) == [
        "From the hall one gets north to the den and up to the attic. From the den the way west is untried.",
        "In the hall are an oak chest and a lamp. The oak chest is open.",
    ]


def test_carried_and_ambiguous_facts_are_omitted() -> None:
    assert (
        statements([ReadFact("lamp", IN, "inventory"), ReadFact("one, two", IN, "hall"), ReadFact("it", IS, "open")])
        == []
    )
