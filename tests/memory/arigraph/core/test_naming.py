"""What a request to forget covers."""

from __future__ import annotations

from typing import Any

import pytest

from ariadne.memory.arigraph.core.naming import Named
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters, library, parrot


@pytest.mark.parametrize(
    ("name", "text", "is_named"),
    [
        ("alice", "Alice's password is tulip.", True),
        ("Alice", "the bag of ALICE", True),
        ("alice", "Malice and alicemania", False),
        ("alice smith", "Alice  Smith, a doctor", True),
        ("alice smith", "Alice knows Smith", False),
        ("josé", "Jose\u0301 is here", True),
        ("alice", "ali\u200bce, al\u00adice", True),
        ("alice", "\uff21\uff2c\uff29\uff23\uff25 al\ufe0fice", True),
        ("irma", "\u0130rma", True),
        ("\u0131rma", "IRMA", True),
        ("?", "what?", False),
        ("", "", False),
    ],
)
def test_a_name_matches_by_its_words(name: str, text: str, is_named: bool) -> None:
    assert Named(name).is_in(text) == is_named


async def test_forgetting_a_person_covers_possessives_and_texts() -> None:
    memory = library()
    await memory.learn("alice's password, is, tulip\nbob, likes, tea")
    await memory.learn("bob, knows, carol")
    assert await memory.forget("alice") == (Triplet("alice's password", "is", "tulip"),)
    assert [str(edge.triplet) for edge in memory.facts()] == ["bob, likes, tea", "bob, knows, carol"]
    found = await memory.recall(["alice", "password", "tulip", "bob"], width=9, episodes=9)
    assert [node.step for node in found.episodes] == [2]
    assert [node.forgotten for node in memory.episodic.nodes] == [3, None]
    assert "alice's password, is, tulip" in memory.episodic.nodes[0].observation  # it stays in the history
    assert await memory.forget("alice") == ()
    assert len(memory.history("alice's password")) == 1


async def test_a_forgotten_text_told_again_is_recalled_again() -> None:
    memory = library()
    await memory.learn("alice, knows, bob")
    await memory.forget("alice")
    assert (await memory.recall("alice")).episodes == ()
    await memory.learn("alice, knows, bob")
    found = await memory.recall("alice")
    assert [node.step for node in found.episodes] == [3]
    assert found.facts == (Triplet("alice", "knows", "bob"),)


async def test_forgetting_a_text_covers_facts_that_no_other_text_tells() -> None:
    memory = library()
    await memory.learn("alice, knows, bob\nalice, likes, tea")
    await memory.learn("alice, knows, bob", source="letter")
    assert await memory.forget("alice, knows, bob\nalice, likes, tea") == (Triplet("alice", "likes", "tea"),)
    assert await memory.forget(source="letter") == (Triplet("alice", "knows", "bob"),)
    assert memory.facts() == ()
    assert await memory.forget(source="letter") == ()


async def test_forgetting_a_scope_keeps_the_others() -> None:
    memory = library()
    await memory.learn("alice, knows, bob")
    await memory.scope("one").learn("alice, knows, carol\ncarol, is, tall")
    assert await memory.forget("tall", scope="one") == (Triplet("carol", "is", "tall"),)
    assert len(await memory.forget(scope="one")) == 1
    assert memory.scope("one").facts() == ()
    assert len(memory.facts()) == 1


async def test_an_earlier_text_does_not_revive_forgotten_facts() -> None:
    from tests.memory.arigraph.api.test_library import HOUR, NOON

    memory = library()
    await memory.learn("alice, lives in, rome", time=NOON + HOUR)
    await memory.forget("alice")
    await memory.learn("alice, lives in, rome", time=NOON)
    assert [(edge.since, edge.until) for edge in memory.history("alice")][1] == (NOON, None)


async def test_forgotten_texts_are_not_shown_with_an_earlier_text() -> None:
    from tests.memory.arigraph.api.test_library import HOUR, NOON

    read: list[str] = []

    def reads(question: Question[Any]) -> dict[str, list[str]]:
        read.extend(question.inputs["texts"])
        return parrot(question)

    memory = AriGraph(ScriptedModel(reads), Letters())
    secret, kept, early = "alice, works for, acme", "alice, lives in, berlin", "alice, lives in, rome"
    await memory.learn(secret, time=NOON + HOUR)
    await memory.learn(kept, time=NOON + 2 * HOUR)
    await memory.forget(secret)
    read.clear()
    await memory.learn(early, time=NOON)
    assert read == [early, early, kept]


@pytest.mark.parametrize("name", ["forget", "erase"])
async def test_forgetting_by_metadata_keeps_the_same_text_with_other_metadata(name: str) -> None:
    memory = library()
    await memory.learn("alice, knows, bob\nalice, likes, tea", source="letter", metadata={"page": 1, "of": "dora"})
    await memory.learn("alice, knows, bob\nalice, likes, tea", source="letter", metadata={"page": 2})
    await memory.learn("alice, is, tall", source="diary", metadata={"page": 1})
    await getattr(memory, name)(source="letter", metadata={"page": 1})
    left = [node for node in memory.told() if node.forgotten is None]
    assert [(node.source, node.metadata["page"]) for node in left] == [("letter", 2), ("diary", 1)]
    assert len(memory.facts()) == 3
    await getattr(memory, name)(metadata={"page": 2})
    assert [str(edge.triplet) for edge in memory.facts()] == ["alice, is, tall"]
