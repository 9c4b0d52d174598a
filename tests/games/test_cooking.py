from __future__ import annotations

from ariadne.games.cooking import cut_together, shorten
from ariadne.worlds.textworld import open_world
from tests.conftest import Game


def test_a_shorter_walkthrough_goes_nowhere_twice() -> None:
    there_and_back = [
        "inventory",
        "go north",
        "go east",
        "go west",
        "go south",
        "go west",
        "open door",
        "open door",
    ]
    assert shorten(there_and_back) == ["go west", "open door"]


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


def test_the_briefing_says_which_appliance_does_what(game: Game) -> None:
    world = open_world(game("cooking"))
    for word in ("stove", "oven", "BBQ", "fry", "roast", "grill", "knife", "prepare meal", "eat meal"):
        assert word in world.briefing
    world.close()


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
