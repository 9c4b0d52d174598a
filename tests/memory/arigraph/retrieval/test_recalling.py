"""Filters, thresholds and scopes of recall."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.core.options import IN_WORLDS
from arigraph import AriGraph, Options, Triplet, wait
from tests.memory.arigraph.libraries import Letters, library
from tests.memory.arigraph.storage.test_store import NOON

HOUR = timedelta(hours=1)
LIKES = Triplet("alice", "likes", "tea")
NOTES = {
    "Alice lives in Paris and works for Acme Corp as a doctor.": [
        "alice, lives in, paris",
        "alice, works for, acme corp",
    ],
    "Bob Smith is Alice's brother. He plays chess every Thursday.": ["bob smith, plays, chess every thursday"],
    "Carol owns a red boat and lives in Lisbon.": ["carol, owns, red boat", "carol, lives in, lisbon"],
    "Dan moved to Berlin in 2021 and studies law.": ["dan, moved to, berlin", "dan, studies, law"],
    "Erin runs marathons. She is allergic to peanuts.": ["erin, runs, marathons", "erin, is allergic to, peanuts"],
    "Frank teaches mathematics at a school in Oslo.": ["frank, teaches, mathematics"],
    "Grace likes jazz and plays the saxophone.": ["grace, likes, jazz", "grace, plays, saxophone"],
    "Hugo is married to Irene.": ["hugo, is married to, irene"],
    "Irene designed the new library in Porto.": ["irene, designed, new library"],
    "Jack keeps bees and sells honey at the market.": ["jack, keeps, bees", "jack, sells, honey"],
    "Kim is learning Korean and wants to visit Seoul.": ["kim, is learning, korean", "kim, wants to visit, seoul"],
}


@pytest.fixture
async def memory() -> AriGraph:
    memory = library()
    await memory.learn(str(LIKES), time=NOON, source="letter", metadata={"page": 1, "kept": True})
    await memory.learn("alice, likes, milk", time=NOON + HOUR, source="letter", metadata={"page": 2})
    await memory.learn("bob, likes, tea\nalice, likes, tea", time=NOON + 2 * HOUR, source="diary")
    return memory


@pytest.mark.parametrize(
    ("narrow", "steps"),
    [
        ({}, {1, 2, 3}),
        ({"source": "letter"}, {1, 2}),
        ({"source": "nowhere"}, set()),
        ({"metadata": {"page": 2}}, {2}),
        ({"metadata": {"page": 1, "kept": False}}, set()),
        ({"since": NOON + HOUR}, {2, 3}),
        ({"until": NOON + HOUR}, {1, 2}),
        ({"since": NOON + HOUR, "until": NOON + HOUR}, {2}),
        ({"since": NOON + HOUR, "source": "letter"}, {2}),
    ],
)
async def test_filters_limit_texts_and_their_facts(memory: AriGraph, narrow: dict[str, Any], steps: set[int]) -> None:
    found = await memory.recall("alice", width=9, episodes=9, **narrow)
    assert {node.step for node in found.episodes} == steps
    told = {triplet for node in memory.episodic.nodes if node.step in steps for triplet in node.triplets}
    assert set(found.facts) == told


async def test_results_have_scores(memory: AriGraph) -> None:
    found = await memory.recall(["alice", "tea"], width=9, episodes=9)
    assert len(found.fact_scores) == len(found.facts) == 3
    assert len(found.episode_scores) == len(found.episodes) == 3
    texts = memory.texts
    rows = texts.rows(["alice", "tea", *map(str, found.facts)])
    vectors = texts.vectors[rows]
    expected = (vectors[2:] @ vectors[:2].T).max(axis=1)
    assert found.fact_scores == pytest.approx(expected.tolist(), abs=1e-4)


async def test_top_k_and_threshold_limit_results(memory: AriGraph) -> None:
    found = await memory.recall("alice", width=9, episodes=9)
    best = max(found.fact_scores)
    cut = await memory.recall("alice", width=9, top_k=1)
    assert (len(cut.facts), len(cut.episodes)) == (1, 1)
    assert cut.fact_scores == (best,)
    above = await memory.recall("alice", width=9, episodes=9, threshold=best)
    assert above.facts == tuple(
        fact for fact, score in zip(found.facts, found.fact_scores, strict=True) if score >= best
    )
    assert all(score >= best for score in above.episode_scores)
    assert (await memory.recall("alice", threshold=1.1)).facts == ()


async def test_several_scopes_are_searched_on_request(memory: AriGraph) -> None:
    await memory.scope("one").learn("alice, likes, tea\nalice, owns, a boat")
    await memory.scope("two").learn("carol, likes, tea")
    assert (await memory.recall("alice", scopes=["two"])).facts == (Triplet("carol", "likes", "tea"),)
    found = await memory.recall("alice", width=9, episodes=9, scopes=["", "one", "one"])
    assert len(found.facts) == len(set(found.facts)) == 4
    assert list(found.fact_scores) == sorted(found.fact_scores, reverse=True)
    assert len(found.episodes) == 4
    assert list(found.episode_scores) == sorted(found.episode_scores, reverse=True)
    facts = dict(zip(map(str, found.facts), found.fact_scopes, strict=True))
    assert facts["alice, likes, milk"] == ("",)
    assert facts["alice, owns, a boat"] == ("one",)
    assert facts[str(LIKES)] == ("", "one")
    texts = ["one" if "boat" in node.observation else "" for node in found.episodes]
    assert list(found.episode_scopes) == texts
    assert (await memory.recall("alice")).fact_scopes == ()
    assert len((await memory.recall("alice", scopes=["", "one"], top_k=2)).facts) == 2
    few = await memory.recall("alice", width=9, episodes=2, scopes=["", "one"])
    assert few.episodes == found.episodes[:2]


@pytest.fixture(scope="session")
def notebook() -> AriGraph:
    memory = AriGraph(embedder=TextCache(MiniLM()))
    for note, facts in NOTES.items():
        wait(memory.learn(note, facts=facts))
    return memory


@pytest.mark.parametrize(
    "question",
    [
        "What is quantum chromodynamics?",
        "How do quarks bind in the strong interaction?",
        "Explain the Treaty of Westphalia.",
        "What is the boiling point of mercury?",
        "Write a function that sorts a list.",
    ],
)
async def test_a_question_about_unknown_things_recalls_nothing(notebook: AriGraph, question: str) -> None:
    found = await notebook.recall(notebook.searched(question))
    assert (found.facts, found.episodes) == ((), ())
    assert (await notebook.recall(question, threshold=0.0)).episodes


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Where does Alice work?", "alice, works for, acme corp"),
        ("Who plays chess?", "bob smith, plays, chess every thursday"),
        ("Does anybody make music?", "grace, plays, saxophone"),
        ("Who sells honey?", "jack, sells, honey"),
        ("Is anybody allergic to nuts?", "erin, is allergic to, peanuts"),
        ("hugo", "hugo, is married to, irene"),
        ("Where should I fly to see Kim's favourite place?", "kim, wants to visit, seoul"),
    ],
)
async def test_a_question_about_known_things_recalls_them(notebook: AriGraph, question: str, known: str) -> None:
    found = await notebook.recall(notebook.searched(question))
    assert Triplet.parse(known) in found.facts
    assert Triplet.parse(known) in found.episodes[0].triplets


async def test_a_low_scoring_fact_is_left_to_its_text(notebook: AriGraph) -> None:
    found = await notebook.recall(notebook.searched("Which city has the boat owner?"))
    assert [*map(str, found.facts)] == ["carol, owns, red boat"]
    assert min(found.fact_scores) >= 0.3
    assert Triplet.parse("carol, lives in, lisbon") in found.episodes[0].triplets


@pytest.mark.parametrize("question", ["Who is it?", "Whose wife builds houses?"])
async def test_a_question_without_content_words_recalls_something(notebook: AriGraph, question: str) -> None:
    found = await notebook.recall(notebook.searched(question))
    assert found.facts
    assert found.episodes


def test_agents_in_worlds_recall_the_nearest_however_far() -> None:
    assert IN_WORLDS.least("minilm") is None
    assert Options().least("minilm") == Options(threshold=0.3).least("another") == 0.3
    assert Options().least("another") is None


DAYS = [
    ("The standup is at 9:30 in the red room.", 1),
    ("Ludwig, the cat, eats tuna.", 2),
    ("We moved the standup to 10, still in the red room.", 3),
]


@pytest.mark.parametrize("order", [1, -1])
async def test_of_texts_about_the_same_thing_the_newest_comes_first(order: int) -> None:
    memory = AriGraph(embedder=TextCache(MiniLM()))
    for text, day in DAYS[::order]:
        await memory.learn(text, time=NOON + day * 24 * HOUR)
    found = await memory.recall("When is the standup?", episodes=3, threshold=-1)
    assert [node.time for node in found.episodes] == [NOON + day * 24 * HOUR for day in (3, 1, 2)]
    assert found.episode_scores[0] != max(found.episode_scores), "the older text is nearer to the question"


async def test_without_facts_shared_names_link_texts() -> None:
    texts = ["Ilse Brandt founded Quorvex.", "Quorvex makes pumps.", *(f"Town {n} has a mill." for n in range(9))]
    memory = AriGraph(embedder=Letters())
    await memory.learn_many(texts, time=NOON)
    found = await memory.recall("What did Ilse Brandt found?", episodes=2, threshold=-1)
    assert [node.observation for node in found.episodes] == texts[:2]
