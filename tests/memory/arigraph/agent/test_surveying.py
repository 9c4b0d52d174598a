"""The survey of a world, for the snapshot in an agent's frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.agent.annotations import Parts
from ariadne.memory.arigraph.agent.memory import MOST_PLACES, AriGraphMemory
from ariadne.memory.arigraph.agent.surveying import MOST_TEXTS, Readings
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.models.ask import Asked
from ariadne.record import ignore
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn
from tests.scripted import Script

NOTE = "You unfold the old note. It says that the silver key opens the oak chest, which stands in the attic."
COMMANDS = ("go east", "look", "read note")


def at(location: str, command: str = "", text: str = "", commands: Sequence[str] = COMMANDS) -> Turn:
    return Turn(command, text or f"-= {location.title()} =-", "You carry nothing.", tuple(commands), location)


class Life:
    """An episode: turns, each with the facts that the model reads in it."""

    def __init__(self, minilm: MiniLM, semantic: bool = True, rereads: bool = False) -> None:
        self.script = Script(learn=lambda question: self._reply)
        graph = lambda: AriGraph(Asked(self.script.ask), TextCache(minilm), options=IN_WORLDS)  # noqa: E731
        self.memory = AriGraphMemory(graph, ignore, Parts(semantic=semantic), rereads)

    async def see(self, turn: Turn, *facts: str, replaced: Sequence[str] = ()) -> None:
        self._reply = {"triplets": [*facts], "replaced": [*replaced], "entities": []}
        await self.memory.observe([turn], [])

    def places(self) -> tuple[str, ...]:
        return self.memory.survey([]).places

    def texts(self, *plan: str) -> list[str]:
        return [turn.command for turn in self.memory.survey(plan).texts]


async def test_each_visited_place_has_its_ways_and_contents(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"), "box, is in, hall", "box, is, open", "egg, is in, box", "hall, has exit, up")
    await life.see(at("kitchen", "go east"), "lamp, is on, table", "table, is in, kitchen", "rope, is in, cellar")
    assert life.places() == (
        "kitchen, is east of, hall",
        "box, is in, hall",
        "box, is, open",
        "egg, is in, box",
        "hall, is perhaps west of, kitchen",
        "table, is in, kitchen",
        "lamp, is on, table",
    )


async def test_a_way_back_is_sure_once_walked(minilm: MiniLM) -> None:
    life = Life(minilm)
    for turn in (at("hall"), at("kitchen", "go east"), at("hall", "go west")):
        await life.see(turn)
    assert life.places() == ("kitchen, is east of, hall", "hall, is west of, kitchen")


async def test_a_thing_is_listed_in_its_newest_place(minilm: MiniLM) -> None:
    """The model did not end the older place."""
    life = Life(minilm)
    await life.see(at("hall"), "lamp, is in, hall", "box, is in, hall")
    await life.see(at("hall", "put lamp in box", "You put the lamp into the box."), "lamp, is in, box")
    assert life.places() == ("box, is in, hall", "lamp, is in, box")


async def test_circular_containment_ends(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"), "box, is in, bag", "bag, is in, box", "hall, contains, bag")
    assert len(life.places()) < 10


async def test_only_the_nearest_places_are_listed(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("room 0"))
    for number in range(1, MOST_PLACES + 5):
        await life.see(at(f"room {number}", "go east"))
    told = life.places()
    assert "room 1, is east of, room 0" not in told
    assert f"room {MOST_PLACES + 4}, is east of, room {MOST_PLACES + 3}" in told


async def test_a_memory_without_facts_surveys_no_places(minilm: MiniLM) -> None:
    life = Life(minilm, semantic=False)
    await life.see(at("hall"), "box, is in, hall")
    assert life.places() == ()


async def read_note(life: Life) -> None:
    await life.see(at("hall"), "note, is in, hall")
    await life.see(at("hall", "read note", NOTE), "silver key, opens, oak chest", "oak chest, is in, attic")


async def test_a_text_is_kept_word_for_word_while_the_plan_needs_it(minilm: MiniLM) -> None:
    life = Life(minilm)
    await read_note(life)
    assert life.texts("open the oak chest | the note says so") == ["read note"]
    assert life.texts("find the silver key | it opens a chest") == ["read note"]
    assert life.texts("eat the pear | one is hungry") == []
    assert life.texts() == ["read note"]


async def test_short_texts_and_texts_about_changes_are_not_kept(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"), "note, is in, hall")
    taken = replace(at("hall", "take note", NOTE), inventory="You carry a note.")
    await life.see(taken, "silver key, opens, oak chest")
    await life.see(replace(taken, command="read sign", observation="Exit."), "sign, tells of, exit")
    await life.see(replace(taken, command="read wall", status="invalid"), "silver key, opens, oak chest")
    assert life.texts() == []


async def test_a_text_read_again_replaces_the_old_one(minilm: MiniLM) -> None:
    life = Life(minilm)
    await read_note(life)
    await life.see(at("hall", "read note", f"{NOTE} On its back stands: go up."), "attic, is up from, hall")
    (kept,) = life.memory.survey([]).texts
    assert kept.observation.endswith("go up.")


async def test_only_the_newest_texts_are_kept(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"))
    for number in range(MOST_TEXTS + 2):
        await life.see(at("hall", f"read page {number}", f"Page {number}. {NOTE}"), f"page {number}, tells of, chest")
    assert life.texts() == [f"read page {number}" for number in range(2, MOST_TEXTS + 2)]


async def test_a_repeated_turn_with_valid_facts_asks_no_question(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"), "box, is in, hall")
    await life.see(at("kitchen", "go east"), "lamp, is in, kitchen")
    await life.see(at("hall", "go west"), "box, is in, hall")
    await life.see(at("kitchen", "go east"))
    assert len(life.script.of("learn")) == 3
    assert str(life.memory.graph.episodic.nodes[-1].triplets[0]) == "lamp, is in, kitchen"


async def test_a_repeated_turn_with_an_ended_fact_is_read_again(minilm: MiniLM) -> None:
    life = Life(minilm)
    await life.see(at("hall"), "box, is, closed")
    await life.see(at("hall", "open box", "You open the box."), "box, is, open", replaced=["box, is, closed"])
    await life.see(at("hall"), "box, is, closed", replaced=["box, is, open"])
    assert len(life.script.of("learn")) == 3


async def test_rereading_asks_about_every_turn(minilm: MiniLM) -> None:
    """As the paper does."""
    life = Life(minilm, rereads=True)
    for _ in range(3):
        await life.see(at("hall", "look"), "box, is in, hall")
    assert len(life.script.of("learn")) == 3


async def test_a_new_episode_knows_no_texts_and_no_places_of_the_one_before(minilm: MiniLM) -> None:
    life = Life(minilm)
    await read_note(life)
    await life.memory.begin("Find the lamp.")
    assert life.memory.survey([]).places == ()
    assert life.memory.survey([]).texts == ()


OPENED = Turn("open bin", "You open the bin.")
OPEN, CLOSED = Triplet("bin", "is", "open"), Triplet("bin", "is", "closed")


def read_once() -> tuple[Readings, SemanticGraph]:
    """The readings and the graph after a bin was opened."""
    readings, graph = Readings(), SemanticGraph()
    graph.add(OPEN, 1)
    readings.keep([OPENED], [[OPEN]], graph)
    return readings, graph


def test_a_turn_with_a_new_rival_fact_is_read_again() -> None:
    readings, graph = read_once()
    graph.add(CLOSED, 2)
    assert readings.known([OPENED], graph) is None
    graph.end(Ending(graph.number(CLOSED)), 3)
    assert readings.known([OPENED], graph) == [OPEN]
