from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ariadne.agents.frame import Frame
from ariadne.agents.framing import Framing, each_of
from ariadne.embed.cache import TextCache
from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.models.answers import Learned, Noted
from ariadne.models.ask import Asked
from ariadne.models.prompt import FRAME
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted
from ariadne.worlds.world import Turn
from tests.scripted import Events, Says, Script, shown

YARD = Turn("", "A green box and a mat.", "", ("wait",), "yard")
PAINTED = Turn("paint box", "The box is red now.", "", ("wait",), "yard")
WAIT = Turn("wait", "Time passes.", "", ("wait",), "yard")
GREEN = {"triplets": ["yard, contains, box; mat", "box, is, green"], "replaced": []}


def painted(question: Question[Any]) -> Scripted:
    """Replies: first that the box is green, then that this no longer holds."""
    known = question.inputs["known"]
    return {"triplets": ["box, is, red"], "replaced": [known.index("box, is, green") + 1]} if known else GREEN


class Reader:
    """AriGraph that reads about a yard in a frame."""

    def __init__(self, texts: TextCache, learn: Says) -> None:
        self.script, self.events = Script(learn=learn), Events()
        self.ask = Framing(self.script.ask)
        self.frame = self.ask.frame = Frame("Paint the box.", "Nobody may whistle.")
        self.memory = AriGraphMemory(
            lambda: AriGraph(Asked(self.ask), texts, options=IN_WORLDS), self.events, rereads=False
        )

    async def see(self, turn: Turn) -> None:
        self.frame.see([turn])
        await self.memory.observe([turn], [])

    async def see_and_wait(self, turn: Turn, said: Noted | None) -> None:
        """Observe a turn whose question waits for this answer."""
        self.frame.see([turn])
        learning = asyncio.create_task(self.memory.observe([turn], []))
        assert await self.ask.held_back(learning) is not None
        assert not learning.done()
        self.ask.settle(said)
        await learning

    @property
    def facts(self) -> set[str]:
        return {str(edge.triplet) for edge in self.memory.graph.facts()}


async def test_without_a_frame_a_memory_asks_as_it_does() -> None:
    script = Script(learn={"triplets": ["box, is, red"], "replaced": [], "entities": ["box: 1"]})
    inputs = {"known": [], "plan": [], "location": "", "inventory": "", "observations": ["A red box."]}
    question = Question("learn", inputs, Learned)
    assert (await Framing(script.ask)(question)).entities == ["box: 1"]
    assert script.asked == [question]


async def test_in_a_frame_an_episode_has_the_known_facts_that_it_repeats(texts: TextCache) -> None:
    reader = Reader(texts, painted)
    await reader.see(YARD)
    await reader.see(Turn("paint box", "The box in the yard is no more green: it is red.", "", ("wait",), "yard"))
    node = reader.memory.graph.episodic.nodes[-1]
    assert {*map(str, node.triplets)} == {"box, is, red", "yard, contains, box"}


async def test_in_a_frame_turns_are_read_where_the_agent_is_shown_them(texts: TextCache) -> None:
    reader = Reader(texts, painted)
    await reader.see(YARD)
    assert reader.facts >= {"yard, contains, box", "yard, contains, mat", "box, is, green"}
    await reader.see(PAINTED)
    assert "box, is, red" in reader.facts
    assert "box, is, green" not in reader.facts
    question = reader.script.asked[-1]
    assert (question.prompts, question.answer) == (FRAME, Noted)
    for part in ("Rules: Nobody may whistle.", "«A green box and a mat.»", "2. box, is, green", "from the last turn"):
        assert part in shown(question)


async def test_an_unknown_number_ends_no_fact(texts: TextCache) -> None:
    reader = Reader(texts, [GREEN, {"triplets": [], "replaced": [0, 9, -1]}])
    await reader.see(YARD)
    before = reader.facts
    await reader.see(PAINTED)
    assert reader.facts == before


async def test_a_memory_can_wait_for_the_agents_reply(texts: TextCache) -> None:
    reader = Reader(texts, "never asked")
    await reader.see_and_wait(YARD, Noted(triplets=["box, is, green"], replaced=[]))
    await reader.see_and_wait(PAINTED, Noted(triplets=["box, is, red"], replaced=[1]))
    assert reader.facts == {"box, is, red"}
    assert (reader.script.asked, reader.ask.was_asked) == ([], True)


async def test_a_memory_without_a_question_does_not_wait(texts: TextCache) -> None:
    reader = Reader(texts, {"triplets": [], "replaced": []})
    await reader.see(WAIT)
    reader.frame.see([WAIT])
    again = asyncio.create_task(reader.memory.observe([WAIT], []))
    assert await reader.ask.held_back(again) is None
    await again
    assert len(reader.script.asked) == 1


@pytest.mark.parametrize(
    ("line", "triplets"),
    [
        ("box, is, red", ["box, is, red"]),
        ("hall, contains, table; red key;", ["hall, contains, table", "hall, contains, red key"]),
        ("note, tells of, box, key", ["note, tells of, box, key"]),
        ("no triplet", ["no triplet"]),
    ],
)
def test_a_line_may_have_several_objects(line: str, triplets: list[str]) -> None:
    assert [", ".join(part.strip() for part in each.split(",")) for each in each_of(line)] == triplets
