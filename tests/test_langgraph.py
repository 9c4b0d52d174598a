"""A memory as LangGraph's store, compared with LangGraph's own in-memory store."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from ariadne.errors import UserError
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Options
from arigraph.langgraph import AriGraphStore
from tests.memory.arigraph.api.test_forgetting import said_by
from tests.memory.arigraph.libraries import Letters, library, parrot

Namespace = tuple[str, ...]

NAMESPACES: list[Namespace] = [("a",), ("a", "b"), ("b",), ("b", "a", "c")]
PATHS = [*NAMESPACES, (), ("a", "*"), ("*", "a"), ("c",), ("*",)]
KEYS = ["x", "y", "z"]
leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-3, 3) | st.sampled_from(["one", "two, is, 2"])
values = st.dictionaries(st.sampled_from("pqr"), leaves | st.lists(leaves, max_size=2), max_size=3)
filters = st.none() | st.dictionaries(
    st.sampled_from("pq"), leaves | st.builds(lambda name, leaf: {name: leaf}, st.sampled_from(["$eq", "$ne"]), leaves)
)
conditions = st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), st.sampled_from(PATHS))
places = st.tuples(st.sampled_from(NAMESPACES), st.sampled_from(KEYS))
prefixes = st.sampled_from([path for path in PATHS if "*" not in path])
pages = st.tuples(st.integers(0, 5), st.integers(0, 3))
depths = st.none() | st.integers(1, 2)
operations = st.lists(
    st.builds(lambda place, value: PutOp(*place, value), places, values | st.none())
    | st.builds(lambda place: GetOp(*place), places)
    | st.builds(lambda prefix, wanted, page: SearchOp(prefix, wanted, *page), prefixes, filters, pages)
    | st.builds(
        lambda ends, depth, page: ListNamespacesOp(tuple(ends), depth, *page),
        st.lists(conditions, max_size=2),
        depths,
        pages,
    ),
    max_size=4,
)


@pytest.fixture
def store() -> AriGraphStore:
    return AriGraphStore(library())


def told(result: object) -> object:
    """The answers of a store, without times and scores."""
    if isinstance(result, list):
        return [*map(told, result)]
    return (result.namespace, result.key, result.value) if isinstance(result, Item) else result


def asked(store: BaseStore, batch: list[Any]) -> object:
    """The answers of LangGraph's own store, without the empty namespaces that it also lists."""
    held = InMemoryStore()
    for item in store.search((), limit=1000):
        held.put(item.namespace, item.key, item.value)
    lists = {number: op for number, op in enumerate(batch) if isinstance(op, ListNamespacesOp)}
    results = store.batch(batch)
    return [told(held.batch([lists[number]])[0] if number in lists else each) for number, each in enumerate(results)]


@settings(max_examples=10)
@given(batches=st.lists(operations, max_size=8))
def test_answers_are_those_of_the_in_memory_store(batches: list[list[Any]]) -> None:
    ours, reference = AriGraphStore(library()), InMemoryStore()
    for each in (ours, reference):
        # A read makes it know a namespace, whose position then precedes later ones.
        each.batch([PutOp(namespace, "x", {}) for namespace in NAMESPACES])
    for batch in batches:
        expected = asked(reference, batch)
        assert told(ours.batch(batch)) == expected


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"n": 2}, ["b"]),
        ({"n": {"$gte": "2", "$lt": 3}}, ["b"]),
        ({"n": {"$lte": 1}}, ["a"]),
        ({"n": {"$ne": 2}}, ["a", "c", "d"]),
        ({"n": None}, ["d"]),
        ({"in": {"deep": [1, {"x": 2}]}}, ["a"]),
        ({"in": {"deep": {"$eq": [1]}}}, ["b"]),
        ({"word": {"$gt": 1}}, []),
    ],
)
async def test_a_filter_compares_fields(store: AriGraphStore, wanted: dict[str, Any], keys: list[str]) -> None:
    inside: list[Any] = [[1, {"x": 2, "y": 3}], [1], 1]
    for number, key in enumerate("abc"):
        await store.aput(("n",), key, {"n": number + 1, "in": {"deep": inside[number]}, "word": "w"})
    await store.aput(("n",), "d", {})
    assert [item.key for item in await store.asearch((), filter=wanted)] == keys


async def test_a_mistake_is_said(store: AriGraphStore) -> None:
    await store.aput(("n",), "a", {"n": 1})
    with pytest.raises(UserError, match=r"\$near.*\$eq, \$ne, \$gt"):
        await store.asearch(("n",), filter={"n": {"$near": 1}})
    with pytest.raises(UserError, match="not all JSON"):
        await store.aput(("n",), "b", {"n": {1, 2}})
    endless: dict[str, Any] = {}
    endless["n"] = [endless]
    for wrong in (PutOp(("n",), "b", endless), PutOp(("n",), 1, {})):  # type: ignore[arg-type]
        with pytest.raises(UserError, match=r"^the (value|key) of "):
            await store.abatch([PutOp(("n",), "c", {}), wrong])
    with pytest.raises(UserError, match="at most 200 letters"):
        await store.aput(("n" * 201,), "b", {})
    with pytest.raises(NotImplementedError, match="TTL is not supported"):
        await store.aput(("n",), "b", {}, ttl=1)
    with pytest.raises(NotImplementedError, match="leave out ttl"):
        await store.abatch([PutOp(("n",), "c", {}), PutOp(("n",), "b", {}, ttl=1)])
    for namespace in [(), ("a.b",), ("",)]:
        with pytest.raises(InvalidNamespaceError):
            store.batch([PutOp(namespace, "b", {})])
    with pytest.raises(InvalidNamespaceError):
        store.put(("langgraph",), "b", {})
    assert [item.key for item in store.search(())] == ["a"]
    assert store.get(("n" * 201,), "b") is None


async def test_texts_are_learned_in_the_scope_that_the_namespace_names(tmp_path: Path) -> None:
    path, user = tmp_path / "life.db", ("users", "42")
    paris, berlin = "alice, lives in, paris", "alice, lives in, berlin"
    with AriGraph(ScriptedModel(parrot), Letters(), path, options=Options(single={"lives in"})) as memory:
        store = AriGraphStore(memory)
        await store.aput(user, "home", {"memories": [{"content": paris}], "theme": "dark"})
        await store.aput(("users", "43"), "home", {"content": "bob, likes, tea\n\nbob, knows, eve"})
        scope = memory.scope("users.42")
        assert [str(edge.triplet) for edge in scope.facts()] == [paris]
        assert [node.observation for node in scope.told()] == [paris, "theme: dark"]
        assert [node.observation for node in memory.scope("users.43").told()] == ["bob, likes, tea", "bob, knows, eve"]
        await store.aput(user, "move", {"content": berlin})
        assert [str(edge.triplet) for edge in scope.facts()] == [berlin]
        await store.adelete(user, "home")
        assert [str(edge.triplet) for edge in scope.history()] == [berlin]
        assert said_by(path, "paris", "berlin") == {"berlin"}
        before = store.get(user, "move")
    with library(path, read_only=True) as memory:
        again = AriGraphStore(memory)
        assert again.get(user, "move") == before
        assert again.list_namespaces(max_depth=1) == [("users",)]
        assert again.get(("users", "44"), "move") is None
        with pytest.raises(UserError, match="read-only"):
            again.delete(user, "move")


async def test_index_says_which_texts_are_learned() -> None:
    memory = AriGraph(embedder=Letters())
    store = AriGraphStore(memory, fields=["title", "parts[*].text", "pages"])
    value = {"title": "Wine", "parts": [{"text": "Bob likes wine."}, {"text": "Carol likes tea."}], "pages": 3}
    learned: dict[str, Any] = {"default": None, "none": False, "all": ["$"], "one": ["parts[-1].text", "missing"]}
    for key, index in learned.items():
        await store.aput((key,), key, value, index)
    texts = {key: [node.observation for node in memory.scope(key).told()] for key in learned}
    assert texts["default"] == ["title: Wine", "Bob likes wine.", "Carol likes tea.", "pages: 3"]
    assert texts["one"] == ["Carol likes tea."]
    assert len(texts["all"]) == 1
    assert '"pages": 3' in texts["all"][0]
    found = await store.asearch((), query="Carol likes tea.")
    assert [item.value for item in found] == [value] * 4
    assert {item.key for item in found[:2]} == {"default", "one"}
    assert found[0].score == pytest.approx(1)
    assert (found[-1].key, found[-1].score) == ("none", None)


async def test_a_query_ranks_what_fits_over_all_namespaces_and_in_pages(minilm: Any) -> None:
    store = AriGraphStore(AriGraph(embedder=minilm))
    texts = [
        "Alice works for Acme.",
        "Carol founded a bakery.",
        "Acme was started by Bob Smith in Lyon.",
        "Bob is ill.",
    ]
    for number, text in enumerate(texts):
        await store.aput(("docs",), str(number), {"text": text, "n": number})
    await store.aput(("docs", "other"), "x", {"text": "Who started the company?", "n": 9})
    await store.aput(("other",), "y", {"text": "Who started the company that Alice works for?", "n": 9})
    question = "Who started the company that Alice works for?"
    found = await store.asearch(("docs",), query=question)
    scores = [item.score or 0.0 for item in found]
    assert scores == sorted(scores, reverse=True)
    keys = [item.key for item in found]
    assert {*keys[:2]} == {"x", "0"}
    assert keys.index("2") < keys.index("1"), "over Acme, which only it and the best name"
    page_by_page = [await store.asearch(("docs",), query=question, limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [item.key for page in page_by_page for item in page] == keys
    few = await store.asearch(("docs",), query=question, filter={"n": {"$lt": 3}})
    assert [item.key for item in few] == [key for key in keys if key in "012"]


async def test_reads_in_a_batch_see_the_state_before_it() -> None:
    store = AriGraphStore(library())
    await store.aput(("a",), "x", {"n": 1})
    got, *_, listed = await store.abatch(
        [GetOp(("a",), "x"), PutOp(("a",), "x", {"n": 2}), PutOp(("a",), "x", {"n": 3}), ListNamespacesOp()]
    )
    assert told(got) == (("a",), "x", {"n": 1})
    assert listed == [("a",)]
    last = await store.aget(("a",), "x")
    assert last
    assert last.value == {"n": 3}
    assert last.created_at < last.updated_at
    assert isinstance(got, Item)
    assert (last.created_at, got.updated_at) == (got.created_at, got.created_at)


async def test_threads_and_loops_share_a_store(store: AriGraphStore) -> None:
    def put(number: int) -> None:
        store.put(("a",), str(number), {"text": f"thing {number}, is in, box {number % 3}"})

    with ThreadPoolExecutor(4) as threads:
        loop = asyncio.get_running_loop()
        work = [loop.run_in_executor(threads, put, number) for number in range(0, 30, 2)]
        more = [store.aput(("a",), str(number), {"text": f"thing {number}, is, odd"}) for number in range(1, 30, 2)]
        await asyncio.gather(*work, *more)
    assert {item.key for item in store.search((), limit=99)} == {*map(str, range(30))}
    assert len(store.memory.scope("a").facts()) == 30


class Chat(TypedDict):
    user: str
    said: str
    known: list[str]


def graph(store: BaseStore) -> Any:
    """A graph with a node that puts and one that searches."""

    def remember(state: Chat, *, store: BaseStore) -> dict[str, Any]:
        store.put(("users", state["user"]), state["said"], {"text": state["said"]})
        return {}

    async def look_up(state: Chat, *, store: BaseStore) -> dict[str, Any]:
        found = await store.asearch(("users", state["user"]), query="Where is Alice?", limit=1)
        return {"known": [item.value["text"] for item in found]}

    builder = StateGraph(Chat)
    builder.add_node("remember", remember)
    builder.add_node("look up", look_up)
    builder.add_edge(START, "remember")
    builder.add_edge("remember", "look up")
    builder.add_edge("look up", END)
    return builder.compile(store=store)


async def test_nodes_of_a_graph_put_and_search(minilm: Any) -> None:
    store = AriGraphStore(AriGraph(embedder=minilm))
    chat = graph(store)
    for said in ("Bob likes tea.", "Alice lives in Paris."):
        known = (await chat.ainvoke({"user": "42", "said": said, "known": []}))["known"]
    assert known == ["Alice lives in Paris."]
    assert (await chat.ainvoke({"user": "43", "said": "Bob likes tea.", "known": []}))["known"] == ["Bob likes tea."]
    assert store.list_namespaces() == [("users", "42"), ("users", "43")]
    assert [node.observation for node in store.memory.scope("users.42").told()] == [
        "Bob likes tea.",
        "Alice lives in Paris.",
    ]
