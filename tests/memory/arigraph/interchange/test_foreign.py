from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.memory.arigraph.interchange.exchange import from_lines, to_lines
from ariadne.memory.arigraph.interchange.foreign import Graphiti, Mem0, contents_of, learn_memories, read_foreign
from ariadne.memory.arigraph.storage.checking import problems
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters

MARCH, MAY, JUNE = (datetime(2026, month, 1, tzinfo=UTC) for month in (3, 5, 6))
MEMORIES: list[dict[str, Any]] = [
    {
        "id": "m2", "memory": "Alice lives in Rome.", "user_id": "alice", "agent_id": "guide", "hash": "ab12",
        "created_at": "2026-05-01T02:00:00+02:00", "updated_at": None, "metadata": {"page": 2, "tags": ["home"]},
    },
    {"id": "m1", "memory": "Alice lives in Paris.", "user_id": "alice", "created_at": "2026-03-01T00:00:00"},
    {"id": "m3", "memory": "Bob likes tea.", "user_id": "bob", "created_at": "2026-01-01", "updated_at": "2026-06-01"},
    {"id": 4, "memory": "The sky is blue.", "score": 0.5},
]  # fmt: skip
NODES = [{"uuid": "a", "name": "Alice", "labels": ["Entity"]}, {"uuid": "g", "name": "Globex"}]


def edge(**said: Any) -> dict[str, Any]:
    ends = {"source_node_uuid": "a", "target_node_uuid": "g"}
    return {
        "uuid": "e",
        "name": "WORKS_AT",
        "fact": "Alice works at Globex.",
        **ends,
        "created_at": "2026-06-01",
        **said,
    }


def graph(*edges: dict[str, Any], **more: Any) -> Graphiti:
    return Graphiti.model_validate({"nodes": NODES, "edges": edges, **more})


def written(path: Path, content: object) -> Path:
    file = path / "export.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content, indent=1), encoding="utf-8")
    return file


@pytest.mark.parametrize("export", [MEMORIES, {"results": MEMORIES, "relations": []}])
async def test_memories_are_learned_at_their_times_in_the_scope_of_their_user(tmp_path: Path, export: object) -> None:
    memory = AriGraph(embedder=Letters())
    read = read_foreign(written(tmp_path, export))
    assert isinstance(read, Mem0)
    await learn_memories(read, memory)
    assert set(memory.scopes()) == {"", "user:alice", "user:bob"}
    paris, node = memory.scope("user:alice").told()
    assert (paris.time, node.time) == (MARCH, MAY)
    assert (node.source, node.metadata) == ("m2", {"page": 2, "tags": '["home"]', "agent_id": "guide"})
    assert memory.scope("user:bob").episodic.nodes[0].time == JUNE
    assert [node.source for node in memory.episodic.nodes] == ["4"]
    assert await memory.check() == ()


def test_edges_keep_their_validity_and_their_episodes() -> None:
    told = {"uuid": "t", "name": "chat", "content": "I started at Globex.", "valid_at": "2026-05-01T00:00:00Z"}
    export = graph(
        edge(valid_at="2026-03-01T00:00:00.000000000Z", invalid_at="2026-05-01", episodes=["t"]),
        edge(name="livesNear", episodes=["lost"]),
        episodes=[told],
    )
    contents = contents_of(export)[""]
    worked, lives = contents.graph.history()
    assert (worked.triplet, worked.since, worked.until) == (Triplet("alice", "works at", "globex"), MARCH, MAY)
    assert contents.graph.valid() == (lives.triplet,) == (Triplet("alice", "lives near", "globex"),)
    assert lives.since == JUNE
    assert [edge.triplet for edge in contents.graph.held(datetime(2026, 4, 1, tzinfo=UTC))] == [worked.triplet]
    nodes = contents.episodic.nodes
    assert [(node.observation, node.source) for node in nodes] == [
        ("I started at Globex.", "t"),
        ("Alice works at Globex.", "lost"),
    ]
    assert nodes[0].triplets == (worked.triplet,)


def test_edges_that_are_not_facts_are_skipped() -> None:
    episode = {"uuid": "t", "name": "chat", "content": "I work at Globex.", "entity_edges": ["e"]}
    mentions = {"uuid": "m", "source_node_uuid": "t", "target_node_uuid": "a", "created_at": "2026-06-01"}
    edges = [mentions, edge(episodes=["t"])]
    export = Graphiti.model_validate({"nodes": [*NODES, episode], "edges": edges, "episodes": [episode]})
    contents = contents_of(export)[""]
    assert [str(triplet) for triplet in contents.graph.valid()] == ["alice, works at, globex"]
    assert [node.observation for node in contents.episodic.nodes] == ["I work at Globex."]


def test_an_expired_edge_without_an_end_ends_when_it_expired() -> None:
    valid_at, expired_at = "2026-03-01", "2026-06-01"
    expired = edge(valid_at=valid_at, expired_at=expired_at)
    invalid = edge(name="LEFT", valid_at=valid_at, expired_at=expired_at, invalid_at="2026-05-01")
    assert [each.until for each in contents_of(graph(expired, invalid))[""].graph.history()] == [JUNE, MAY]


def test_groups_are_separate_scopes() -> None:
    held = contents_of(graph(edge(group_id="one"), edge(group_id="two", name="LEFT"), edge(group_id="")), "mine")
    assert {name: [str(each) for each in contents.graph.valid()] for name, contents in held.items()} == {
        "group:one": ["alice, works at, globex"],
        "group:two": ["alice, left, globex"],
        "mine": ["alice, works at, globex"],
    }


def test_edges_that_ended_early_or_hold_twice_are_accepted() -> None:
    contents = contents_of(graph(edge(), edge(created_at="2026-03-01"), edge(invalid_at="2026-05-01")))[""]
    (holds,) = (edge for edge in contents.graph.history() if edge.valid_to is None)
    assert holds.since == MARCH
    (ended,) = (edge for edge in contents.graph.history() if edge.valid_to is not None)
    assert ended.since == ended.until == MAY


moments = st.none() | st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1))
edges = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["LIKES", "knows"]),
        "episodes": st.none() | st.lists(st.sampled_from("tux"), max_size=2),
        **dict.fromkeys(("created_at", "valid_at", "invalid_at", "expired_at"), moments),
    }
)


@given(st.lists(edges, max_size=6), moments)
def test_any_times_of_a_graph_give_a_consistent_memory(said: list[dict[str, Any]], told: datetime | None) -> None:
    episodes = [{"uuid": name, "content": f"Text {name}.", "valid_at": told} for name in "tu"]
    for contents in contents_of(graph(*(edge(**each) for each in said), episodes=episodes)).values():
        assert [*problems(contents)] == []
        again = from_lines(to_lines(contents))[""]
        assert (again.graph.history(), [*again.episodic.nodes]) == (
            contents.graph.history(),
            [*contents.episodic.nodes],
        )


def test_our_own_export_is_not_foreign(tmp_path: Path) -> None:
    assert read_foreign(written(tmp_path, "\n".join(to_lines(contents_of(graph(edge()))[""])))) is None
    assert read_foreign(written(tmp_path, "Only text.")) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"memories": []}, "mem0"),
        ("7", "mem0"),
        ('{"format": "csv"}', "mem0"),
        ([{"id": "m1"}], "mem0: results.0.memory: Field required"),
        ([{"id": "m1", "memory": "x", "created_at": "once"}], "mem0: results.0.created_at: "),
        ({"results": [{"id": "m1", "memory": "x", "created_at": "0001-01-01T00:00+09:00"}]}, "beyond the calendar"),
        ({"nodes": NODES, "edges": [{"uuid": "e"}]}, "graphiti: edges.0.source_node_uuid: "),
    ],
)
def test_json_of_an_unknown_form_is_refused_in_one_line(tmp_path: Path, content: object, said: str) -> None:
    with pytest.raises(UserError, match=said) as raised:
        read_foreign(written(tmp_path, content))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"target_node_uuid": "x"}, "edges.0 of graphiti: there is no node 'x'"), ({"name": "_"}, "relation is empty")],
)
def test_an_edge_with_unknown_nodes_is_refused(wrong: dict[str, str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        contents_of(graph(edge(**wrong)))
