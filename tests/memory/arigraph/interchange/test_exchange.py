from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.interchange.exchange import from_lines, to_lines
from ariadne.memory.arigraph.storage.checking import problems
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters
from tests.memory.arigraph.strategies import triplets

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
IN_PARIS, IN_ROME = Triplet("alice", "lives in", "paris"), Triplet("alice", "lives in", "rome")

Step = tuple[list[Triplet], list[Triplet], str, datetime | None]
times = st.none() | st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
steps = st.lists(
    st.tuples(st.lists(triplets, max_size=3), st.lists(triplets, max_size=2), st.text(max_size=20), times), max_size=6
)


def lived(steps: Sequence[Step]) -> Contents:
    """A memory after adding and ending these triplets, with a text per step. A text of an earlier time ends nothing, so
    times only grow."""
    graph, episodic, latest = SemanticGraph(), EpisodicMemory(), datetime(1970, 1, 2, tzinfo=UTC)
    for step, (added, removed, text, said) in enumerate(steps, 1):
        time = max(latest, said) if said else None
        latest = time or latest
        for triplet in removed:
            if triplet not in added and triplet in graph:
                graph.end(Ending(graph.number(triplet), f"reason {step}", next(iter(added), None)), step, time)
        for triplet in added:
            graph.add(triplet, step, time)
        told = (text[:3], {text: step, "is": True}, "model") if time else ()
        episodic.append(EpisodeNode(step, text, tuple(added), time, *told))
    return Contents(graph, episodic, len(steps))


def told(contents: Contents) -> tuple[object, ...]:
    return contents.graph.history(), contents.graph.valid(), tuple(contents.episodic.nodes), contents.step


@given(steps)
def test_an_export_is_ascii_json_that_is_read_back_exactly(steps: list[Step]) -> None:
    contents = lived(steps)
    lines = [*to_lines(contents)]
    assert told(from_lines(lines)[""]) == told(contents)
    for line in lines:
        assert isinstance(json.loads(line), dict)
        assert line.isascii()
        assert "\n" not in line


def test_an_imported_memory_recalls_the_same() -> None:
    contents = lived([([IN_PARIS], [], "Alice lives in Paris.", NOON), ([IN_ROME], [IN_PARIS], "She moved.", NOON)])
    before = AriGraph.holding(contents, embedder=Letters())
    after = AriGraph.holding(from_lines(to_lines(contents)), embedder=Letters())
    assert asyncio.run(after.recall("alice")) == asyncio.run(before.recall("alice"))
    assert [edge.triplet for edge in after.facts()] == [IN_ROME]


HEADER = '{"format": "ariadne-memory", "version": 1, "step": 1}'
EDGE = (
    '{"subject": "a", "relation": "is", "object": "b", "valid_from": 1, "valid_to": null, "since": null, "until": null}'
)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "it is empty"),
        (["hello"], "line 1 is not one of a memory"),
        (["{}"], "line 1 is not one of a memory: format: Field required"),
        (['{"format": "ariadne-memory", "version": 99, "step": 1}'], "a newer version of Ariadne wrote it"),
        ([HEADER, "[" * 100_000], "line 2 is not one of a memory"),
        ([HEADER, "[]"], "line 2 is not one of a memory"),
        ([HEADER, "5"], "line 2 is not one of a memory: Input should be an object"),
        ([HEADER, EDGE, EDGE], "line 3 is not one of a memory: 'a, is, b' is valid already"),
        ([HEADER, EDGE.replace('"a"', '" "')], "a triplet's subject is empty"),
        ([HEADER, EDGE.replace('"valid_to": null', '"valid_to": 0')], "it ends before it begins"),
        ([HEADER, EDGE.replace('"since": null', '"since": "9999-12-31T23:59:59-05:00"')], "out of range"),
        ([HEADER, EDGE.replace('"since": null', '"since": 1e30')], "since: Input should be a valid datetime"),
        ([HEADER, EDGE.replace("1,", '"1",')], "valid_from: Input should be a valid integer"),
        ([HEADER, '{"step": 1, "time": null, "text": "", "edges": [0]}'], "there is no edge 0 at step 1"),
        ([HEADER, EDGE, HEADER], "line 3 is not one of a memory: the scope '' is there already"),
        ([HEADER.replace("1}", f"{10**30}}}")], "line 1 is not one of a memory: step: "),
        ([HEADER, EDGE.replace("1,", f"{10**30},")], "line 2 is not one of a memory: valid_from: "),
        ([HEADER, EDGE.replace('"since": null', '"since": "9999-12-31T23:59:59-12:00"')], "date value out of range"),
        ([HEADER, '{"step": 1, "time": "noon", "text": "", "edges": []}'], "time: Input should be a valid datetime"),
    ],
)
def test_an_invalid_line_is_an_error_with_its_number(lines: list[str], said: str) -> None:
    with pytest.raises(UserError, match=r"^(line \d+ is|there is no memory)") as raised:
        from_lines(lines)
    assert said in str(raised.value)


STEPS = st.integers(0, 3)
MOMENTS = st.sampled_from([None, "2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
EDGES = st.fixed_dictionaries(
    {
        "subject": st.sampled_from("ab"), "relation": st.just("is"), "object": st.just("c"), "valid_from": STEPS,
        "valid_to": st.none() | STEPS, "since": MOMENTS, "until": MOMENTS, "reason": st.sampled_from(["", "replaced"]),
    }
)  # fmt: skip
TEXTS = st.fixed_dictionaries(
    {
        "step": STEPS, "time": MOMENTS, "text": st.just("t"), "edges": st.lists(st.integers(0, 1), max_size=2),
        "forgotten": st.none() | STEPS,
    }
)  # fmt: skip


@given(st.lists(EDGES, max_size=2), st.lists(TEXTS, max_size=2))
def test_a_check_finds_nothing_in_what_an_import_accepts(edges: list[object], texts: list[object]) -> None:
    try:
        contents = from_lines([HEADER, *map(json.dumps, (*edges, *texts))])[""]
    except UserError:
        return
    assert not [*problems(contents)]
