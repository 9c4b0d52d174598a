from __future__ import annotations

from ariadne.games.cooking import cut_together, shorten, straighten
from ariadne.worlds.floor_plan import Door, FloorPlan
from ariadne.worlds.textworld import open_world
from tests.conftest import Game


def test_a_shorter_walkthrough_keeps_the_knife_in_the_hand() -> None:
    assert shorten(["dice egg with knife", "drop knife", "take knife", "dice ham with knife"]) == [
        "dice egg with knife",
        "dice ham with knife",
    ]


def test_full_hands_take_the_knife_once() -> None:
    one_by_one = [
        *("take egg", "take ham", "take leek"),
        *("drop ham", "take knife from table", "chop egg with knife", "drop knife", "take ham"),
        *("drop leek", "take knife", "dice ham with knife", "drop knife", "take leek"),
        *("drop egg", "take knife", "slice leek with knife", "drop knife", "take egg"),
        *("prepare meal", "eat meal"),
    ]
    assert cut_together(one_by_one) == [
        *("take egg", "take ham", "take leek"),
        *("drop leek", "take knife from table", "chop egg with knife", "dice ham with knife"),
        *("drop egg", "take leek", "slice leek with knife", "drop knife", "take egg"),
        *("prepare meal", "eat meal"),
    ]


HOUSE = FloorPlan(
    exits={
        "kitchen": {"east": "garden", "west": "shed"},
        "garden": {"west": "kitchen", "east": "shop"},
        "shop": {"west": "garden"},
        "shed": {"east": "kitchen"},
    },
    doors={pair: Door("oak door", "closed") for pair in (("garden", "shop"), ("shop", "garden"))},
    start="shed",
    places={
        **{"cookbook": "kitchen", "fridge": "kitchen", "egg": "fridge"},
        **{"ham": "shop", "leek": "garden", "BBQ": "garden"},
    },
    states={"fridge": "closed"},
    movable=frozenset({"cookbook", "egg", "ham", "leek"}),
)


def test_the_way_is_one_round_and_all_is_grilled_at_once() -> None:
    recipe = ["examine cookbook", "take leek", "open oak door", "take ham", "open fridge", "take egg from fridge"]
    cooking = ["cook ham with BBQ", "cook leek with BBQ", "cook egg with oven", "prepare meal", "eat meal"]
    assert straighten([*recipe, *cooking], HOUSE) == [
        *("go east", "examine cookbook", "open fridge", "take egg from fridge"),
        *("go east", "take leek", "open oak door", "go east", "take ham"),
        *("go west", "cook ham with BBQ", "cook leek with BBQ"),
        *("go west", "cook egg with oven", "prepare meal", "eat meal"),
    ]


def test_what_full_hands_drop_for_the_knife_is_dropped_at_the_end() -> None:
    commands = ["examine cookbook", "take leek", "drop leek", "take knife", "chop leek with knife", "drop knife"]
    assert straighten([*commands, "take leek", "prepare meal"], HOUSE) == [
        *("go east", "examine cookbook", "go east", "take leek", "go west"),
        *(*commands[2:], "take leek", "prepare meal"),
    ]


def test_the_walkthrough_wins_and_cooking_twice_loses(game: Game) -> None:
    world = open_world(game("cooking"))
    world.reset()
    cooks = next(command for command in world.walkthrough if command.startswith("cook "))
    for command in world.walkthrough:
        turn = world.step(command)
    assert world.score().won
    assert world.score().score == world.score().maximum > 0
    world.reset()
    for command in world.walkthrough:
        turn = world.step(command)
        if command == cooks:
            break
    assert not turn.done
    assert world.step(cooks).done
    assert world.score().lost
    world.close()
