"""Results of recall: as prompts with dates, within a budget, and as reprs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.embedder import Embedder
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.retrieval.limits import within
from ariadne.memory.arigraph.retrieval.recalling import PAST
from ariadne.models.prices import estimated_tokens
from arigraph import AriGraph, Edge, Found, Triplet, wait
from tests.memory.arigraph.libraries import Words, library

MARCH = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def memory(minilm: Embedder) -> AriGraph:
    found = AriGraph(None, minilm)
    told = [
        ("Maria leads Kestrel.", ["maria lindqvist, leads, kestrel"], []),
        ("Kestrel runs on heron.", ["kestrel, runs on, heron"], []),
        ("Priya leads Kestrel now.", ["priya raman, leads, kestrel"], ["maria lindqvist, leads, kestrel"]),
        ("Tom likes tea.", ["tom, likes, tea", "tom, has, dog"], []),
        ("Tom never had a dog.", [], []),
    ]
    for day, (text, facts, ended) in enumerate(told):
        wait(found.learn(text, facts=facts, ended=ended, time=MARCH + timedelta(days=day)))
    wait(found.forget("tom, has, dog"))
    return found


def test_ended_facts_are_recalled_on_request(memory: AriGraph) -> None:
    question = "Who leads Kestrel?"
    assert memory.sync.recall(question).ended == ()
    found = memory.sync.recall(question, ended=True)
    assert [str(edge.triplet) for edge in found.ended] == ["maria lindqvist, leads, kestrel"]
    assert "priya raman, leads, kestrel" in map(str, found.facts)
    assert memory.sync.recall("tom", ended=True).ended == (), "what was forgotten is no past"


def test_facts_of_a_time_are_recalled_with_the_texts_up_to_it(memory: AriGraph) -> None:
    found = memory.sync.recall("Who leads Kestrel?", at=MARCH + timedelta(days=1))
    assert {*map(str, found.facts)} == {"maria lindqvist, leads, kestrel", "kestrel, runs on, heron"}
    assert {node.observation for node in found.episodes} <= {"Maria leads Kestrel.", "Kestrel runs on heron."}


def test_what_began_after_a_time_is_no_past_of_it(minilm: Embedder) -> None:
    memory, before = AriGraph(None, minilm), list[str]()
    for day, name in enumerate(("ann", "bob", "cy", "dee")):
        fact = f"{name}, leads, kestrel"
        memory.sync.learn(f"{name} leads.", facts=[fact], ended=before, time=MARCH + timedelta(days=day))
        before = [fact]
    found = memory.sync.recall("Who leads Kestrel?", at=MARCH + timedelta(days=1), ended=True)
    assert [*map(str, found.facts)] == ["bob, leads, kestrel"]
    assert [str(edge.triplet) for edge in found.ended] == ["ann, leads, kestrel"]


def test_a_fact_whose_stated_end_has_passed_is_of_the_past() -> None:
    memory, leave = library(), "bo, is on, leave"
    memory.sync.learn(f"{leave} (since 2020-03-10, until 2020-03-20)", time=datetime(2020, 1, 6))
    for day, held, over in [(1, [], []), (15, [leave], []), (21, [], [leave]), (None, [], [leave])]:
        found = memory.sync.recall("bo", ended=True, at=day and datetime(2020, 3, day))
        assert ([*map(str, found.facts)], [str(edge.triplet) for edge in found.ended]) == (held, over), day


def test_an_ended_fact_is_found_behind_many_that_hold_which_are_not_compared_for_it(tmp_path: Path) -> None:
    home = "ann, lives in, paris"
    with AriGraph(None, Words(), tmp_path / "life.db") as memory:
        memory.sync.learn("Ann lives in Paris.", facts=[home])
        memory.sync.learn("Ann left.", facts=[f"ann, likes, tea {number}" for number in range(PAST)], ended=[home])
    embedder = Words()
    with AriGraph(None, embedder, tmp_path / "life.db") as memory:
        found = memory.sync.recall("Where did Ann live?", ended=True)
    assert [str(edge.triplet) for edge in found.ended] == [home]
    assert sum(embedder.asked) < PAST


def test_a_prompt_has_dates(memory: AriGraph) -> None:
    said = memory.sync.recall("Who leads Kestrel?", ended=True).as_prompt()
    facts, past, texts = said.split("\n\n")
    assert facts.startswith("Facts:\n- ")
    assert "- priya raman, leads, kestrel (since 2026-03-03)" in facts
    assert past == "No longer so:\n- maria lindqvist, leads, kestrel (since 2026-03-01, until 2026-03-03)"
    assert "[2026-03-03 00:00] Priya leads Kestrel now." in texts
    assert AriGraph(None, memory.texts).sync.recall("Kestrel?").as_prompt() == ""


@pytest.mark.parametrize("budget", [0, 12, 30, 60, 1000])
def test_a_prompt_stays_within_its_budget_with_the_best_first(memory: AriGraph, budget: int) -> None:
    question = "Who leads Kestrel?"
    whole, found = memory.sync.recall(question, ended=True), memory.sync.recall(question, ended=True, budget=budget)
    lines = [line for line in found.as_prompt().splitlines() if line.startswith(("-", "["))]
    assert sum(map(estimated_tokens, lines)) <= budget
    assert {*found.edges} <= {*whole.edges}
    assert len(found.edges) == len(found.fact_scores)
    if budget == 1000:
        assert found == whole
    elif found.edges:
        assert max(found.fact_scores) == max(whole.fact_scores)


@given(st.lists(st.tuples(st.text("ab c", min_size=1, max_size=40), st.floats(0, 1)), max_size=12), st.integers(0, 80))
def test_any_results_fit_the_budget(scored: list[tuple[str, float]], budget: int) -> None:
    nodes = tuple(EpisodeNode(step, text, ()) for step, (text, _) in enumerate(scored))
    edges = tuple(Edge(Triplet("a", "b", f"c{step}"), step) for step in range(len(scored)))
    scores = tuple(score for _, score in scored)
    found = within(Found(edges, nodes, scores, scores), budget)
    assert sum(estimated_tokens(str(edge.triplet)) + 1 for edge in found.edges) <= budget
    assert (len(found.edges), len(found.episodes)) == (len(found.fact_scores), len(found.episode_scores))
    assert [*found.edges] == [edge for edge in edges if edge in found.edges], "in the order of retrieval"


def test_results_have_readable_reprs(memory: AriGraph) -> None:
    found = memory.sync.recall("Who leads Kestrel?", ended=True)
    assert repr(memory) == "<AriGraph in this process: 3 facts, 5 texts, no model>"
    assert repr(memory.scope("user:2")) == "<AriGraph in this process, scope user:2: 0 facts, 0 texts, no model>"
    assert repr(found).startswith("<Found: 2 facts: kestrel, runs on, heron; priya raman, leads, kestrel, 1 ended: ")
    assert repr(Found()) == "<Found: nothing>"
    change = memory.scope("user:3").sync.learn("One.", facts=["ann, is, tall"], ended=["bo, is, tall"])
    assert repr(change) == "<Change: 1 text, 1 added: ann, is, tall, unmatched: bo, is, tall>"
    assert "not known" in repr(memory.scope("user:2").sync.answer("Who?"))
