from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.memory.arigraph.retrieval.blend import CANDIDATES, Blend, Having, Vertex, Weights, named, names_in
from ariadne.triplet import Triplet
from tests.memory.moments import Compass

QUERY = "who made the lamp of the harbour?"
HARBOUR = "The lamp of the harbour was built by Ada Oil."
ADA = "Ada Oil grew up in Pisa."
PISA = "Pisa is a city of towers."
OTHER = "Bologna is a city of arcades."
LOOKS_ALIKE = "A lamp gives light."

BY_WORDS = Weights(lexical=1)


class Level(Compass):
    """A compass with vectors of equal length."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = super().embed(texts)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


async def relevances(nodes: Sequence[EpisodeNode], query: str, texts: TextCache, blend: Blend) -> Mapping[int, float]:
    return await texts.supply(lambda: blend.relevances(nodes, query, texts))


def texts(angles: Mapping[str, float] = {}) -> TextCache:
    return TextCache(Level(angles))


def memory(*told: tuple[str, Sequence[str]]) -> EpisodicMemory:
    """Observations, each with its triplets."""
    episodes = EpisodicMemory()
    for step, (text, triplets) in enumerate(told, 1):
        episodes.append(EpisodeNode(step, text, tuple(map(Triplet.parse, triplets))))
    return episodes


CHAIN = (
    (PISA, ["pisa, is, city", "city, has, towers"]),
    (OTHER, ["bologna, is, city", "city, has, arcades"]),
    (ADA, ["ada oil, grew up in, pisa"]),
    (HARBOUR, ["lamp of the harbour, built by, ada oil"]),
    (LOOKS_ALIKE, ["lamp, gives, light"]),
)


async def ranked(
    episodes: EpisodicMemory, weights: Weights = BY_WORDS, query: str = QUERY, angles: Mapping[str, float] = {}
) -> list[str]:
    """The observations, best first."""
    scores = await relevances(episodes.nodes, query, texts(angles), Blend(weights))
    return [node.observation for node in episodes.nodes.some(episodes.ranked(scores, len(episodes.nodes)))]


async def test_an_episode_that_shares_a_rare_vertex_with_the_best_one_is_raised() -> None:
    alone = await ranked(memory(*CHAIN), Weights(lexical=1, spread=0))
    spread = await ranked(memory(*CHAIN))
    assert alone[:2] == [HARBOUR, LOOKS_ALIKE]
    assert alone.index(ADA) > alone.index(LOOKS_ALIKE)
    assert spread[:2] == [HARBOUR, ADA]


async def test_a_vertex_that_all_texts_name_spreads_nothing() -> None:
    common = [(f"{name} is a city.", [f"{name}, is, city"]) for name in ("pisa", "bologna", "ravenna")]
    alone = await relevances(memory(*common).nodes, "pisa", texts(), Blend(Weights(spread=0)))
    assert await relevances(memory(*common).nodes, "pisa", texts(), Blend()) == pytest.approx(alone)


async def test_vertices_of_the_query_spread_nothing() -> None:
    told = (
        ("Ada Oil made the lamp.", ["ada oil, made, lamp"]),
        ("Ada Oil slept.", ["ada oil, was, asleep"]),
        ("A cat slept.", ["cat, was, asleep in the yard"]),
    )
    nodes, query = memory(*told).nodes, "what did ada oil make?"
    alone = await relevances(nodes, query, texts(), Blend(Weights(spread=0)))
    assert await relevances(nodes, query, texts(), Blend()) == pytest.approx(alone)
    assert await relevances(nodes, "what did she make?", texts(), Blend()) != pytest.approx(alone)


async def test_a_text_names_a_vertex_whose_words_it_has() -> None:
    told = (
        ("The lamp of the harbour was built by Ada Oil.", ["lamp of the harbour, built by, ada oil"]),
        ("Cats sleep.", ["cats, do, sleep"]),
        ("Once the oil tycoon Ada moved to Pisa.", []),
        ("Once the tycoon Ben moved to Bologna.", []),
    )
    assert (await ranked(memory(*told)))[1] == told[2][0]


async def test_words_and_meaning_are_weighted() -> None:
    told = ((HARBOUR, []), (OTHER, []), (PISA, []))
    towers = {"built": 90.0, "Bologna": 60.0, "Pisa": 30.0}
    assert (await ranked(memory(*told), Weights(lexical=0), "lamp of", towers))[0] == PISA
    assert (await ranked(memory(*told), BY_WORDS, "lamp of", towers))[0] == HARBOUR


async def test_repeated_observations_count_as_one_the_last() -> None:
    episodes = memory(*CHAIN, (HARBOUR, ["harbour, is, dark"]))
    scores = await relevances(episodes.nodes, QUERY, texts(), Blend())
    assert 5 in scores
    assert 3 not in scores
    assert episodes.ranked(scores, 1) == (5,)


async def test_in_a_world_commands_are_not_compared() -> None:
    angles = {"built": 30, "Pisa": 60, "lamp": 90}
    told = [(f"> look for the lamp of the harbour {number}\n{text}", ties) for number, (text, ties) in enumerate(CHAIN)]
    scores = await relevances(memory(*told).nodes, QUERY, texts(angles), Blend(compared=IN_WORLDS.compared))
    assert scores == await relevances(memory(*CHAIN).nodes, QUERY, texts(angles), Blend())


async def test_new_episodes_are_ranked_as_if_always_there() -> None:
    late, shared = Blend(), texts({"Pisa": 40, "lamp": 10})
    for count in (2, 2, 5):
        episodes = memory(*CHAIN[:count])
        scores = await relevances(episodes.nodes, QUERY, shared, late)
    assert scores == await relevances(episodes.nodes, QUERY, shared, Blend())


async def test_concurrent_queries_get_the_same_ranking() -> None:
    blend, shared, nodes = Blend(), texts({"Pisa": 40, "lamp": 10}), memory(*CHAIN).nodes
    many = await asyncio.gather(*(relevances(nodes[:count], QUERY, shared, blend) for count in (3, 5, 4, 5)))
    assert many[1] == many[3] == await relevances(nodes, QUERY, shared, Blend())


async def test_only_the_best_are_candidates() -> None:
    told = [
        (f"Lamp number {number} of the harbour.", [f"lamp {number}, is in, harbour"])
        for number in range(CANDIDATES + 9)
    ]
    scores = await relevances(memory(*told, (OTHER, [])).nodes, "lamp 7", texts(), Blend())
    assert len(scores) == CANDIDATES
    assert max(scores, key=lambda node: scores[node]) == 7


async def test_a_rare_vertex_leads_to_a_low_ranked_text() -> None:
    crowd = [(f"A lamp of Genoa {number}.", [f"lamp, is in, genoa {number}"]) for number in range(CANDIDATES + 9)]
    told = memory((ADA, ["ada oil, grew up in, pisa"]), *crowd, CHAIN[3])
    assert (await ranked(told))[:2] == [HARBOUR, ADA]
    assert ADA not in await ranked(told, Weights(lexical=1, spread=0))


async def test_an_empty_memory_or_query_has_no_relevances() -> None:
    assert await relevances([], QUERY, texts(), Blend()) == {}
    assert await relevances(memory(*CHAIN).nodes, " \n", texts(), Blend()) == {}


names = st.sampled_from(["ada", "pisa", "lamp", "harbour", "red cat", "the", "?"])
told = st.lists(
    st.tuples(st.lists(names, max_size=4).map(" ".join), st.lists(st.tuples(names, names), max_size=4)), max_size=8
)


@settings(deadline=None)
@given(told, st.lists(names, max_size=3).map(" ".join), st.floats(0, 1), st.floats(0, 0.95))
def test_relevance_is_a_distribution_over_the_observations(
    observed: list[tuple[str, list[tuple[str, str]]]], query: str, lexical: float, spread: float
) -> None:
    nodes = [
        EpisodeNode(step, text, tuple(Triplet(a, "is by", b) for a, b in pairs))
        for step, (text, pairs) in enumerate(observed)
    ]
    weights = Weights(lexical, spread=spread)
    scores = asyncio.run(relevances(nodes, query, texts({"ada": 20, "lamp": 70}), Blend(weights)))
    if query.strip():
        assert {nodes[number].observation for number in scores} == {node.observation for node in nodes}
    assert all(score > 0 for score in scores.values())
    assert not scores or sum(scores.values()) == pytest.approx(1)


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
