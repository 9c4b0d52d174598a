"""Erased data are gone from the file, this process and the reply cache."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.errors import Failure, UserError
from ariadne.events import Usage
from ariadne.files import reply_cache
from ariadne.memory.arigraph.storage.session import Session
from ariadne.models.cache import ReplyStore
from ariadne.models.raw import RawReply
from arigraph import AriGraph, Triplet, wait
from tests.memory.arigraph.libraries import library
from tests.memory.arigraph.storage.test_store import NOON, state
from tests.memory.arigraph.strategies import VERTICES, triplets

SECRET = "tulipomania"
# The tables have keys.
NAMES = st.sampled_from([name for name in VERTICES if name != "key"])


def said_by(path: Path, *words: str) -> set[str]:
    """The words that are in the file, its log or other files beside it."""
    content = b"".join(part.read_bytes() for part in path.parent.glob(f"{path.name}*")).lower()
    return {word for word in words if word.encode() in content}


async def lived(path: Path) -> AriGraph:
    memory = library(path)
    await memory.learn(f"alice's password, is, {SECRET}\nbob, likes, tea", time=NOON, source="a letter of alice")
    await memory.learn(f"bob, knows, alice\ncarol, guessed, {SECRET}", metadata={"told by": "alice", "page": 2})
    await memory.learn(
        "bob, likes, tea\ncarol, is, tall",
        source="alice's diary",
        metadata={"of": "alice", "Alice's page": 1, "page": 3},
    )
    await memory.learn(f"not bob, likes, tea -> bob, likes, {SECRET}\nbob, likes, {SECRET}")
    await memory.learn(f"not bob, likes, {SECRET} -> bob, likes, milk\nbob, likes, milk")
    await memory.recall(["who is alice", SECRET])
    return memory


async def test_a_person_is_erased_with_all_that_names_them(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with await lived(path) as memory:
        assert said_by(path, "alice", SECRET) == {"alice", SECRET}
        receipt = await memory.erase("alice")
        assert said_by(path, "alice", "password") == set()
        assert [node.step for node in memory.episodic.nodes] == [3, 4, 5]
        first = memory.episodic.nodes[0]
        assert (first.source, first.metadata) == ("", {"page": 3})
        # Only erased texts told the one, and another one tells the other still.
        assert not memory.graph.knows("guessed")
        assert Triplet("bob", "likes", "tea") in [edge.triplet for edge in memory.history()]
        assert (receipt.facts, receipt.texts) == ((0, 2, 3), (0, 1))
        assert (receipt.vertices, receipt.ties) == (2, 4)
        assert "alice" not in str(receipt)
        before = state(memory)
        found = await memory.recall(["bob", "carol"], episodes=9)
    with library(path) as memory:
        assert state(memory) == before
        assert await memory.recall(["bob", "carol"], episodes=9) == found
        await memory.learn("carol, knows, bob")
        assert len(memory.facts()) == 3


@pytest.mark.parametrize("what", [SECRET, Triplet("bob", "likes", SECRET)])
async def test_erasing_a_fact_removes_it_from_the_facts_it_replaced(tmp_path: Path, what: str | Triplet) -> None:
    path = tmp_path / "people.db"
    with await lived(path) as memory:
        await memory.erase(what)
        assert all(SECRET not in str(edge.retired_by) for edge in memory.history())
    if what == SECRET:
        assert said_by(path, SECRET) == set()


async def test_a_text_and_a_source_are_erased(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with await lived(path) as memory:
        await memory.erase(source="a letter of alice")
        assert said_by(path, "password", "a letter") == set()
        await memory.erase(memory.episodic.nodes[0].observation)
        assert said_by(path, "guessed") == set()
        assert [node.step for node in memory.episodic.nodes] == [3, 4, 5]
        assert not await memory.erase("nobody")
        with pytest.raises(UserError, match="source"):
            await memory.erase()


async def test_a_scope_is_erased_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with library(path) as memory:
        await memory.learn("bob, likes, tea", time=NOON)
        await memory.scope("user:dora").learn(f"dora, chose, {SECRET}\ndora, likes, tea")
        before = state(memory)
        receipt = await memory.erase(scope="user:dora")
        assert (receipt.facts, receipt.texts) == ((0, 1), (0,))
        assert memory.scope("user:dora").history() == ()
        assert said_by(path, "dora", SECRET) == set()
        assert state(memory) == before
        await memory.scope("user:dora").learn("dora, is, back")
        assert len(memory.scope("user:dora").facts()) == 1
    with library(path) as memory:
        assert state(memory) == before
        assert len(memory.scope("user:dora").facts()) == 1


@settings(max_examples=10)
@given(st.lists(st.lists(triplets, min_size=1, max_size=3), min_size=1, max_size=5), NAMES)
def test_everything_with_the_name_is_erased_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[Triplet]], name: str
) -> None:
    path = tmp_path_factory.mktemp("memory") / "house.db"
    left = [told for told in texts if all(name not in triplet.vertices for triplet in told)]
    with library(path) as memory:
        for told in texts:
            wait(memory.learn("\n".join(map(str, told))))
        wait(memory.recall(VERTICES))
        wait(memory.erase(name))
        assert said_by(path, name) == set()
        assert memory.texts.drop(lambda text: name in text) == 0
        assert {edge.triplet for edge in memory.history()} == {triplet for told in left for triplet in told}
        assert [node.triplets for node in memory.episodic.nodes] == [tuple(dict.fromkeys(told)) for told in left]


async def test_a_reader_sees_the_remaining_contents(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with await lived(path) as memory, library(path, read_only=True) as reader:
        assert reader.history("alice")
        await memory.erase("alice")
        assert reader.history("alice") == ()
        assert reader.facts() == memory.facts()
        for write in (reader.learn, reader.forget, reader.erase):
            with pytest.raises(UserError, match="read-only"):
                await write("bob")


async def test_data_that_a_reader_keeps_in_the_log_are_erased_at_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "people.db"
    monkeypatch.setattr("ariadne.memory.arigraph.storage.opening.BUSY_SECONDS", 0.1)
    memory = await lived(path)
    reading = sqlite3.connect(path, isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT * FROM edge").fetchall()
    with pytest.raises(Failure, match=r"people\.db-wal"):
        await memory.erase("alice")
    assert memory.history("alice") == ()
    assert memory.texts.drop(lambda text: "alice" in text) == 0
    assert said_by(path, "alice") == {"alice"}
    reading.close()
    memory.close()
    library(path).close()
    assert said_by(path, "alice") == set()


async def test_replies_with_erased_facts_are_erased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIADNE_HOME", str(tmp_path))
    cache = reply_cache()
    replies = [
        f'{{"triplets": ["Alice\'s password, is, {SECRET}"]}}',
        '["carol, is, tall"]',
        '["Jos\\u00e9, is, here"]',
    ]
    store = ReplyStore(cache)
    for number, reply in enumerate(replies):
        store.put(str(number), "model", RawReply(reply, Usage(), 0.0))
    store.close()
    memory = library()
    await memory.learn(f"alice's password, is, {SECRET}")
    await memory.learn("josé, is, here", source="letter")
    assert (await memory.erase("alice")).replies == 1
    assert said_by(cache, SECRET, "tall") == {"tall"}
    assert (await memory.erase(source="letter")).replies == 1
    assert said_by(cache, "jos", "tall") == {"tall"}


async def test_the_index_of_words_has_no_erased_words(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with library(path) as memory:
        await memory.learn("alice, inherited, two vineyards", time=NOON)
        await memory.learn("bob, likes, tea", time=NOON)
        await memory.erase("alice")
        await memory.learn("bob, likes, milk", time=NOON)
    database = sqlite3.connect(path)
    database.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, said, row)")
    assert {term for (term,) in database.execute("SELECT term FROM terms")} == {"bob", "like", "tea", "milk"}
    database.close()
    assert said_by(path, "alice", "inherit", "vineyard", "ineyard", "nherit") == set()


TOLD_OTHERWISE = {
    "with articles": {"triplets": ["The Zorbax serum, cures, the blight"]},
    "as an object": {"triplets": [{"subject": "zorbax serum", "relation": "cures", "object": "blight"}]},
    "as a list": {"triplets": [["zorbax serum", "cures", "blight"]]},
    "with bars": {"triplets": ["zorbax serum | cures | blight"]},
    "as what was replaced": {"replaced": ["2 changed -> zorbax  serum,  cures ,  blight . (since 2020)"]},
    "in a sentence": {"known": True, "answer": "The blight is treated with Zorbax serum."},
    "encoded twice": {"arguments": json.dumps({"triplets": ["zorbax serum, heals, blight"]})},
}
OF_OTHERS = {"triplets": ["blight, is, plant disease", "serum, is in, fridge"]}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reply cache with replies about a serum and about other things."""
    monkeypatch.setenv("ARIADNE_HOME", str(tmp_path))
    with closing(ReplyStore(reply_cache())) as store:
        for name, reply in {**TOLD_OTHERWISE, "of others": OF_OTHERS}.items():
            store.put(name, "model", RawReply(json.dumps(reply), Usage(), 0.0))
    return reply_cache()


@pytest.mark.parametrize("facts", [["zorbax serum, cures, blight"], []])
async def test_replies_with_erased_facts_in_other_words_are_erased(cache: Path, facts: list[str]) -> None:
    memory = AriGraph(embedder=library().texts)
    await memory.learn("The Zorbax serum cures the blight.", source="secret.txt", facts=facts)
    await memory.erase(source="secret.txt")
    # What a text alone was, only a fact tells again.
    told = TOLD_OTHERWISE.keys() - ({"in a sentence"} if not facts else set())
    assert said_by(cache, *told, "of others") == {"of others"}


async def test_locked_replies_are_erased_at_the_next_opening_of_the_memory(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ariadne.models.cache.BUSY_SECONDS", 0.1)
    memory = library(tmp_path / "m.db")
    await memory.learn("zorbax serum, cures, blight", source="secret.txt")
    with closing(sqlite3.connect(cache, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        with pytest.raises(Failure, match="it is erased when the cache is next opened"):
            await memory.erase(source="secret.txt")
        assert memory.history() == ()
        assert not [path for path in cache.parent.glob("*.due-*") if "zorbax" in path.read_text()]
    memory.close()
    library(tmp_path / "m.db").close()
    assert said_by(cache, "zorbax", "fridge") == {"fridge"}
    assert [path.name for path in cache.parent.glob("*.due-*")] == []


def test_an_erasure_survives_the_end_of_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "people.db"
    memory = asyncio.run(lived(path))
    monkeypatch.setattr(Session, "clean", lambda session: None)
    wait(memory.erase("alice"))
    assert said_by(path, "alice") == {"alice"}
    memory.close()
    monkeypatch.undo()
    with library(path) as memory:
        assert said_by(path, "alice") == set()
        assert memory.history("alice") == ()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("C++", ["c, is, language", "vitamin c, is, acid"]),
        ("रीमा", ["राम, lives in, pune"]),
        ("anna_x", ["anna, lives in, rome"]),
    ],
)
def test_a_name_does_not_match_inside_other_words(name: str, kept: list[str]) -> None:
    memory = library()
    told = ["c++, is, language", "c, is, language", "vitamin c, is, acid"]
    for text in (*told, "राम, lives in, pune", "रीमा, lives in, pune", "anna, lives in, rome"):
        wait(memory.learn(text))
    before = [str(edge.triplet) for edge in memory.facts()]
    wait(memory.erase(name))
    after = [str(edge.triplet) for edge in memory.facts()]
    assert {*kept} <= {*before}
    assert {*kept} <= {*after}
    assert not any(name.casefold() in fact for fact in after)


def test_a_truth_value_does_not_match_a_number() -> None:
    memory = library()
    wait(memory.learn("ann, lives in, rome", metadata={"page": 1}))
    assert not wait(memory.erase(metadata={"page": True}))
    with pytest.raises(UserError, match="metadata"):
        wait(memory.erase(metadata={}, scope=""))


async def test_concurrent_reads_see_one_state() -> None:
    memory = library()
    for number in range(5):
        await memory.learn(f"person{number}, lives in, city{number}")
    acts = [
        act for n in range(5) for act in (memory.answer(f"Where does Person{n} live?"), memory.forget(f"person{n}"))
    ]
    found = await asyncio.gather(*acts, return_exceptions=True)
    assert not [each for each in found if isinstance(each, BaseException)]
