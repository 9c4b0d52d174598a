"""What rested on a fact that has ended is in doubt until it is told again."""

from __future__ import annotations

import pytest

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.triplet import Triplet
from tests.memory.arigraph.libraries import library

BUS = Triplet.parse("sam, takes, bus 12")
HOME = Triplet.parse("sam, lives in, porto")


@pytest.fixture
async def memory() -> AriGraph:
    """Where Sam lives, and how Sam gets to work."""
    memory = AriGraph()
    await memory.learn("Sam lives in Porto. Sam takes the bus 12. The bus 12 goes through Porto. Porto is in Portugal.")
    return memory


async def test_who_moves_house_may_go_to_work_another_way(memory: AriGraph) -> None:
    assert memory.doubts() == {}
    await memory.learn("Sam lives in Lisbon.")
    assert {fact: edge.triplet for fact, edge in memory.doubts().items()} == {BUS: HOME}
    answer = await memory.answer("Which bus does Sam take?")
    assert (answer.text, answer.doubts[BUS].triplet) == ("bus 12", HOME)


@pytest.mark.parametrize("told", ["Sam no longer lives in Porto.", "Sam left Porto."])
async def test_what_ends_without_anything_in_its_place_leaves_a_doubt(memory: AriGraph, told: str) -> None:
    await memory.learn(told)
    assert {fact: edge.triplet for fact, edge in memory.doubts().items()} == {BUS: HOME}


@pytest.mark.parametrize(
    "told",
    ["Sam takes the bus 12.", "Sam lives in Porto again.", "The bus 12 goes through Lisbon."],
)
async def test_a_doubt_ends(memory: AriGraph, told: str) -> None:
    await memory.learn("Sam lives in Lisbon.")
    await memory.learn(told)
    assert memory.doubts() == {}


@pytest.mark.parametrize(
    "told",
    [
        "Sam likes Porto.",
        "Sam was born in Porto.",
        "Sam worked in Porto.",
        "Sam's sister lives in Porto.",
        "Sam's friend is Ana. Ana lives in Porto.",
        "Ana takes the bus 12.",
        "Sam works for Sogrape. Sogrape is in Porto.",
    ],
)
async def test_what_holds_by_itself_is_not_in_doubt(told: str) -> None:
    memory = AriGraph()
    await memory.learn(f"Sam lives in Porto. {told}")
    known = set(memory.graph.valid())
    await memory.learn("Sam lives in Lisbon.")
    assert len(known) > 1
    assert memory.doubts() == {}


async def test_what_is_told_at_once_with_the_news_is_not_in_doubt(memory: AriGraph) -> None:
    await memory.learn("Sam lives in Lisbon. Sam takes the bus 12.")
    assert memory.doubts() == {}


@pytest.mark.parametrize(
    ("ends", "doubted"),
    [("sam, lives in, porto", {BUS}), ("sam, likes, porto", set()), ("rui, employs, sam", set())],
)
async def test_a_fact_rests_on_what_was_told_of_its_owner_and_may_lapse(ends: str, doubted: set[Triplet]) -> None:
    memory = library()
    await memory.learn(f"{ends}\n{BUS}\nbus 12, goes through, porto\nana, knows, sam\nsam, visits, ana")
    await memory.learn(f"not {ends}")
    assert ends not in {str(fact) for fact in memory.graph.valid()}
    assert memory.doubts().keys() == doubted


async def test_what_was_forgotten_leaves_no_doubt(memory: AriGraph) -> None:
    await memory.forget(str(HOME))
    assert HOME not in memory.graph.valid()
    assert memory.doubts() == {}


async def test_of_several_things_that_ended_the_last_is_named(memory: AriGraph) -> None:
    await memory.learn("The bus 12 goes to Faro. Sam works in Faro.")
    await memory.learn("Sam lives in Lisbon.")
    assert memory.doubts()[BUS].triplet == HOME
    await memory.learn("Sam works in Evora.")
    assert memory.doubts()[BUS].triplet == Triplet("sam", "works in", "faro")


@pytest.mark.parametrize(
    "told",
    ["Sam's gym is in Porto.", "Sam's car's garage is in Porto.", "Sam's landlord is Rui. Rui lives in Porto."],
)
async def test_what_is_somebodys_may_rest_on_what_is_told_of_them(told: str) -> None:
    memory = AriGraph()
    await memory.learn(f"Sam lives in Porto. {told}")
    await memory.learn("Sam lives in Lisbon.")
    assert [fact.subject.partition(" ")[0].removesuffix("'s") for fact in memory.doubts()] == ["sam"]


async def test_a_value_that_names_what_ended_is_in_doubt() -> None:
    memory = AriGraph()
    await memory.learn("Sam lives in Porto. Sam takes the Porto tram.")
    await memory.learn("Sam lives in Lisbon.")
    assert memory.doubts().keys() == {Triplet("sam", "takes", "porto tram")}
