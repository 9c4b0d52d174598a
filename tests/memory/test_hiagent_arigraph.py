"""Chunks for the near past, AriGraph for the rest: in neither paper."""

from __future__ import annotations

from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.hiagent_arigraph import NEAR, HiAgentAriGraph
from ariadne.memory.memory import Navigator, Operable, Recollection
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.question import Question
from ariadne.worlds.world import Turn
from tests.memory.moments import cue
from tests.scripted import Events, Script

ROOMS = ["hall", "kitchen", "larder", "yard", "shed", "attic"]


def learned(question: Question[Any]) -> dict[str, Any]:
    """Each room has a key, and an exit that is not taken."""
    (room,) = (question.inputs["location"],)
    return {
        "triplets": [f"{room} key, lies in, {room}", f"{room}, has exit, up"],
        "replaced": [],
        "entities": [f"{room} key: 2" for room in ROOMS],
    }


def script() -> Script:
    return Script(learn=learned, fold={"summary": "It was seen.", "met": True})


TURNS = [
    Turn("go east" if number else "", f"You are in the {room}. The {room} key lies there.", "", ("look",), room)
    for number, room in enumerate(ROOMS)
]


class Fixture:
    """The memory of the registry. Every room but the first is a sub-goal."""

    def __init__(self, minilm: MiniLM) -> None:
        self.script, self.events = script(), Events()
        kit = MemoryKit(self.script.ask, TextCache(minilm), self.events, width=6, depth=2, episodes=2, calls="three")
        memory = find_memory("hiagent+arigraph").build(kit)
        assert isinstance(memory, HiAgentAriGraph)
        self.memory = memory

    async def walk(self, rooms: int) -> Recollection:
        await self.memory.begin("Find the keys.")
        for number in range(rooms):
            await self.memory.observe([TURNS[number]], [f"see the {ROOMS[number]}"] if number else [])
        return await self.recall(rooms - 1)

    async def recall(self, number: int) -> Recollection:
        return await self.memory.recall(cue(TURNS[number], *TURNS[max(0, number - 5) : number]))


def subgoals(recollection: Recollection) -> list[str]:
    return [line.partition("see the ")[2] for line in recollection.notes().splitlines() if "Subgoal:" in line]


@pytest.mark.parametrize("rooms", [2, 4, 5, 6])
async def test_recent_sub_goals_keep_their_numbers(minilm: MiniLM, rooms: int) -> None:
    found = await Fixture(minilm).walk(rooms)
    assert subgoals(found) == ROOMS[1:rooms][-NEAR - 1 :]
    numbers = [line.partition(" ")[0] for line in found.notes().splitlines() if "Subgoal:" in line]
    assert numbers == [str(number) for number in range(1, rooms)][-NEAR - 1 :]


async def test_facts_of_visible_turns_are_left_out(minilm: MiniLM) -> None:
    found = await Fixture(minilm).walk(6)
    keys = {fact for fact in found.facts if "lies in" in fact}
    # The opening and the present turn are in sight, folded turns are not.
    assert keys == {f"{room} key, lies in, {room}" for room in ROOMS[1:-1]}


async def test_facts_of_unfolded_turns_are_left_out(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    await fixture.walk(6)
    assert await fixture.memory.handle("retrieve(1)", ["see the attic"])
    found = await fixture.recall(5)
    assert "You are in the kitchen." in found.notes()
    assert {"kitchen key, lies in, kitchen", "larder key, lies in, larder"} & {*found.facts} == {
        "larder key, lies in, larder"
    }


async def test_episodes_and_exits_are_included_with_a_complete_history(minilm: MiniLM) -> None:
    found = await Fixture(minilm).walk(6)
    assert found.complete
    assert "attic, has exit, up" in found.exits
    assert found.episodes
    assert all(episode.as_text() not in found.notes() for episode in found.episodes)


async def test_it_has_routes_and_operations(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    await fixture.walk(3)
    assert isinstance(fixture.memory, Navigator)
    assert isinstance(fixture.memory, Operable)
    assert fixture.memory.routes().path("hall", "larder") == ("go east", "go east")
    assert [line.partition("(")[0] for line in fixture.memory.operations] == ["retrieve"]
    assert {event.name for event in fixture.events} == {"learned", "folded"}
