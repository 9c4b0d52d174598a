"""AriGraph as a library."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.beside import MOST_IN_FULL
from ariadne.memory.arigraph.core.endings import FORGOTTEN, OUTDATED, REPLACED
from arigraph import AriGraph, Edge, Triplet, wait
from tests.command import ariadne_here, events_of
from tests.conftest import Game
from tests.memory.arigraph.libraries import Letters, library
from tests.screen.events import file_of, started
from tests.scripted import Script

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
IN_PARIS, IN_ROME = Triplet("alice", "lives in", "paris"), Triplet("alice", "lives in", "rome")
KNOWS = Triplet("bob", "knows", "alice")


@pytest.fixture
async def moved() -> AriGraph:
    memory = library()
    await memory.learn(f"{IN_PARIS}\n{KNOWS}", time=NOON)
    await memory.learn(f"not {IN_PARIS}\n{IN_ROME}", time=NOON + HOUR)
    return memory


async def test_facts_are_of_now_or_of_a_moment(moved: AriGraph) -> None:
    def at(moment: int | datetime | None) -> set[Triplet]:
        return {edge.triplet for edge in moved.facts(moment)}

    assert at(None) == at(2) == at(NOON + HOUR) == {KNOWS, IN_ROME}
    assert at(1) == at(NOON) == at(NOON + HOUR / 2) == {KNOWS, IN_PARIS}
    assert at(0) == at(NOON - HOUR) == set()
    assert at((NOON + HOUR).astimezone(timezone(3 * HOUR))) == {KNOWS, IN_ROME}


async def test_a_vertex_has_a_history_and_neighbours(moved: AriGraph) -> None:
    assert moved.history("Alice") == (
        Edge(IN_PARIS, 1, 2, NOON, NOON + HOUR, OUTDATED),
        Edge(KNOWS, 1, since=NOON),
        Edge(IN_ROME, 2, since=NOON + HOUR),
    )
    assert moved.neighbours("alice") == ("bob", "rome")
    assert moved.neighbours("paris") == moved.neighbours("nobody") == ()


async def test_a_text_without_a_time_is_of_now() -> None:
    memory = library()
    before = datetime.now(UTC)
    await memory.learn(str(KNOWS))
    (edge,) = memory.facts()
    assert edge.since is not None
    assert before <= edge.since <= datetime.now(UTC)
    assert memory.episodic.nodes[0].time == edge.since


async def test_an_ended_fact_has_its_reason_and_successor() -> None:
    memory = library()
    await memory.learn(f"{IN_PARIS}\n{KNOWS}\nalice, is, tired")
    await memory.learn(f"not {IN_PARIS} -> {IN_ROME}\n{IN_ROME}")
    await memory.learn("not alice, is, tired")
    await memory.forget("bob")
    assert [(edge.reason, edge.retired_by) for edge in memory.history()] == [
        (REPLACED, IN_ROME),
        (FORGOTTEN, None),
        (OUTDATED, None),
        ("", None),
    ]


async def test_sources_are_the_texts_that_tell_a_fact(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with library(path) as memory:
        await memory.learn(str(IN_PARIS), time=NOON, source="letter.txt", metadata={"page": 2, "kept": True})
        await memory.learn(["bob, likes, tea", f"{IN_PARIS}; alice, is, doctor"], time=NOON, source="bob")
    with library(path) as memory:
        one, other = memory.sources("Alice, lives in, Paris")
        assert (one.source, one.metadata, one.model, one.time) == (
            "letter.txt",
            {"page": 2, "kept": True},
            "scripted",
            NOON,
        )
        assert (other.source, other.metadata) == ("bob", {})
        assert memory.sources(KNOWS) == ()
        with pytest.raises(UserError, match="subject, relation, object"):
            memory.sources("alice")


@pytest.mark.parametrize("metadata", [{"a": [1]}, {"a": None}, {1: "a"}, {"a": float("nan")}])
async def test_metadata_are_flat(metadata: Any) -> None:
    memory = library()
    with pytest.raises(UserError, match="metadata"):
        await memory.learn("a, is, b", metadata=metadata)
    assert memory.told() == []


@pytest.mark.parametrize("what", [KNOWS, "bob, knows, alice"])
async def test_forgetting_one_triplet_ends_it_alone(moved: AriGraph, what: Triplet | str) -> None:
    assert await moved.forget(what) == (KNOWS,)
    assert [edge.triplet for edge in moved.facts()] == [IN_ROME]


async def test_routes_lead_over_connections() -> None:
    memory = library()
    await memory.learn(
        "hall, is east of, kitchen\nkitchen, is west of, hall\nattic, is up from, hall\nkey, is in, attic"
    )
    assert memory.route("Kitchen", "attic") == ("go east", "go up")
    assert memory.route("attic", "kitchen") is None
    assert memory.route("kitchen", "key") is None


async def test_depth_and_width_can_be_set_for_each_call(moved: AriGraph) -> None:
    assert len((await moved.recall("alice", depth=1, width=1)).facts) == 1
    assert len((await moved.recall("alice", depth=1, width=2)).facts) == 2
    assert (await moved.recall("alice", depth=0)).facts == ()
    assert (await moved.recall("alice", episodes=0)).episodes == ()
    await moved.learn("carol, knows, alice\ncarol, knows, bob")
    assert len((await moved.recall("alice", width=6, episodes=1)).episodes) == 1
    assert len((await moved.recall("alice", width=6, episodes=5)).episodes) == 3


def test_synchronous_code_can_wait() -> None:
    memory = library()
    assert wait(memory.learn(str(KNOWS))).added == (KNOWS,)

    async def notebook() -> tuple[Triplet, ...]:
        return wait(memory.recall("bob")).facts

    assert asyncio.run(notebook()) == (KNOWS,)
    with pytest.raises(UserError, match="is there already"):
        memory.save(__file__)


@pytest.mark.slow
def test_the_memory_of_a_run_is_opened_saved_and_used_for_another_play(tmp_path: Path, game: Game) -> None:
    runs, story = tmp_path / "home" / "runs", game("treasure-hunt")
    assert ariadne_here("play", story, "--quiet").returncode == 0
    (run,) = runs.iterdir()
    learned = [event for event in events_of(runs) if event.name == "learned"]
    memory = AriGraph.from_run(run)
    assert len(memory.facts()) == learned[-1].edges
    *seen, last = [node.observation for node in memory.episodic.nodes]
    assert seen == [node.text for event in learned for node in event.episodes]
    assert "The End" in last  # no model was asked what that tells
    early = AriGraph.from_run(run, step=2)
    assert [str(edge.triplet) for edge in early.history()] == [line for event in learned[:2] for line in event.added]
    house = tmp_path / "house.db"
    memory.save(house)

    again = ariadne_here("play", story, "--quiet", "--memory-file", house, "--runs", tmp_path / "again")
    assert again.returncode == 0, again.stderr
    events = events_of(tmp_path / "again")
    (remembered,) = [event for event in events if event.name == "remembered"]
    assert [node.text for node in remembered.episodes] == [*seen, last]
    first = next(event for event in events if event.name == "question" and event.kind != "learn")
    assert "\ngo to" in first.prompt[-1]["content"]  # ways that this episode has not gone
    assert "From an earlier life in this world" in first.prompt[-1]["content"]
    assert events[-1].memory == "arigraph (from before)"
    assert events[-1].won
    (second,) = (tmp_path / "again").iterdir()
    assert {edge.triplet for edge in memory.history()} <= {edge.triplet for edge in AriGraph.from_run(second).history()}


def test_a_run_without_arigraph_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        AriGraph.from_run(tmp_path / "none")
    events = tmp_path / "events.jsonl"
    events.write_text(file_of([started()]))
    with pytest.raises(UserError, match="AriGraph"):
        AriGraph.from_run(events)
    events.write_text('{"event": "learned", "step": 0, "time": "soon"}\n')
    with pytest.raises(UserError, match="is damaged"):
        AriGraph.from_run(tmp_path)


async def test_the_model_sees_the_latest_known_facts() -> None:
    script = Script(read=lambda question: {"triplets": question.inputs["texts"][0].splitlines(), "replaced": []})
    memory = AriGraph(script.model, Letters())
    await memory.learn("\n".join(f"thing {number}, is in, box" for number in range(MOST_IN_FULL + 5)))
    await memory.learn("box, is in, hall")
    known = script.of("read")[-1].inputs["known"]
    assert known[:MOST_IN_FULL] == [f"thing {number}, is in, box" for number in range(5, MOST_IN_FULL + 5)]
