from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.embed.minilm import MiniLM
from ariadne.errors import UserError
from ariadne.memory.arigraph.core.endings import REPLACED
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.models.recorded import Scripted
from ariadne.triplet import Edge
from arigraph import AriGraph, Options, Text, Triplet
from tests.memory.arigraph.libraries import Letters
from tests.scripted import Script, shown

THREE, PAPER = IN_WORLDS, replace(IN_WORLDS, calls="paper")
NOON, ONE = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 3, 1, 13, tzinfo=UTC)
IN_BOX, IN_HAND = Triplet("key", "is in", "box"), Triplet("key", "is in", "inventory")
BOX, LAMP = Triplet("box", "is in", "hall"), Triplet("lamp", "is on", "table")


class Once:
    """MiniLM, with a list of the texts that it embedded."""

    name = "once"
    threshold: float | None = None

    def __init__(self, minilm: MiniLM) -> None:
        self._minilm = minilm
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts.extend(texts)
        return self._minilm.embed(texts)


def learned(
    *triplets: Triplet | str, replaced: Sequence[str] = (), entities: Sequence[str] = ()
) -> dict[str, list[str]]:
    return {
        "triplets": [str(triplet) for triplet in triplets],
        "replaced": list(replaced),
        "entities": list(entities),
    }


def graph_of(script: Script, minilm: MiniLM, options: Options = THREE) -> AriGraph:
    return AriGraph(script.model, minilm, options=options)


async def test_a_leading_quotation_is_part_of_the_text(minilm: MiniLM) -> None:
    script = Script(read={"triplets": [str(IN_BOX)], "replaced": []})
    graph = AriGraph(script.model, minilm)
    texts = ["> Where is the key?\nI do not know.", "> Where is the lamp?\nI do not know."]
    await graph.learn(texts)
    found = await graph.recall("Where is the lamp?")
    assert [node.observation for node in found.episodes] == texts[::-1]


def test_similarity_needs_the_papers_ranking() -> None:
    with pytest.raises(UserError, match="episodic_similarity"):
        Options(episodic_similarity=True)


async def test_known_facts_are_not_added_again(minilm: MiniLM) -> None:
    graph = graph_of(Script(learn=[learned(IN_BOX), learned("Key, is in, the box", "key , Is In, Box.")]), minilm)
    await graph.learn("A key is in the box.")
    change = await graph.learn("The key is in the box.")
    assert change.added == (Triplet("key", "is in", "the box"),)
    assert graph.graph.history("key")[0].valid_from == 1


async def test_lines_that_are_not_triplets_are_skipped(minilm: MiniLM) -> None:
    graph = graph_of(Script(learn=learned("The key!", IN_BOX, "", ", ,", "a, b")), minilm)
    assert (await graph.learn("A key is in the box.")).added == (IN_BOX,)


async def test_outdated_facts_end_and_stay_in_the_history(minilm: MiniLM) -> None:
    replies = [learned(IN_BOX, BOX), learned(IN_HAND, replaced=[f"{IN_BOX} -> {IN_HAND}"])]
    graph = graph_of(Script(learn=replies), minilm)
    await graph.learn("A key is in the box.", time=NOON)
    change = await graph.learn("You take the key.", time=ONE)
    assert (change.added, change.removed) == ((IN_HAND,), (IN_BOX,))
    assert IN_BOX not in (await graph.recall(["key", "box"])).facts
    assert graph.history() == (
        Edge(IN_BOX, 1, 2, NOON, ONE, REPLACED, IN_HAND),
        Edge(BOX, 1, since=NOON),
        Edge(IN_HAND, 2, since=ONE),
    )
    assert [edge.triplet for edge in graph.facts(1)] == [IN_BOX, BOX]
    assert [edge.triplet for edge in graph.facts(2)] == [BOX, IN_HAND]


@pytest.mark.parametrize(
    "line",
    [
        "Key, Is In, BOX -> key, is in, inventory",
        '"key, is in, box" -> "key, is in, inventory"',
        "key , is in , box.->key, is in, inventory",
        "[key, is in, box] -> [key, is in, inventory]",
        "key | is in | box -> key | is in | inventory",
        "key, is in, box",
    ],
)
async def test_an_outdated_triplet_is_recognized_in_any_notation(minilm: MiniLM, line: str) -> None:
    graph = graph_of(Script(learn=[learned(IN_BOX), learned(IN_HAND, replaced=[line])]), minilm)
    await graph.learn("A key is in the box.")
    assert (await graph.learn("You take the key.")).removed == (IN_BOX,)


async def test_a_fact_that_the_text_states_stays_valid(minilm: MiniLM) -> None:
    replies = [learned(IN_BOX), learned("KEY, is in, box", LAMP, replaced=[f"{IN_BOX} -> {LAMP}"])]
    graph = graph_of(Script(learn=replies), minilm)
    await graph.learn("A key is in the box.")
    change = await graph.learn("The key is in the box.")
    assert (change.added, change.removed) == ((LAMP,), ())
    assert IN_BOX in graph.graph


async def test_unknown_facts_cannot_be_outdated(minilm: MiniLM) -> None:
    graph = graph_of(Script(learn=[learned(IN_BOX, replaced=[f"{LAMP} -> {IN_BOX}", "nonsense", "->"])]), minilm)
    assert (await graph.learn("A key is in the box.")).removed == ()


async def test_the_question_has_the_known_facts_about_the_things_in_the_text(minilm: MiniLM) -> None:
    plan = Triplet("tall oak cupboard", "is", "closed")
    script = Script(learn=[learned(IN_BOX, BOX, LAMP, plan), learned()])
    graph = graph_of(script, minilm)
    await graph.learn("A house.")
    await graph.learn('You open the Tall Oak Cupboard, revealing a "box".', plan=["find the lamp | dark"])
    first, second = script.of("learn")
    assert list(first.inputs["known"]) == []
    assert list(second.inputs["known"]) == [str(triplet) for triplet in (BOX, plan)]
    assert second.inputs["plan"] == ["find the lamp | dark"]


async def test_the_question_has_facts_about_a_thing_by_its_last_word_if_it_is_rare(minilm: MiniLM) -> None:
    egg = "jeweled egg, is in, nest"
    rest = ["jeweled crown, is on, head", "red key, opens, box", "blue key, opens, bag", "old key, opens, door"]
    script = Script(learn=[learned(egg, *rest), learned()])
    graph = graph_of(script, minilm)
    await graph.learn("A house.")
    await graph.learn("You take the egg, and a key.")
    assert list(script.of("learn")[1].inputs["known"]) == [egg]


async def test_ways_and_exits_are_neither_offered_nor_outdated(minilm: MiniLM) -> None:
    ways = ["hall, is east of, kitchen", "hall, has exit, north"]
    script = Script(learn=[learned(*ways, BOX), learned(replaced=[f"{way} -> {IN_BOX}" for way in ways])])
    graph = graph_of(script, minilm)
    await graph.learn("A hall.")
    change = await graph.learn("A hall with a box, east of the kitchen.")
    assert list(script.of("learn")[1].inputs["known"]) == [str(BOX)]
    assert change.removed == ()
    assert len(graph.graph) == 3


async def test_given_facts_are_added_to_those_read(minilm: MiniLM) -> None:
    graph = graph_of(Script(learn=learned(IN_BOX)), minilm)
    change = await graph.learn("A key is in the box.", facts=[BOX, IN_BOX])
    assert change.added == (IN_BOX, BOX)
    assert change.nodes[0].triplets == (IN_BOX, BOX)


async def test_several_texts_share_a_question_and_are_an_episode_each(minilm: MiniLM) -> None:
    lost = Triplet("ghost", "could be in", "attic")
    script = Script(learn=learned(IN_BOX, LAMP, BOX, lost))
    graph = graph_of(script, minilm)
    texts = ["The box in the hall holds a key.", "A wall.", "On the table is a lamp."]
    change = await graph.learn(texts)
    assert script.names == ["learn"]
    assert all(text in shown(script.asked[0]) for text in texts)
    assert [node.observation for node in change.nodes] == texts
    # What no text names in full belongs to the last.
    assert [set(node.triplets) for node in change.nodes] == [{IN_BOX, BOX}, set(), {LAMP, lost}]


async def test_entities_have_depths_up_to_the_limit(minilm: MiniLM) -> None:
    graph = graph_of(Script(learn=learned(IN_BOX, entities=["key: 2", "the box: 9", "Hall", ""])), minilm)
    assert dict((await graph.learn("A key is in the box.")).entities) == {"key": 2, "the box": 2, "hall": 1}


async def test_an_entity_may_come_as_an_object(minilm: MiniLM) -> None:
    says: dict[str, Any] = {**learned(IN_BOX), "entities": [{"name": "key", "depth": 2}, ["box", 1]]}
    graph = graph_of(Script(learn=says), minilm)
    assert dict((await graph.learn("A key is in the box.")).entities) == {"key": 2, "box": 1}


@pytest.mark.parametrize("calls", ["three", "paper"])
async def test_an_unusable_reply_costs_only_its_facts(minilm: MiniLM, calls: Any) -> None:
    babble: Mapping[str, Scripted] = dict.fromkeys(("learn", "extract", "replace", "entities"), "Well ...")
    graph = graph_of(Script(**babble), minilm, replace(IN_WORLDS, calls=calls))
    change = await graph.learn("A key is in the box.", facts=[BOX])
    assert (change.added, change.removed, dict(change.entities)) == ((BOX,), (), {})
    assert [node.observation for node in change.nodes] == ["A key is in the box."]


async def test_each_text_is_embedded_once(minilm: MiniLM) -> None:
    once = Once(minilm)
    texts = TextCache(once)
    script = Script(learn=[learned(IN_BOX, BOX), learned(IN_HAND, BOX, replaced=[str(IN_BOX)]), learned(IN_BOX)])
    graph = AriGraph(script.model, texts, options=IN_WORLDS)
    for text in ("A key is in the box.", "You take the key.", "You put the key into the box."):
        await graph.learn(text)
        for _ in range(2):
            await graph.recall({"key": 2, "box": 1})
    assert len(once.texts) == len(set(once.texts)) == texts.texts_embedded
    other = AriGraph(Script(learn=learned(IN_BOX, BOX)).model, texts, options=IN_WORLDS)
    await other.learn("A key is in the box.")
    await other.recall({"key": 2})
    assert len(once.texts) == texts.texts_embedded == len(set(once.texts))


async def test_facts_are_found_by_meaning_and_lead_to_episodes(minilm: MiniLM) -> None:
    grill = [Triplet("bbq", "used for", "grilling"), Triplet("bbq", "is in", "backyard")]
    books = [Triplet("book", "is on", "shelf"), Triplet("shelf", "is in", "library")]
    graph = graph_of(
        Script(learn=[learned(*grill), learned(*books), learned(*grill)]), minilm, replace(IN_WORLDS, width=2)
    )
    for text in ("A BBQ stands here.", "A library.", "The BBQ again."):
        await graph.learn(text)
    found = await graph.recall({"roast meat on a grill": 1})
    assert set(found.facts) == set(grill)
    assert [node.observation for node in found.episodes] == ["The BBQ again.", "A BBQ stands here."]
    found = await graph.recall("roast meat on a grill", exclude=["The BBQ again."])
    assert "The BBQ again." not in [node.observation for node in found.episodes]


async def test_a_recall_begins_again_if_facts_end_while_it_waits_for_vectors(minilm: MiniLM) -> None:
    waiting, goes_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    class Slow(Once):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if "box" in texts:
                loop.call_soon_threadsafe(waiting.set)
                goes_on.wait(9)
            return super().embed(texts)

    graph = AriGraph(embedder=Slow(minilm), options=THREE)
    await graph.learn(facts=[IN_BOX, BOX], read=False)
    recalled = asyncio.create_task(graph.recall({"key": 2}))
    await asyncio.wait_for(waiting.wait(), 9)
    await graph.forget(IN_BOX)
    goes_on.set()
    assert (await recalled).facts == (await graph.recall({"key": 2})).facts == (BOX,)


async def test_an_empty_memory_recalls_nothing(minilm: MiniLM) -> None:
    graph = graph_of(Script(), minilm)
    for queries in ("key", [], ["key", ""], {}, {"key": 2}):
        found = await graph.recall(queries)
        assert (found.facts, found.episodes) == ((), ())


async def test_the_paper_asks_three_questions(minilm: MiniLM) -> None:
    script = Script(
        extract=[{"triplets": [str(IN_BOX), str(BOX)]}, {"triplets": [str(IN_HAND)]}],
        replace={"replaced": [f"KEY, is in, box -> {IN_HAND}"]},
        entities={"entities": ["key: 2"]},
    )
    graph = graph_of(script, minilm, PAPER)
    await graph.learn("A key is in the box.", location="hall", plan=["find a key | locked"])
    # The text does not name the key: what is known is found by the new triplets.
    change = await graph.learn("Taken.", location="hall", inventory="A key.", plan=["find a key | locked"])
    assert script.names == ["extract", "entities", "extract", "replace", "entities"]
    assert [question.answer.__name__ for question in script.asked[2:]] == ["Extracted", "Replaced", "Entities"]
    _, _, extract, replace, entities = script.asked
    assert list(extract.inputs["examples"]) == [str(IN_BOX), str(BOX)]
    assert (list(replace.inputs["known"]), list(replace.inputs["new"])) == ([str(IN_BOX)], [str(IN_HAND)])
    assert "find a key | locked" in shown(entities)
    assert (change.added, change.removed, dict(change.entities)) == ((IN_HAND,), (IN_BOX,), {"key": 2})


async def test_the_papers_question_about_outdated_facts_has_no_ways(minilm: MiniLM) -> None:
    ways = ["hall, is east of, kitchen", "hall, has exit, north"]
    script = Script(extract=[{"triplets": [*ways, str(BOX)]}, {"triplets": ["hall, is, dark"]}])
    graph = graph_of(script, minilm, PAPER)
    await graph.learn("A hall.")
    await graph.learn("It is dark.")
    (replace,) = script.of("replace")
    assert list(replace.inputs["known"]) == [str(BOX)]


async def test_it_is_a_memory_without_any_game() -> None:
    memory = AriGraph("rules")
    await memory.learn(
        "-= Kitchen =-\nYou see a fridge. The fridge contains an apple.\n\nThere is a lamp on the floor."
    )
    found = await memory.recall("apple")
    assert Triplet("apple", "is in", "fridge") in found.facts


lines = st.one_of(st.text(max_size=30), st.sampled_from([str(IN_BOX), str(BOX), f"{IN_BOX} -> {BOX}", "hall: 2"]))
replies = st.fixed_dictionaries({name: st.lists(lines, max_size=6) for name in ("triplets", "replaced", "entities")})


@given(st.lists(st.tuples(st.text(max_size=60).filter(str.strip), replies), min_size=1, max_size=4))
def test_any_text_and_reply_keep_changes_consistent(moments: list[tuple[str, dict[str, list[str]]]]) -> None:
    script = Script(learn=[reply for _, reply in moments])
    graph = AriGraph(script.model, Letters(), options=IN_WORLDS)

    async def live() -> None:
        for text, _ in moments:
            before = set(graph.graph.valid())
            change = await graph.learn(text)
            assert set(graph.graph.valid()) == (before - set(change.removed)) | set(change.added)
            assert not set(change.removed) & set(change.added)
            found = await graph.recall(change.entities, exclude=[text])
            assert set(found.facts) <= set(graph.graph.valid())
            assert all(node.observation != text for node in found.episodes)

    asyncio.run(live())
    assert len(graph.episodic.nodes) == len(moments)


class Channel(str):
    """A text that says something else of itself, as the member of an enumeration does."""

    def __str__(self) -> str:
        return f"Channel({super().__str__()})"


MAIL = Channel("mail")


async def test_texts_of_other_types_are_stored_as_plain_texts_or_refused(tmp_path: Path) -> None:
    with AriGraph(path=tmp_path / "a.db") as memory:
        await memory.learn(MAIL, source=MAIL, metadata={"by": MAIL})
        await memory.scope(MAIL).learn("A letter.")
        for source in (b"mail", None, 5, tmp_path):
            with pytest.raises(UserError, match="is not a text"):
                await memory.learn("Bob likes tea.", source=source)  # type: ignore[arg-type]
        with pytest.raises(UserError, match="is not a text"):
            memory.scope(b"mail")  # type: ignore[arg-type]
        with pytest.raises(UserError, match="neither a text"):
            await memory.learn_many([Text(b"mail")])  # type: ignore[arg-type]
    with AriGraph.open(tmp_path / "a.db") as memory:
        (node,) = memory.told()
        assert (node.observation, node.source, node.metadata) == ("mail", "mail", {"by": "mail"})
        assert [each.observation for each in memory.scope("mail").told()] == ["A letter."]


@pytest.mark.parametrize(
    "wrong", [{"top_k": 1.5}, {"top_k": -1}, {"budget": "9"}, {"depth": True}, {"width": -1}, {"threshold": "low"}]
)
async def test_a_wrong_number_is_not_told_as_damage(wrong: dict[str, Any], tmp_path: Path) -> None:
    with AriGraph(path=tmp_path / "a.db") as memory:
        await memory.learn("Alice lives in Paris.", facts=["alice, lives in, paris"])
        with pytest.raises(UserError, match=r"must be (a whole number|of type int or float or None)"):
            await memory.recall("alice", **wrong)


@pytest.mark.parametrize("wrong", [{"supersede": "Always"}, {"ranking": "best"}, {"calls": "one"}])
def test_an_option_has_one_of_its_names(wrong: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="must be one of"):
        Options(**wrong)


@pytest.mark.parametrize("facts", ["alice, lives in, paris", 5])
async def test_facts_are_a_list(facts: Any) -> None:
    with pytest.raises(UserError, match="facts must be in a list"):
        await AriGraph().learn("text", ended=facts)
