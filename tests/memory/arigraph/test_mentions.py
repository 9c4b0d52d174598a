from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.lexical import BM25
from ariadne.memory.arigraph.mentions import Mentions, Vertex

words = st.lists(st.sampled_from("abcdef"), max_size=5)
vertices = st.lists(st.frozensets(st.sampled_from("abcdef"), max_size=3), max_size=3)


@given(st.lists(st.tuples(words, vertices), max_size=8))
def test_named_are_own_vertices_and_those_of_others_whose_words_are_all_there(
    told: list[tuple[list[str], list[Vertex]]],
) -> None:
    texts = BM25()
    mentions = Mentions(texts.having)
    for number, (text, own) in enumerate(told):
        texts.add(text)
        mentions.add(text)
        mentions.own(number, own)
    known = {vertex for _, own in told for vertex in own if vertex}
    for number, (text, own) in enumerate(told):
        named = {vertex for vertex in known if vertex in own or vertex <= {*text}}
        assert {*mentions.vertices(number)} == named
    for vertex in known:
        naming = [number for number, (text, own) in enumerate(told) if vertex in own or vertex <= {*text}]
        assert mentions.observations(vertex) == naming
