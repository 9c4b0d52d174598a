from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.ariadne import Ariadne
from ariadne.agents.framing import Framing
from ariadne.agents.registry import Thinking
from ariadne.memory.registry import Calls
from ariadne.memory.summary import PARAGRAPHS, SummaryMemory, in_paragraphs
from ariadne.worlds.world import Turn
from tests.memory.moments import at, cue
from tests.scripted import Events, Script, shown

WINDOWED: tuple[Calls, ...] = ("paper", "act")
HALL, YARD = at("A hall.", ""), Turn("go east", "A yard.", "You carry a key.", ("look",), "yard")


async def notes_after(script: Script, *batches: list[Turn]) -> str:
    memory = SummaryMemory(script.ask)
    await memory.begin("Find the lamp.")
    for turns in batches:
        await memory.observe(turns, ["go east | it is new"])
    return (await memory.recall(cue(batches[-1][-1]))).text


def says(*notes: Any) -> Script:
    return Script(summarize=[{"summary": text} if text is not None else "Hm." for text in notes])


async def test_each_step_rewrites_the_notes() -> None:
    script = says("One.", "Two.")
    assert await notes_after(script, [HALL], [at("Taken.", "take key"), YARD]) == "Two."
    first, second = script.asked
    assert [question.name for question in script.asked] == ["summarize", "summarize"]
    assert (first.inputs["goal"], first.inputs["summary"]) == ("Find the lamp.", "")
    assert list(first.inputs["observations"]) == ["A hall."]
    assert second.inputs["summary"] == "One."
    assert list(second.inputs["observations"]) == ["> take key\nTaken.", "> go east\nA yard."]
    assert (second.inputs["location"], second.inputs["inventory"]) == ("yard", "You carry a key.")
    assert list(second.inputs["plan"]) == ["go east | it is new"]


async def shown_beside_notes(calls: Calls) -> list[bool]:
    """The turns that the last question for an action shows beside the notes."""
    script = Script(summarize={"summary": "The lamp is in the yard."})
    ask = Framing(script.ask)
    agent = Ariadne(Events(), Thinking(ask, SummaryMemory(ask), calls))
    await agent.begin("Find the lamp.")
    for number in range(8):
        await agent.decide([at(f"Hour {number}.", f"wait {number}")])
    (*_, asked) = script.of("decide" if calls == "two" else "act")
    assert "The lamp is in the yard." in shown(asked)
    return [f"Hour {number}." in shown(asked) for number in range(8)]


async def test_recent_turns_are_shown_beside_the_notes() -> None:
    """AriGraph, appendix D: planner and actor have the last n observations and actions whatever the memory is."""
    for calls in WINDOWED:
        assert await shown_beside_notes(calls) == [False] * 3 + [True] * 5


async def test_the_frame_shows_all_turns_since_the_snapshot_beside_the_notes() -> None:
    assert await shown_beside_notes("two") == [True] * 8


@pytest.mark.parametrize("bad", ["Well, I cannot say.", {"summary": " \n\n "}, {"summary": ""}])
async def test_an_unusable_reply_keeps_the_notes(bad: Any) -> None:
    def script(question: Any) -> Any:
        return bad if question.inputs["summary"] else {"summary": "The lamp is in the yard."}

    assert await notes_after(Script(summarize=script), [HALL], [YARD]) == "The lamp is in the yard."


async def test_notes_are_joined_into_three_paragraphs() -> None:
    assert await notes_after(says("One.\n\nTwo.\n \nThree.\n\n\nFour.\n\nFive."), [HALL]) == (
        "One.\n\nTwo.\n\nThree.\nFour.\nFive."
    )


@given(text=st.text("a.\n\t ", max_size=40))
def test_a_text_in_paragraphs_keeps_every_word(text: str) -> None:
    done = in_paragraphs(text)
    assert done.split() == text.split()
    assert done.count("\n\n") < PARAGRAPHS
    assert in_paragraphs(done) == done
