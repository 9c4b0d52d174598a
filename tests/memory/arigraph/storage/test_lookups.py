"""A scope is read from its file on demand, and answers like one in memory."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core import filed
from ariadne.memory.arigraph.core.filed import Lists, Rows
from ariadne.memory.arigraph.core.options import FOR_TEXTS
from ariadne.memory.arigraph.storage import queries as sql
from ariadne.memory.arigraph.storage.schema import EDGE, EPISODE, STEP, VERTEX
from ariadne.memory.arigraph.storage.selection import Selection
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Edge, Triplet, wait
from tests.memory.arigraph.libraries import Letters, library, parrot
from tests.memory.arigraph.strategies import VERTICES, triplets

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
IN_BOX, IN_HALL = Triplet("key", "is in", "box"), Triplet("box", "is in", "hall")
NORTH = Triplet("hall", "is north of", "kitchen")

Told = tuple[list[Triplet], list[Triplet], int]
told = st.tuples(st.lists(triplets, max_size=4), st.lists(triplets, max_size=2), st.integers(0, 3))


def lines(new: list[Triplet], gone: list[Triplet]) -> str:
    return "\n".join([*map(str, new), *(f"not {triplet}" for triplet in gone)]) or "-"


def all_of(memory: AriGraph) -> dict[str, object]:
    """The answers to all queries of a memory."""
    graph, episodic = memory.graph, memory.episodic
    facts = graph.valid()
    moments = [NOON + timedelta(days=day) for day in range(-1, 5)]
    return {
        "sizes": (len(graph), len(graph.edges), graph.vertices, len(episodic.nodes), episodic.nodes.forgotten()),
        "facts": facts,
        "latest": [graph.latest(count) for count in range(4)],
        "history": graph.history(),
        "names": graph.named_in(VERTICES, VERTICES),
        "knows": [graph.knows(vertex) for vertex in [*VERTICES, "cellar"]],
        "of": [graph.history(vertex) for vertex in VERTICES],
        "incident": [graph.incident([vertex], spatial=spatial) for vertex in VERTICES for spatial in (True, False)],
        "last of": [graph.incident(VERTICES, latest=count) for count in (1, 3)],
        "told of": [graph.told_of(vertex) for vertex in VERTICES],
        "numbers": [graph.number(fact) for fact in facts],
        "at": [graph.held(step) for step in range(8)],
        "held": [graph.held(moment, vertex) for moment in moments for vertex in (None, "key")],
        "nodes": [*episodic.nodes],
        "telling": [episodic.telling(fact) for fact in facts],
        "tied": [episodic.tied_to([node.observation]) for node in episodic.nodes],
        "relevant": episodic.relevances(facts[:3]),
        "recalled": wait(memory.recall(["key", "grill"], 2, 3, 2)),
        "answer": wait(memory.answer("Where is the key?")),
    }


@settings(max_examples=12)
@given(before=st.lists(told, max_size=4), after=st.lists(told, max_size=4), is_dated=st.booleans())
@example(before=[([], [], 0), ([IN_BOX], [], 2)], after=[([], [IN_BOX], 3)], is_dated=True)
def test_a_file_answers_like_a_memory_without_one(
    tmp_path_factory: pytest.TempPathFactory, before: list[Told], after: list[Told], is_dated: bool
) -> None:
    path = tmp_path_factory.mktemp("memory") / "house.db"

    def learn(memory: AriGraph, told: list[Told], first: int) -> None:
        for number, (new, gone, day) in enumerate(told, first):
            time = NOON + timedelta(days=day if is_dated else number)
            wait(memory.learn(lines(new, gone), time=time, source=f"letter {number % 2}"))
            if day == 3 and gone and gone[0] in memory.graph:
                wait(memory.forget(gone[0]))
            if day == 2:
                wait(memory.forget(source="letter 1"))

    with pytest.MonkeyPatch.context() as patched:
        # What is forgotten now is forgotten at the same time in both.
        patched.setattr(Scope, "now", lambda scope: NOON + timedelta(days=9))
        with library() as held:
            learn(held, [*before, *after], 0)
            expected = all_of(held)
        with library(path) as memory:
            learn(memory, before, 0)
        with library(path) as memory:
            learn(memory, after, len(before))
            assert all_of(memory) == expected
        with library(path, read_only=True) as memory:
            assert all_of(memory) == expected
            memory.save(copy := path.with_name("copy.db"))
        with library(copy) as memory:
            assert all_of(memory) == expected


async def test_rows_are_read_on_demand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.db"
    with library(path) as memory:
        for number in range(50):
            await memory.learn(f"key {number}, is in, box {number}", time=NOON)
    options = replace(FOR_TEXTS, ranking="paper")
    with AriGraph(ScriptedModel(parrot), Letters(), path, options=options, read_only=True) as memory:
        read = Counter[str]()
        rows = Selection.rows

        def counted(selection: Selection, query: str, **bounds: Any) -> Any:
            found = rows(selection, query, **bounds)
            read[query] += len(found)
            return found

        monkeypatch.setattr(Selection, "rows", counted)
        found = await memory.recall("key 7", 1, 3, 1)
        assert Triplet("key 7", "is in", "box 7") in found.facts
        assert (read[f"{EDGE.select} {sql.AT}"], read[f"{EPISODE.select} {sql.AT}"]) == (3, 0)
        assert memory.history("box 9") == (Edge(Triplet("key 9", "is in", "box 9"), 10, since=NOON),)


@pytest.mark.parametrize("is_written", [False, True])
def test_a_full_cache_of_rows_loses_the_older_ones(is_written: bool) -> None:
    asked: list[int] = []

    def read(numbers: Sequence[int]) -> dict[int, int]:
        asked.extend(numbers)
        return {number: -number for number in numbers}

    most = 2**17
    rows = Rows(0 if is_written else most, read)
    if is_written:
        for number in range(most):
            rows.append(-number)
        rows.written()
    else:
        rows.some(range(most))
    asked.clear()
    assert (rows[most - 1], asked) == (1 - most, [])
    assert (rows[0], asked) == (0, [0])
    assert rows[:] == [-number for number in range(most)]


def test_a_list_that_left_the_cache_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filed, "_KEPT", 1)
    lists = Lists[str](lambda names: {name: [0] for name in names if name == "box"})
    assert lists["box"] == [0]
    # Room for the list of `grill` is made by dropping that of `box`.
    lists.add(["box", "grill"], 1)
    assert (lists["box"], lists["grill"]) == ([0, 1], [1])


async def test_a_scope_reads_only_its_rows(tmp_path: Path) -> None:
    with library(tmp_path / "house.db") as memory:
        await memory.learn(lines([IN_BOX], []))
        await memory.scope("user:1").learn(lines([IN_BOX, NORTH], []), time=NOON)
    with library(tmp_path / "house.db", read_only=True) as memory:
        other = memory.scope("user:1")
        names = ["key", "box", "hall", "kitchen"]
        assert (other.graph.named_in(names, names), memory.graph.named_in(names, names)) == (names, names[:2])
        assert other.graph.held(1) == (Edge(IN_BOX, 1, since=NOON), Edge(NORTH, 1, since=NOON))
        assert (other.graph.vertices, other.graph.knows("hall"), memory.graph.knows("hall")) == (4, True, False)


async def test_every_lookup_uses_an_index(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn(lines([IN_BOX, IN_HALL], []))
    database = sqlite3.connect(path)
    values = dict.fromkeys("places ends ids said first edges nodes".split(), "[1]")
    statements = [getattr(sql, name) for name in "TRIPLETS NUMBER TIED NUMBERS COUNT_TIES TOLD".split()]
    statements += [f"{table.select} {sql.AT}" for table in (EDGE, EPISODE, STEP)] + [f"{VERTEX.select} {sql.NAMED}"]
    plans = [database.execute(f"EXPLAIN QUERY PLAN {query}", values).fetchall() for query in statements]
    database.close()
    told = {step.split(" VIRTUAL")[0] for plan in plans for *_, step in plan if step.startswith("SCAN")}
    # The subquery has the ties of one episode.
    assert told <= {"SCAN json_each", "SCAN fact", "SCAN (subquery-1)"}
