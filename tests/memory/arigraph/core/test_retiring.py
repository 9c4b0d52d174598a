from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.errors import UserError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.doubts import about
from ariadne.memory.arigraph.core.options import FOR_TEXTS, Options
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.ask import Asked
from ariadne.sync import wait
from tests.memory.moments import at
from tests.scripted import Events, Script

MARCH = datetime(2026, 3, 1, tzinfo=UTC)

TOGETHER = [
    ("film, genre, drama", "film, genre, comedy"),
    ("peru, official language, spanish", "peru, official language, quechua"),
    ("ann, works for, acme", "ann, works for, globex"),
    ("paper, was written by, ann", "paper, was written by, bo"),
    ("server, depends on, redis", "server, depends on, postgres"),
    ("ann, lives in, paris", "ann, is moving to, rome"),
    ("ann, was born in, oslo", "ann, lives in, bergen"),
]
"""Facts that do not contradict each other."""

IN_GAMES = [
    ("player, inventory, brass key", "player, inventory, note"),
    ("recipe, direction, chop the carrot", "recipe, direction, fry the carrot"),
    ("fridge, contains, milk", "fridge, contains, egg"),
    ("brass key, opens, red locker", "brass key, opens, blue locker"),
    ("lamp, is, brass", "lamp, is, lit"),
]
"""The same for games, in the style of a large model."""


def saying(*facts: str, replaced: Sequence[str] = ()) -> dict[str, Any]:
    return {"triplets": list(facts), "replaced": list(replaced)}


def now(memory: AriGraph) -> list[str]:
    return [str(edge.triplet) for edge in memory.facts()]


async def taught(memory: AriGraph, *texts: str) -> AriGraph:
    for day, text in enumerate(texts):
        await memory.learn(text, time=MARCH + timedelta(days=day))
    return memory


@pytest.mark.parametrize(("known", "new"), TOGETHER + IN_GAMES)
async def test_a_fact_ends_only_when_the_model_says_so(known: str, new: str, texts: TextCache) -> None:
    script = Script(read=[saying(known), saying(new)])
    memory = await taught(AriGraph(Asked(script.ask), texts), f"On {known}.", f"On {new}.")
    assert now(memory) == [known, new]


@pytest.mark.parametrize("name", ["arigraph", "arigraph-blend", "arigraph-no-annotations"])
async def test_agents_memories_end_no_facts_by_themselves(name: str, minilm: MiniLM) -> None:
    learned = [{**saying(fact), "entities": []} for pair in IN_GAMES for fact in pair]
    script = Script(learn=learned)
    kit = MemoryKit(script.ask, TextCache(minilm), Events(), width=6, depth=2, episodes=2, calls="three")
    memory: Any = find_memory(name).build(kit)
    await memory.begin("win")
    for pair in IN_GAMES:
        for fact in pair:
            await memory.observe([at(f"You see {fact}.")], ())
    assert now(memory.graph) == [fact for pair in IN_GAMES for fact in pair]


async def test_a_fact_that_its_own_text_replaces_ends_at_once(texts: TextCache) -> None:
    script = Script(
        read=saying(
            "ann, lives in, paris", "ann, lives in, rome", replaced=["ann, lives in, paris -> ann, lives in, rome"]
        )
    )
    memory = await taught(AriGraph(Asked(script.ask), texts), "Ann lived in Paris, and lives in Rome by now.")
    assert now(memory) == ["ann, lives in, rome"]
    assert [edge.valid_to for edge in memory.history()] == [1, None]


async def test_of_two_facts_that_replace_each_other_one_holds(texts: TextCache) -> None:
    told = ["ann, lives in, paris", "ann, lives in, rome"]
    script = Script(read=saying(*told, replaced=[" -> ".join(told), " -> ".join(told[::-1])]))
    assert len(now(await taught(AriGraph(Asked(script.ask), texts), "Ann lives in Paris. Ann lives in Rome."))) == 1


HANDED: list[tuple[str, ...]] = [
    ("ada, lives in, paris", "ada, likes, jazz"),
    ("ada, lives in, rome", "ada, likes, tea"),
]


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (FOR_TEXTS, ["ada, lives in, paris", "ada, likes, jazz", "ada, lives in, rome", "ada, likes, tea"]),
        (Options(single={"lives in"}), ["ada, likes, jazz", "ada, lives in, rome", "ada, likes, tea"]),
        (Options(supersede="always"), ["ada, lives in, rome", "ada, likes, tea"]),
    ],
)
@pytest.mark.parametrize("is_filed", [False, True])
async def test_the_user_can_make_relations_functional(
    options: Options, left: list[str], is_filed: bool, texts: TextCache, tmp_path: Path
) -> None:
    memory = AriGraph(None, texts, tmp_path / "one.db" if is_filed else None, options=options)
    for day, facts in enumerate(HANDED):
        await memory.learn(f"On day {day}.", facts=facts, time=MARCH + timedelta(days=day))
    assert now(memory) == left
    ended = [edge for edge in memory.history() if edge.valid_to]
    assert all(edge.retired_by and edge.reason == "replaced" for edge in ended)
    memory.close()


async def test_functional_relations_match_word_for_word(texts: TextCache) -> None:
    memory = AriGraph(None, texts, options=Options(single={"lives in"}))
    await memory.learn("One.", facts=["ada, lives in, paris"])
    await memory.learn("Two.", facts=["ada, lives in the, rome", "bo, lives in, oslo"])
    assert len(now(memory)) == 3


async def test_of_several_values_in_one_text_the_last_holds(texts: TextCache) -> None:
    memory = AriGraph(None, texts, options=Options(single={"lives in"}))
    await memory.learn("A list.", facts=["ada, lives in, paris", "ada, lives in, rome"])
    assert now(memory) == ["ada, lives in, rome"]


async def test_an_earlier_value_gives_way_to_a_newer_one(texts: TextCache) -> None:
    memory = AriGraph(None, texts, options=Options(single={"lives in"}))
    await memory.learn("Rome.", facts=["ada, lives in, rome"], time=MARCH)
    await memory.learn("Paris.", facts=["ada, lives in, paris"], time=MARCH - timedelta(days=9))
    assert now(memory) == ["ada, lives in, rome"]
    assert [str(edge.triplet) for edge in memory.facts(at=MARCH - timedelta(days=3))] == ["ada, lives in, paris"]


async def test_given_facts_end_by_the_argument_ended(texts: TextCache) -> None:
    memory = AriGraph(None, texts)
    await memory.learn("Ada lives in Paris.", facts=[("Ada", "lives in", "Paris")])
    change = await memory.learn("Ada left Paris.", ended=[("ada", "lives in", "paris"), "bo, lives in, oslo"])
    assert [str(fact) for fact in change.removed] == ["ada, lives in, paris"]
    assert [str(fact) for fact in change.unmatched] == ["bo, lives in, oslo"]
    assert now(memory) == []


@pytest.mark.parametrize("wrong", [("ada", "lives in"), "ada lives in paris", ("ada", "", "paris"), 7])
def test_arguments_that_are_not_facts_are_refused(wrong: Any, texts: TextCache) -> None:
    memory = AriGraph(None, texts)
    with pytest.raises(UserError, match="subject, relation, object"):
        wait(memory.learn("Ada.", facts=[wrong]))
    assert not memory.told()


def test_single_must_be_a_set() -> None:
    with pytest.raises(UserError, match="single"):
        Options(single="lives in")


@pytest.mark.parametrize("text", ["Ada does not live in Paris but in Rome.", "Ada is not a dentist.", "If Ada moved…"])
async def test_without_a_model_no_sentence_becomes_a_fact(text: str, texts: TextCache) -> None:
    memory = await taught(AriGraph(None, texts), text)
    assert now(memory) == []
    assert [node.observation for node in memory.told()] == [text]


def test_only_relevant_parts_of_a_long_text_are_shown() -> None:
    long = "The mill stands by the river. " * 100 + "Ann Lee lives in Rome. " + "The mill is old. " * 300
    (shown,) = about(["ann lee"], [long])
    assert "Ann Lee lives in Rome." in shown
    assert len(shown) < len(long) / 2
    assert about(["ann lee"], ["Short.", "Texts."]) == ["Short.", "Texts."]
