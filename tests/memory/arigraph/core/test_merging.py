"""Merging names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.endings import MERGED
from ariadne.memory.arigraph.core.merging import SAME, called
from arigraph import AriGraph, Triplet, wait
from tests.memory.arigraph.libraries import Letters, library

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FACTS = ("sam, lives in, leeds", "sam's car, is, red", "ann, knows, sam", "sam taylor, likes, tea")


def facts(memory: AriGraph) -> set[str]:
    return {str(edge.triplet) for edge in memory.facts()}


@pytest.fixture
async def memory() -> AriGraph:
    found = library()
    await found.learn("\n".join(FACTS), time=NOON)
    return found


async def test_facts_about_an_alias_continue_under_the_name(memory: AriGraph) -> None:
    await memory.merge("Sam", "Sam Taylor")
    assert facts(memory) == {
        "sam taylor, lives in, leeds",
        "sam taylor's car, is, red",
        "ann, knows, sam taylor",
        "sam taylor, likes, tea",
        "sam, is the same as, sam taylor",
    }
    (lived,) = (edge for edge in memory.history("leeds") if edge.valid_to)
    assert (lived.triplet.subject, lived.reason) == ("sam", MERGED)
    assert lived.retired_by == Triplet("sam taylor", "lives in", "leeds")
    await memory.learn("sam's dog, is, brown")
    assert "sam taylor's dog, is, brown" in facts(memory)


async def test_new_facts_about_an_alias_are_about_the_name() -> None:
    memory = library()
    await memory.learn("sam taylor, lives in, leeds\nsam, likes, tea", time=NOON)
    await memory.merge("sam", "sam taylor")
    change = await memory.learn("sam, moved to, rome", ended=["sam, lives in, leeds"], time=NOON + DAY)
    assert change.removed == (Triplet("sam taylor", "lives in", "leeds"),)
    await memory.learn("sam's car, is, red", time=NOON + 2 * DAY)
    assert "sam taylor's car, is, red" in facts(memory)
    assert not any(line.startswith("sam, ") and "is the same as" not in line for line in facts(memory))


async def test_a_file_keeps_a_merge(tmp_path: Path) -> None:
    with library(tmp_path / "people.db") as memory:
        await memory.learn("\n".join(FACTS), time=NOON)
        await memory.merge("sam", "sam taylor")
        known, history = facts(memory), memory.history()
        assert await memory.check() == ()
    with library(tmp_path / "people.db") as memory:
        assert (facts(memory), memory.history()) == (known, history)
        await memory.learn("sam, has, dog", time=NOON - DAY)
        assert "sam taylor, has, dog" in facts(memory), "that the two are one was always so"


@pytest.mark.parametrize(
    ("alias", "name", "problem"),
    [
        ("zoe", "zoe lee", "zoe"),
        ("sam", "Sam", "sam with sam"),
        ("sam", " ", "sam with one"),
    ],
)
async def test_names_that_cannot_be_merged_are_refused(memory: AriGraph, alias: str, name: str, problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        await memory.merge(alias, name)


async def test_an_alias_can_be_merged_once(memory: AriGraph) -> None:
    await memory.merge("sam", "sam taylor")
    with pytest.raises(UserError, match="sam taylor"):
        await memory.merge("sam", "ann")


def test_forgetting_a_text_covers_its_renamed_facts() -> None:
    for act in ("forget", "erase"):
        memory = library()
        wait(memory.learn("bob, lives in, grenoble", source="a.txt"))
        wait(memory.merge("bob", "robert"))
        assert [node.source for node in memory.sources("robert, lives in, grenoble")] == ["a.txt"]
        wait(getattr(memory, act)(source="a.txt"))
        assert not any("grenoble" in edge.triplet.vertices for edge in memory.facts())


def test_forgetting_and_erasing_cover_all_names() -> None:
    for act in ("forget", "erase"):
        memory = library()
        lines = ("bob, lives in, grenoble", "robert lee, has, dog", "robert lee's dog, is, brown", "ann, is, tall")
        for text in lines:
            wait(memory.learn(text))
        wait(memory.merge("bob", "robert lee"))
        wait(memory.learn("bob, works for, acme"))
        wait(getattr(memory, act)("bob"))
        assert [str(edge.triplet) for edge in memory.facts()] == ["ann, is, tall"]
        assert [node.observation for node in memory.told() if node.forgotten is None] == ["ann, is, tall"]


def test_a_text_with_an_alias_as_a_common_word_is_kept() -> None:
    memory = AriGraph(embedder=Letters())
    said = {"role": "user", "content": "I live in Leeds."}
    wait(memory.learn(messages=[said], facts=["user, lives in, leeds"]))
    wait(memory.learn("The user manual is in the drawer."))
    wait(memory.merge("user", "sam"))
    wait(memory.erase("sam"))
    assert [node.observation for node in memory.told()] == ["The user manual is in the drawer."]


class Merging(RuleBasedStateMachine):
    """Facts and merges in any order, compared with a model of the facts told and the merges."""

    NAMES = ("sam", "sam taylor", "sammy", "ann", "bob")

    def __init__(self) -> None:
        super().__init__()
        self.memory = library()
        self.told: set[Triplet] = set()
        self.merges: dict[str, str] = {}

    def now(self, name: str) -> str:
        return called(name, self.merges)

    def known(self) -> set[Triplet]:
        facts = (Triplet(self.now(fact.subject), fact.relation, self.now(fact.object)) for fact in self.told)
        return {fact for fact in facts if fact.subject != fact.object}

    @rule(
        subject=st.sampled_from([*NAMES, "sam's car"]),
        relation=st.sampled_from(["likes", "knows"]),
        thing=st.sampled_from([*NAMES, "sam's car"]),
    )
    def learn(self, subject: str, relation: str, thing: str) -> None:
        if subject != thing:
            wait(self.memory.learn(f"{subject}, {relation}, {thing}"))
        if self.now(subject) != self.now(thing):
            self.told.add(Triplet(self.now(subject), relation, self.now(thing)))

    @rule(alias=st.sampled_from(NAMES), name=st.sampled_from(NAMES))
    def merge(self, alias: str, name: str) -> None:
        alias_now, name_now = (alias if alias in self.merges else self.now(alias)), self.now(name)
        try:
            wait(self.memory.merge(alias, name))
        except UserError:
            named = {vertex for fact in self.known() for vertex in fact.vertices}
            is_known = any(vertex == alias_now or vertex.startswith(f"{alias_now}'s ") for vertex in named)
            assert (
                alias in self.merges or not is_known or name_now == alias_now or name_now.startswith(f"{alias_now}'s ")
            )
        else:
            self.merges[alias_now] = name_now

    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        if known := sorted(self.known()):
            gone = data.draw(st.sampled_from(known))
            wait(self.memory.forget(gone))
            self.told = {
                fact
                for fact in self.told
                if Triplet(self.now(fact.subject), fact.relation, self.now(fact.object)) != gone
            }

    @invariant()
    def holds(self) -> None:
        facts = {edge.triplet for edge in self.memory.facts()}
        assert {fact for fact in facts if fact.relation != SAME} == self.known()


TestMerging = Merging.TestCase
TestMerging.settings = settings(max_examples=12, stateful_step_count=20)
