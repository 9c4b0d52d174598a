from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ariadne.embed.cache import TextCache
from ariadne.memory.graphiti import RECALLED, GraphitiMemory
from ariadne.memory.memory import Held
from ariadne.worlds.world import Turn
from tests.memory.moments import Compass, at, cue
from tests.scripted import Events, Says, Script

NOTHING: dict[str, Any] = {"replaced": []}
ON_TABLE, CARRIED = "lamp, is on, table", "lamp, is in, inventory"


def learned(*facts: str) -> dict[str, Any]:
    return {"triplets": list(facts), "replaced": [], "entities": []}


class Fixture:
    """A memory with scripted readings, and its events."""

    def __init__(self, *learn: Any, replace: Says = NOTHING, angles: Mapping[str, float] = {}) -> None:
        self.script = Script(learn=list(learn), replace=replace)
        self.events = Events()
        self.memory = GraphitiMemory(self.script.ask, TextCache(Compass(angles)), self.events)

    async def live(self, *turns: Turn) -> None:
        await self.memory.begin("Find the lamp.")
        for turn in turns:
            await self.memory.observe([turn], [])

    async def told(self) -> list[str]:
        return list((await self.memory.recall(cue(at("lamp")))).statements)

    async def held(self, question: str = "Where is the lamp?") -> tuple[Held, ...]:
        return (await self.memory.recall(replace(cue(at("Now.")), question=question))).held


def taken() -> Fixture:
    return Fixture(learned(ON_TABLE), learned(CARRIED), replace={"replaced": [f"{ON_TABLE} -> {CARRIED}"]})


async def test_an_invalidated_edge_is_kept_but_not_recalled_as_valid() -> None:
    fixture = taken()
    seen, took = at("A lamp is on the table."), at("You take the lamp.", "take lamp")
    await fixture.live(seen, took)
    assert await fixture.told() == [CARRIED]
    assert set(await fixture.held()) == {Held(ON_TABLE, 1, 2, seen), Held(CARRIED, 2, None, took)}
    (edge, _) = fixture.memory.graph.history()
    assert str(edge.retired_by) == CARRIED


async def test_an_edge_that_comes_back_holds_twice() -> None:
    again = [{"replaced": [f"{ON_TABLE} -> {CARRIED}"]}, {"replaced": [f"{CARRIED} -> {ON_TABLE}"]}]
    fixture = Fixture(learned(ON_TABLE), learned(CARRIED), learned(ON_TABLE), replace=again)
    await fixture.live(at("A lamp."), at("Taken.", "take lamp"), at("Put.", "put lamp"))
    spans = [(held.fact, held.since, held.until) for held in await fixture.held()]
    assert sorted(spans, key=lambda span: span[1]) == [(ON_TABLE, 1, 2), (CARRIED, 2, 3), (ON_TABLE, 3, None)]
    assert await fixture.told() == [ON_TABLE]


async def test_candidates_for_contradictions_are_searched_and_judged_by_the_model() -> None:
    """AriGraph uses what `learn` says is replaced; here only search results can be."""
    said = {**learned(CARRIED), "replaced": [f"{ON_TABLE} -> {CARRIED}"]}
    fixture = Fixture(learned(ON_TABLE), said, replace={"replaced": ["moon, is, full -> moon, is, new"]})
    await fixture.live(at("A lamp."), at("Taken.", "take lamp"))
    (asked,) = fixture.script.of("replace")
    assert asked.inputs == {"known": [ON_TABLE], "new": [CARRIED]}
    assert await fixture.told() == [ON_TABLE, CARRIED]


async def test_an_unusable_reply_invalidates_nothing() -> None:
    fixture = Fixture(learned(ON_TABLE), learned(CARRIED), replace="Well ...")
    await fixture.live(at("A lamp."), at("Taken.", "take lamp"))
    assert len(fixture.memory.graph) == 2


async def test_edges_are_found_by_meaning_words_and_graph_distance() -> None:
    """All other edges differ in meaning, words and vertices."""
    angles = {"glow": 0.0, "Where": 0.0, "lamp": 170.0, "chest": 170.0, "dull": 90.0}
    dull = [learned(f"dull {number}, is, dull thing {number}") for number in range(2 * RECALLED)]
    bright = learned("glow, is in, hall", "lamp, is in, chest", "chest, is in, cellar")
    fixture = Fixture(*dull, bright, angles=angles)
    await fixture.live(*(at(f"Turn {number}.") for number in range(len(dull) + 1)))
    found = [held.fact for held in await fixture.held("Where is the lamp?")]
    assert set(bright["triplets"]) <= set(found)
    assert len(found) == RECALLED


async def test_a_move_connects_places() -> None:
    fixture = Fixture(learned(), learned())
    await fixture.live(at("A hall."), at("An attic.", "go north", "attic"))
    assert "attic, is north of, hall" in await fixture.told()


async def test_changes_are_recorded() -> None:
    fixture = taken()
    await fixture.live(at("A lamp."), at("Taken.", "take lamp"))
    last = fixture.events[-1]
    assert (last.added, last.removed, last.edges) == ((CARRIED,), (ON_TABLE,), 1)
