from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.walker import Walker
from ariadne.memory.memory import Memory
from ariadne.routes import Routes
from ariadne.worlds.world import Turn
from tests.agents.notebook import Notebook


def at(location: str, command: str = "", *commands: str, free: bool = False) -> Turn:
    return Turn(command, f"You are in the {location}.", "", ("look", *commands), location, free=free)


HALL, KITCHEN, LARDER = at("hall"), at("kitchen", "go east"), at("larder", "go north")


class Guide(Notebook):
    """A memory that knows one way, whatever the agent has walked."""

    def routes(self) -> Routes:
        routes = Routes()
        routes.moved("hall", "go up", "attic")
        return routes


def walker(*turns: Turn, memory: Memory | None = None) -> Walker:
    walked = Walker(memory)
    for turn in turns:
        walked.see([turn])
    return walked


def places(walked: Walker, turn: Turn) -> list[str]:
    return [action.removeprefix("go to ") for action in walked.actions(turn) if action.startswith("go to ")]


def test_every_other_place_that_a_way_leads_to_can_be_gone_to() -> None:
    walked = walker(HALL, KITCHEN, LARDER)
    assert walked.actions(LARDER) == ["go to hall", "go to kitchen", "look"]
    assert walked.commands("go to hall", LARDER) == ("go south", "go west")
    assert walked.commands("go to kitchen", LARDER) == ("go south",)


def test_the_turns_of_one_decision_are_walked_one_by_one() -> None:
    walked = Walker()
    walked.see([HALL, KITCHEN, LARDER])
    assert walked.commands("go to larder", HALL) == ("go east", "go north")


def test_a_command_of_the_world_goes_before_a_way() -> None:
    turn = at("larder", "go north", "go to hall")
    walked = walker(HALL, KITCHEN, turn)
    assert walked.actions(turn).count("go to hall") == 1
    assert walked.commands("go to hall", turn) == ("go to hall",)


@pytest.mark.parametrize(
    "action",
    [
        "take jam",
        "go to attic",
        "",
    ],
)
def test_what_cannot_be_sent_is_not(action: str) -> None:
    assert walker(HALL, KITCHEN, LARDER).commands(action, LARDER) == ()


def test_in_a_free_world_any_command_is_sent_and_ways_are_walked_all_the_same() -> None:
    here = at("larder", "go north", free=True)
    walked = walker(HALL, KITCHEN, here)
    assert walked.commands("take jam", here) == ("take jam",)
    assert walked.commands("go to attic", here) == ("go to attic",)
    assert walked.commands("go to hall", here) == ("go south", "go west")


def test_a_one_way_passage_leads_only_there() -> None:
    cellar = at("cellar", "jump down the hole")
    walked = walker(HALL, cellar)
    assert places(walked, cellar) == []
    assert places(walked, HALL) == ["cellar"]
    assert walked.commands("go to cellar", HALL) == ("jump down the hole",)


@pytest.mark.parametrize("turns", [[at("")], [HALL, at("", "go east")], [at(""), at("", "look")]])
def test_a_place_without_a_name_is_neither_left_nor_gone_to(turns: list[Turn]) -> None:
    walked = walker(*turns)
    assert places(walked, turns[-1]) == []
    assert places(walker(*turns, KITCHEN), KITCHEN) == []


def test_a_memory_may_be_the_guide() -> None:
    walked = walker(HALL, KITCHEN, memory=Guide())
    assert places(walked, HALL) == ["attic"]
    assert walked.commands("go to attic", HALL) == ("go up",)
    assert walked.commands("go to hall", KITCHEN) == ()


def test_moving_to_and_fro_is_marked() -> None:
    back = at("hall", "go west", "go east", "go to kitchen")
    there = at("kitchen", "go east", "go west")
    walked = walker(HALL, there, back)
    offer = walked.offer(back)
    assert offer
    assert {*offer.to_and_fro} == {"go east", "go to kitchen"}
    walked.see([at("larder", "go south")])
    walked.see([back])
    offer = walked.offer(back)
    assert offer
    assert "go east" not in offer.to_and_fro


def test_the_first_way_back_is_not_to_and_fro() -> None:
    turn = at("kitchen", "go east", "go west")
    offer = walker(HALL, turn).offer(turn)
    assert offer
    assert offer.to_and_fro == []


def test_actions_possible_only_elsewhere_are_kept_for_the_same_inventory() -> None:
    walked = walker(at("hall", "", "open chest"), KITCHEN)
    offer = walked.offer(KITCHEN)
    assert offer
    assert offer.there == {"go to hall": ["open chest"]}
    laden = replace(KITCHEN, inventory="a key")
    walked.see([laden])
    offer = walked.offer(laden)
    assert offer
    assert offer.there == {}
