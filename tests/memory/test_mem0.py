from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.mem0 import RECALLED, RECENT, SIMILAR, Mem0Memory
from ariadne.models.ask import Asking
from ariadne.reasoner import RulesModel
from tests.memory.moments import Compass, at, cue
from tests.scripted import Says, Script

NOTHING: dict[str, Any] = {"add": []}
LAMP, LIT, KEY = "The lamp is on the table.", "The lamp is in the inventory.", "The key is in the box."


def mem0(salient: Says, reconcile: Says = NOTHING, angles: Mapping[str, float] = {}) -> tuple[Mem0Memory, Script]:
    script = Script(salient=salient, reconcile=reconcile, summarize={"summary": "All is quiet."})
    return Mem0Memory(script.ask, TextCache(Compass(angles))), script


def facts(*texts: str) -> dict[str, Any]:
    return {"facts": list(texts)}


async def known(memory: Mem0Memory, steps: int) -> list[str]:
    """The facts recalled after so many steps."""
    await memory.begin("Find the lamp.")
    for number in range(steps):
        await memory.observe([at(f"Turn {number}.")], [])
    return list((await memory.recall(cue(at("Now.")))).statements)


async def test_an_update_replaces_a_fact() -> None:
    memory, script = mem0([facts(LAMP, KEY), facts(LIT)], {"update": [f"1: {LIT}"]})
    assert await known(memory, 2) == [LIT, KEY]
    (asked,) = script.of("reconcile")
    assert asked.inputs == {"memories": [LAMP, KEY], "facts": [LIT]}


async def test_a_fact_is_added_deleted_or_left_alone_as_the_model_decides() -> None:
    memory, _ = mem0([facts(LAMP, KEY), facts(LIT, KEY)], {"add": [LIT], "delete": [1]})
    assert await known(memory, 2) == [KEY, LIT]


async def test_invalid_numbers_change_nothing() -> None:
    memory, _ = mem0([facts(LAMP), facts(KEY)], {"update": ["9: No.", "0: No.", "no number"], "delete": [7, 0, -1]})
    assert await known(memory, 2) == [LAMP]


async def test_unusable_replies_change_nothing() -> None:
    memory, _ = mem0([facts(LAMP), "Hm.", "Hm.", facts(KEY)], "Well, let me think ...")
    assert await known(memory, 3) == [LAMP]


async def test_only_the_nearest_memories_are_compared() -> None:
    far = {f"far {number:02}": 10.0 * number for number in range(SIMILAR + 5)}
    memory, script = mem0([facts(*(f"A far {number:02}" for number in range(SIMILAR + 5))), facts("new")], angles=far)
    await known(memory, 2)
    assert script.of("reconcile")[0].inputs["memories"] == [f"A far {number:02}" for number in range(SIMILAR)]


async def test_the_nearest_memories_are_recalled_best_first() -> None:
    angles = {f"n{number:02}": 2.0 * (40 - number) for number in range(40)}
    memory, _ = mem0([facts(*list(angles)[:20]), facts("more")], {"add": list(angles)[20:]}, angles)
    assert await known(memory, 2) == [f"n{number:02}" for number in range(39, 39 - RECALLED, -1)]


async def test_a_question_gets_the_step_of_the_last_change() -> None:
    memory, _ = mem0([facts(LAMP, KEY), facts(), facts(LIT)], {"update": [f"1: {LIT}"]})
    await known(memory, 3)
    asked = await memory.recall(replace(cue(at("Now.")), question="Where is the lamp?"))
    assert [(held.fact, held.since, held.until) for held in asked.held] == [(LIT, 3, None), (KEY, 1, None)]
    assert not asked.statements


async def test_salient_facts_are_read_with_a_summary_and_the_last_turns() -> None:
    memory, script = mem0(facts())
    await known(memory, RECENT + 2)
    assert len(script.of("summarize")) == 1
    asked = script.of("salient")[-1].inputs
    assert asked["summary"] == "All is quiet."
    assert asked["observations"] == [f"> look\nTurn {RECENT + 1}."]
    assert asked["recent"] == [f"> look\nTurn {number}." for number in range(1, RECENT + 1)]


async def test_the_rules_update_the_place_of_a_taken_thing(minilm: MiniLM) -> None:
    texts = TextCache(minilm)
    memory = Mem0Memory(Asking(RulesModel(texts.similarity)), texts)
    await memory.begin("Find the lamp.")
    hall = "-= Hall =-\nYou see a table. On the table you see a lamp. There is an exit to the north."
    await memory.observe([at(hall)], [])
    await memory.observe([at("You take the lamp from the table.", "take lamp")], [])
    await memory.observe([at("-= Attic =-\nAn attic.", "go north")], [])
    told = (await memory.recall(cue(at("Now.")))).statements
    assert [line for line in told if "lamp" in line] == ["The lamp is in the inventory."]
    assert "From the hall one gets north to the attic." in told
    assert "The hall has exit north." not in told
