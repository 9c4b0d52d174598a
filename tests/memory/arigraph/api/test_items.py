"""Values under keys, whose texts are learned."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.items import Items
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph
from tests.memory.arigraph.api.test_forgetting import said_by
from tests.memory.arigraph.libraries import Letters, library, parrot

VALUE: dict[str, Any] = {"text": "Zoë \n likes", "many": [1, 2.5, None, True, {"": "«"}], "none": {}}


def facts(memory: AriGraph) -> list[str]:
    return [str(edge.triplet) for edge in memory.facts()]


def ever(memory: AriGraph) -> list[str]:
    return [str(edge.triplet) for edge in memory.history()]


async def test_a_value_is_returned_exactly_from_memory_and_file(tmp_path: Path) -> None:
    with library(tmp_path / "life.db") as memory:
        items = Items(memory)
        await items.put("a", VALUE, ["zoë, likes, tea"])
        before = items.get("a")
        assert before
        assert before.value == VALUE
        assert before.value is not before.value
    with library(tmp_path / "life.db", read_only=True) as memory:
        assert Items(memory).get("a") == before
        assert Items(memory).get("b") is None
        assert facts(memory) == ["zoë, likes, tea"]


async def test_another_process_sees_puts_and_deletions(tmp_path: Path) -> None:
    with library(tmp_path / "life.db") as memory, library(tmp_path / "life.db", read_only=True) as reader:
        items, read = Items(memory), Items(reader)
        await items.put("a", VALUE)
        assert [item.key for item in read.all()] == ["a"]
        await items.delete("a")
        assert read.all() == []
        with pytest.raises(UserError, match="read-only"):
            await read.put("b", VALUE)


async def test_a_new_version_replaces_the_old_one_which_stays_in_the_history() -> None:
    memory = library()
    items = Items(memory)
    await items.put("a", {"n": 1}, ["bob, likes, tea\nbob, knows, carol"])
    await items.put("b", {"n": 1}, ["dora, is, tall"])
    await items.put("a", {"n": 2}, ["bob, likes, tea\nbob, is, here"])
    now = items.get("a")
    assert now
    assert (now.value, now.version, now.texts) == ({"n": 2}, 2, ("bob, likes, tea\nbob, is, here",))
    assert now.created < now.updated
    assert [item.key for item in items.all()] == ["a", "b"]
    assert facts(memory) == ["bob, likes, tea", "dora, is, tall", "bob, is, here"]
    assert [edge.valid_from for edge in memory.history("tea")] == [1]
    assert "bob, knows, carol" in ever(memory)
    assert [item.key for item, _ in await items.ranked("bob knows carol", items.all())] == ["a", "b"]


async def test_a_deleted_item_is_erased_with_all_versions_except_shared_facts(tmp_path: Path) -> None:
    path = tmp_path / "life.db"
    with library(path) as memory:
        items = Items(memory)
        await memory.learn("bob, likes, tea", source="a letter")
        await items.put("a", {"secret": "tulip"}, ["bob, likes, tea", "carol, chose, tulips"])
        await items.put("a", {"secret": "tulip"}, ["bob, likes, tea", "carol, chose, roses"])
        await items.put("b", {"n": 2}, ["bob, likes, tea"])
        await items.put("nothing", {"n": 3})
        await items.put("nothing else", {"n": 4})
        await items.delete("a")
        await items.delete("nothing")
        assert said_by(path, "tulip", "carol", "roses") == set()
        assert ever(memory) == ["bob, likes, tea"]
        assert [item.key for item in items.all()] == ["b", "nothing else"]
        assert [(item.key, score is None) for item, score in await items.ranked("tea", items.all())] == [
            ("b", False),
            ("nothing else", True),
        ]
        assert [node.source for node in memory.told()] == ["a letter", "b", "nothing else"]
        await items.put("a", {"n": 5})
        assert (again := items.get("a"))
        assert again.created == again.updated


@pytest.mark.parametrize("name", ["forget", "erase"])
async def test_an_item_is_gone_with_any_of_its_texts(name: str) -> None:
    memory = library()
    items = Items(memory)
    await items.put("a", {"of": "alice"}, ["alice, knows, bob", "carol, is, tall"])
    await items.put("b", {}, ["carol, is, here"])
    await getattr(memory, name)("alice")
    assert [item.key for item in items.all()] == ["b"]
    assert items.get("a") is None
    if name == "erase":
        assert "alice" not in str(memory.told())
    await items.put("a", {"n": 2}, ["carol, is, back"])
    assert [item.key for item in items.all()] == ["a", "b"]
    assert "carol, is, tall" not in facts(memory)


async def test_an_item_without_texts_is_never_read_or_recalled() -> None:
    def reads(question: Question[Any]) -> dict[str, list[str]]:
        assert all(question.inputs["texts"])
        return parrot(question)

    memory = AriGraph(ScriptedModel(reads), Letters())
    items = Items(memory)
    await items.put("a", {"n": 1})
    await memory.learn("bob, likes, tea")
    found = await memory.recall("what is there", episodes=9, threshold=-1.0)
    assert [node.observation for node in found.episodes] == ["bob, likes, tea"]
    assert [(item.key, score) for item, score in await items.ranked("what is there", items.all())] == [("a", None)]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": (1, 2)}, "item 'k' is not all JSON"),
        ({1: "a"}, "item 'k' is not all JSON"),
        ({"a": float("nan")}, "item 'k' is not all JSON"),
        ({"a": {1}}, "item 'k' is not all JSON"),
        ({"a": b""}, "item 'k' is not all JSON"),
        ({"a": "\ud800"}, "half of a character"),
        ({"a": "sk-very-secret"}, "an API key"),
    ],
)
async def test_values_that_cannot_be_stored_exactly_are_refused(
    value: Mapping[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    items = Items(library())
    with pytest.raises(UserError, match=said):
        await items.put("k", value)
    assert items.all() == []


async def test_a_circular_value_is_refused() -> None:
    value: dict[str, Any] = {}
    value["self"] = value
    with pytest.raises(UserError, match="not all JSON"):
        await Items(library()).put("k", value)


async def test_a_linked_text_ranks_before_a_merely_similar_one(minilm: Any) -> None:
    texts = [
        "Alice works for Acme.",
        "Acme was started by Bob Smith in Lyon.",
        "Carol founded a bakery.",
        "Bob Smith keeps bees.",
    ]
    memory = AriGraph(embedder=minilm)
    items = Items(memory)
    for text in texts:
        await items.put(text, {}, [text])
    question = "Who started the company that Alice works for?"
    vectors = await memory.texts.embed([question, *texts])
    near = dict(zip(texts, vectors[1:] @ vectors[0], strict=True))
    assert sorted(texts, key=lambda text: -near[text])[:2] == [texts[0], texts[2]]
    ranked = await items.ranked(question, items.all())
    assert [item.key for item, _ in ranked][:2] == texts[:2]
    scores = [score or 0.0 for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[:2] == pytest.approx([near[texts[0]], near[texts[2]]], abs=1e-4)
