from __future__ import annotations

from ariadne.memory.arigraph.agent.lives import LivedWorld, parted
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.state import Contents
from ariadne.triplet import Triplet

Told = tuple[str, str]
"""A text, and the facts that it tells, with semicolons between them."""

HALL = "Find the lamp.\n\n-= Hall =-\nA long hall with a rug. A box stands here. A key lies on the table."
YARD = "> go east\n-= Yard =-\nA yard with a tall wall."
HOUSE: list[Told] = [
    (HALL, "box, is in, hall; table, is in, hall; key, is on, table; hall, has exit, east"),
    ("> take key\nTaken.", "key, is in, inventory"),
    ("> unlock box with key\nIt is unlocked.", "key, has opened, box; box, is, unlocked"),
    ("> open box\nThe box holds a lamp.", "box, is, open; lamp, is in, box"),
    (YARD, "yard, is east of, hall; hall, is west of, yard; yard, has exit, west"),
    ("> drop key\nDropped.", "key, is in, yard"),
]


def fact(line: str) -> Triplet:
    return Triplet.parse(line)


def facts(lines: str) -> tuple[Triplet, ...]:
    return tuple(map(fact, lines.split("; "))) if lines else ()


def contents(*lives: list[Told]) -> Contents:
    """The contents of a memory after these texts."""
    episodic, graph = EpisodicMemory(), SemanticGraph()
    for step, (text, told) in enumerate((each for life in lives for each in life), 1):
        episodic.append(EpisodeNode(step, text, facts(told)))
        for triplet in facts(told):
            if triplet not in graph:
                graph.add(triplet, step)
    return Contents(graph, episodic, step)


def world(*lives: list[Told]) -> LivedWorld:
    (known,) = parted(contents(*lives))[1].worlds
    return known


def test_first_facts_are_those_of_the_first_encounter() -> None:
    first = world(HOUSE).first
    assert {fact("key, is on, table"), fact("lamp, is in, box"), fact("box, is in, hall")} <= first.keys()
    assert not {fact("key, is in, yard"), fact("key, is in, inventory"), fact("box, is, open")} & first.keys()
    assert {fact("hall, is west of, yard"), fact("yard, has exit, west")} <= first.keys()


def test_a_made_thing_has_no_first_place() -> None:
    assert fact("meal, is in, inventory") not in world([*HOUSE, ("> cook\nDone.", "meal, is in, inventory")]).first


def test_notes_are_not_a_life() -> None:
    note: list[Told] = [("The lamp is magic.", "lamp, is, magic")]
    kept, past = parted(contents(note, HOUSE))
    assert kept.graph.valid() == facts("lamp, is, magic")
    assert [node.observation for node in kept.episodic.nodes] == ["The lamp is magic."]
    assert len(past.nodes) == 1 + len(HOUSE)
    assert len(past.worlds) == 1


def test_similar_lives_are_one_world_and_newer_ones_override() -> None:
    moved = (HALL.replace("on the table", "on the rug"), "box, is in, hall; rug, is in, hall; key, is on, rug")
    known = world(HOUSE, [moved, *HOUSE[1:3]])
    assert len(known.lives) == 2
    assert fact("key, is on, rug") in known.first
    assert fact("key, is on, table") not in known.first
    assert fact("lamp, is in, box") in known.first


def test_a_place_where_a_newer_life_did_not_find_a_thing_is_dropped() -> None:
    gone = (HALL.replace(" A box stands here.", ""), "table, is in, hall; key, is on, table")
    assert fact("box, is in, hall") not in world(HOUSE, [gone, HOUSE[1]]).first
