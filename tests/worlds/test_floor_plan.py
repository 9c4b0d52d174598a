from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.worlds.floor_plan import Door, floor_plan, read_floor_plan
from ariadne.worlds.textworld import open_world
from tests.conftest import Game


def fact(name: str, *entities: str) -> dict[str, Any]:
    """A fact as TextWorld writes it; an entity's type is the letter before its number."""
    return {"name": name, "arguments": [{"name": each, "type": each.split("_")[0]} for each in entities]}


NAMES = {
    "P": None, "r_0": "hall", "r_1": "hall", "r_2": "attic", "c_0": "chest", "o_0": "hat", "o_1": "pin", "d_0": "hatch"
}  # fmt: skip
GAME: dict[str, Any] = {
    "infos": [[key, {"name": name}] for key, name in NAMES.items()],
    "world": [
        fact("at", "P", "r_0"),
        fact("north_of", "r_1", "r_0"),
        fact("south_of", "r_0", "r_1"),
        fact("east_of", "r_2", "r_1"),
        fact("link", "r_1", "d_0", "r_2"),
        fact("locked", "d_0"),
        fact("at", "c_0", "r_0"),
        fact("closed", "c_0"),
        fact("in", "o_0", "c_0"),
        fact("in", "o_1", "I"),
    ],
}


def test_rooms_ways_and_doors_are_read() -> None:
    plan = floor_plan(GAME)
    assert plan.start == "hall (r_0)"
    assert plan.exits["hall (r_0)"] == {"north": "hall (r_1)"}
    assert plan.exits["hall (r_1)"] == {"south": "hall (r_0)", "east": "attic"}
    assert plan.doors == dict.fromkeys([("hall (r_1)", "attic"), ("attic", "hall (r_1)")], Door("hatch", "locked"))


def test_things_are_where_they_are() -> None:
    plan = floor_plan(GAME)
    assert plan.places["hat"] == "chest"
    assert (plan.room_of("hat"), plan.room_of("pin")) == ("hall (r_0)", "")
    assert plan.movable == {"hat", "pin"}
    assert plan.states == {"chest": "closed", "hatch": "locked"}


@pytest.mark.parametrize("family", ["treasure-hunt", "cleaning"])
def test_a_made_game_begins_in_the_room_that_the_plan_says(game: Game, family: str) -> None:
    plan = read_floor_plan(game(family))
    world = open_world(game(family))
    turn = world.reset()
    world.close()
    assert turn.location == plan.start
    ways = {command.removeprefix("go ") for command in turn.commands if command.startswith("go ")}
    assert ways <= plan.exits[plan.start].keys()


@pytest.mark.parametrize(
    "world",
    [
        1,
        [1],
        [{}],
        [fact("link", "r_0")],
        [fact("at", "P")],
        [fact("in", "c_0", "c_1"), fact("in", "c_1", "c_0")],
        [fact("in", "c_0", "c_0")],
        [fact("in", "c_0", "nowhere")],
    ],
    ids=str,
)
def test_a_file_without_a_house_is_one_clear_line(copy: Path, world: object) -> None:
    content = json.dumps({"world": world, "infos": [], "KB": {}, "objective": ""})
    copy.with_suffix(".json").write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="describes no house") as caught:
        read_floor_plan(copy)
    assert "\n" not in str(caught.value)
