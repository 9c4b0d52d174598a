from __future__ import annotations

from typing import Any

import pytest

from ariadne.events import Reflected
from ariadne.memory.reflexion import ReflexionMemory
from tests.memory.moments import at, live
from tests.scripted import Events, Script

TURNS = [at(f"Room {number}.") for number in range(8)]
LESSON = {"lesson": "Look in the attic first. "}


def reflexion(*lessons: str, context_tokens: int | None = None, says: Any = LESSON) -> Fixture:
    return Fixture(lessons, context_tokens, says)


class Fixture:
    """The memory of an attempt, with lessons of earlier ones."""

    def __init__(self, lessons: tuple[str, ...], context_tokens: int | None, says: Any) -> None:
        self.script, self.events = Script(lesson=says), Events()
        self.memory = ReflexionMemory(self.script.ask, self.events, lessons, context_tokens)


async def test_the_first_attempt_is_a_full_history() -> None:
    fixture = reflexion()
    recalled = await live(fixture.memory, TURNS)
    assert recalled.notes() == "> look\nRoom 0.\n> look\nRoom 1."
    assert fixture.script.asked == []


@pytest.mark.parametrize("outcome", ["lost", "over", "steps", "left"])
async def test_a_failed_attempt_gives_a_lesson(outcome: str) -> None:
    fixture = reflexion("Take the key.")
    await live(fixture.memory, TURNS)
    await fixture.memory.end(outcome)
    (question,) = fixture.script.asked
    assert question.name == "lesson"
    assert question.inputs["goal"] == "Find the lamp."
    assert list(question.inputs["lessons"]) == ["Take the key."]
    assert list(question.inputs["history"]) == [turn.as_text() for turn in TURNS]
    assert question.inputs["outcome"]
    assert fixture.events == [Reflected(lesson="Look in the attic first.")]


@pytest.mark.parametrize("outcome", ["won", "stopped", "failed"])
async def test_other_outcomes_give_no_lesson(outcome: str) -> None:
    fixture = reflexion()
    await live(fixture.memory, TURNS)
    await fixture.memory.end(outcome)
    assert (fixture.script.asked, fixture.events) == ([], [])


async def test_the_prompt_distinguishes_failures() -> None:
    told = set()
    for outcome in ("lost", "over", "steps", "left"):
        fixture = reflexion()
        await live(fixture.memory, TURNS)
        await fixture.memory.end(outcome)
        told.add(fixture.script.asked[0].inputs["outcome"])
    assert len(told) == 4


async def test_the_last_three_lessons_come_before_the_history() -> None:
    recalled = await live(reflexion("One.", "Two.", "Three.", "Four.").memory, TURNS)
    text = recalled.notes()
    assert "One." not in text
    places = [text.index(part) for part in ("Two.", "Three.", "Four.", "Room 0.", "Room 1.")]
    assert places == sorted(places)
    assert "Room 2." not in text


async def test_lessons_survive_in_the_same_memory() -> None:
    fixture = reflexion(says=[{"lesson": "One."}, {"lesson": "Two."}])
    for _ in range(2):
        await live(fixture.memory, TURNS)
        await fixture.memory.end("lost")
    assert list(fixture.script.asked[1].inputs["lessons"]) == ["One."]
    recalled = await live(fixture.memory, TURNS[:1])
    assert recalled.notes().splitlines()[-2:] == ["One.", "Two."]


@pytest.mark.parametrize("says", ["Hm.", {"lesson": "  "}])
async def test_an_empty_lesson_is_not_kept(says: Any) -> None:
    fixture = reflexion(says=says)
    await live(fixture.memory, TURNS)
    await fixture.memory.end("lost")
    assert fixture.events == []
    assert (await live(fixture.memory, TURNS[:1])).notes() == ""


async def test_the_limit_applies_to_the_attempt_alone() -> None:
    fixture = reflexion("Take the key.", context_tokens=4)
    recalled = await live(fixture.memory, TURNS)
    assert "Take the key." in recalled.text
    assert "(The oldest turns are left out: 1 of 2.)" in recalled.text
    await fixture.memory.end("steps")
    assert list(fixture.script.asked[0].inputs["history"]) == [
        "(The oldest turns are left out: 7 of 8.)", "> look\nRoom 7.",
    ]  # fmt: skip
