from __future__ import annotations

from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.events import Reflected
from ariadne.memory.simulacra import THRESHOLD, SimulacraMemory
from tests.memory.moments import Compass, at, cue, told
from tests.scripted import Events, Script

WONDER = {"questions": ["Where is the lamp?"]}
INSIGHTS = {"insights": ["The lamp is in the attic."]}


class Fixture:
    """A memory with equal ratings of observations, and given ratings of insights."""

    def __init__(self, rating: int = 5, threshold: int = 20, insight: int = 1, **says: Any) -> None:
        def importance(question: Any) -> dict[str, Any]:
            texts = question.inputs["observations"]
            return {"ratings": [rating if text.startswith(">") else insight for text in texts]}

        self.script = Script(**{"importance": importance, "wonder": WONDER, "insights": INSIGHTS, **says})
        self.events = Events()
        self.memory = SimulacraMemory(self.script.ask, TextCache(Compass()), self.events, threshold)

    async def observe(self, *texts: str) -> None:
        """One turn a step."""
        await self.memory.begin("Find the lamp.")
        for text in texts:
            await self.memory.observe([at(text)], [])


async def test_it_reflects_when_importance_reaches_the_threshold() -> None:
    fixture = Fixture()
    await fixture.observe(*"abc")
    assert fixture.script.names == ["importance"] * 3
    await fixture.memory.observe([at("d")], [])
    assert fixture.script.names[3:] == ["importance", "wonder", "insights", "importance"]
    await fixture.memory.observe([at("e")], [])
    assert len(fixture.script.of("wonder")) == 1
    for text in "fgh":
        await fixture.memory.observe([at(text)], [])
    assert len(fixture.script.of("wonder")) == 2


async def test_an_episode_has_several_reflections() -> None:
    """Thirty turns of middling importance are enough for one, even if most of a game is dull."""
    fixture = Fixture(threshold=THRESHOLD)
    await fixture.observe(*("a room" for _ in range(30)))
    assert 1 <= len(fixture.script.of("wonder")) <= 5


async def test_insights_do_not_trigger_reflection() -> None:
    fixture = Fixture(insight=10)
    await fixture.observe(*"abcdefg")
    assert len(fixture.script.of("wonder")) == 1


async def test_questions_come_from_recent_memories_and_insights_from_relevant_ones() -> None:
    fixture = Fixture(
        wonder={"questions": ["Where is the lamp?", " ", "Is the door locked?", "Who lives here?", "So?"]}
    )
    await fixture.observe(*"abcd")
    (wonder,) = fixture.script.of("wonder")
    assert wonder.inputs == {"goal": "Find the lamp.", "memories": [f"> look\n{text}" for text in "abcd"]}
    asked = fixture.script.of("insights")
    assert [question.inputs["question"] for question in asked] == [
        "Where is the lamp?", "Is the door locked?", "Who lives here?",
    ]  # fmt: skip
    assert all(set(question.inputs["memories"]) == set(wonder.inputs["memories"]) for question in asked)
    assert {question.inputs["goal"] for question in asked} == {"Find the lamp."}


async def test_insights_are_rated_and_recalled_as_statements() -> None:
    fixture = Fixture(insight=10)
    await fixture.observe(*"abcdefgh")
    assert fixture.script.of("importance")[4].inputs["observations"] == ["The lamp is in the attic."]
    recalled = await fixture.memory.recall(cue(at("h")))
    assert recalled.statements == ("The lamp is in the attic.",)
    assert len(recalled.episodes) == 4
    assert all(turn.command == "look" for turn in recalled.episodes)


async def test_insights_compete_for_the_five_places() -> None:
    fixture = Fixture(threshold=5, rating=5, insight=-9, wonder=[WONDER, *[{"questions": []}] * 8])
    await fixture.observe(*"abcdefghi")
    recalled = await fixture.memory.recall(cue(at("i")))
    assert (recalled.statements, len(recalled.episodes)) == ((), 5)


async def test_insights_are_recorded_and_remembered_once() -> None:
    says = [{"insights": ["One.", " ", "Two. "]}, {"insights": ["Two.", "Three."]}]
    fixture = Fixture(wonder=[{"questions": ["A?"]}, {"questions": ["B?"]}], insights=says)
    await fixture.observe(*"abcdefgh")
    assert fixture.events == [
        Reflected(questions=("A?",), insights=("One.", "Two.")),
        Reflected(questions=("B?",), insights=("Three.",)),
    ]
    recalled = await fixture.memory.recall(cue(at("h")))
    assert len(recalled.statements) == len(set(recalled.statements))


async def test_at_most_five_insights_come_from_a_question() -> None:
    fixture = Fixture(insights={"insights": [f"Insight {number}." for number in range(9)]})
    await fixture.observe(*"abcd")
    assert list(fixture.events[0].insights) == [f"Insight {number}." for number in range(5)]


@pytest.mark.parametrize("says", [{"wonder": "Hm."}, {"wonder": {"questions": []}}, {"insights": "Hm."}])
async def test_unusable_questions_give_no_insights(says: Any) -> None:
    fixture = Fixture(**says)
    await fixture.observe(*"abcd")
    recalled = await fixture.memory.recall(cue(at("d")))
    assert (recalled.statements, len(recalled.episodes)) == ((), 3)
    assert all(event.insights == () for event in fixture.events)


async def test_an_unanswered_question_keeps_the_others() -> None:
    def insights(question: Any) -> Any:
        return "Hm." if question.inputs["question"] == "A?" else INSIGHTS

    fixture = Fixture(wonder={"questions": ["A?", "B?"]}, insights=insights)
    await fixture.observe(*"abcd")
    assert fixture.events[0].insights == ("The lamp is in the attic.",)


async def test_a_new_episode_resets_reflection() -> None:
    fixture = Fixture(insight=10)
    await fixture.observe(*"abcdefg")
    await fixture.memory.end("lost")
    await fixture.observe(*"xyz")
    assert len(fixture.script.of("wonder")) == 1
    recalled = await fixture.memory.recall(cue(at("z")))
    assert (recalled.statements, set(told(recalled))) == ((), {"> look\nx", "> look\ny"})
