from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.core.mentions import Having, Vertex, named, names_in

words = st.lists(st.sampled_from("abcdef"), max_size=5)
vertices = st.lists(st.frozensets(st.sampled_from("abcdef"), max_size=3), max_size=3)


@given(st.lists(st.tuples(words, vertices), max_size=8))
def test_a_text_names_its_own_vertices_and_those_with_all_words_in_it(
    told: list[tuple[list[str], list[Vertex]]],
) -> None:
    known, names = named(Having.of([text for text, _ in told]), [own for _, own in told])
    assert {*known} == {vertex for _, own in told for vertex in own if vertex}
    assert len(known) == len({*known})
    for (text, own), row in zip(told, names, strict=True):
        assert row.tolist() == [vertex in own or vertex <= {*text} for vertex in known]


def test_names_have_a_capital_in_any_script_or_a_digit() -> None:
    assert names_in("Ilse Brandt met Анна in room 12b.") == [
        *map(frozenset, ({"ils", "brandt"}, {"ils"}, {"brandt"}, {"анна"}, {"12b"})),
    ]
    assert names_in("все люди смертны, und nichts weiter") == []
