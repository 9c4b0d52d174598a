"""What every world does, whichever engine it has."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec

import pytest

from ariadne.worlds.registry import find_game
from ariadne.worlds.world import World

Open = Callable[[str], World]

JAVA = shutil.which("java")
NEEDS = {"babyai": "minigrid", "scienceworld": "scienceworld", "textworldexpress": "textworld_express"}
GAMES = {
    "textworld": "treasure-hunt",
    "jericho": "lighthouse",
    "pddl": "gripper/1",
    "babyai": "babyai/GoToObjS4/2",
    "textworldexpress": "twx/coin/20007",
    "scienceworld": "scienceworld/find-animal/225",
}
WITH_WALKTHROUGHS = [kind for kind in GAMES if kind != "jericho"]


@pytest.fixture
def opened(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens the world of a kind, which is closed at the end."""
    with ExitStack() as stack:

        def opened(kind: str) -> World:
            if not find_spec(NEEDS.get(kind, "ariadne")) or (kind in ("scienceworld", "textworldexpress") and not JAVA):
                pytest.skip("its engine is not installed")
            name = GAMES[kind]
            if kind == "textworld":
                name = str(request.getfixturevalue("game")(name))
            elif kind == "jericho":
                name = str(request.getfixturevalue(name))
            return stack.enter_context(closing(find_game(name).open()))

        yield opened


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_not_understood_is_invalid_and_changes_nothing(opened: Open, kind: str) -> None:
    world = opened(kind)
    start, standing = world.reset(), world.score()
    turn = world.step("dance wildly")
    assert (turn.status, turn.done, turn.observation != "") == ("invalid", False, True)
    assert (turn.location, turn.commands) == (start.location, start.commands)
    assert world.score() == standing


@pytest.mark.parametrize("kind", WITH_WALKTHROUGHS)
def test_a_walkthrough_wins_and_then_it_is_over_until_it_starts_again(opened: Open, kind: str) -> None:
    world = opened(kind)
    start, standing = world.reset(), world.score()
    turns = []
    while not (turns and turns[-1].done):
        turns.append(world.step(world.walkthrough[len(turns)]))
    won = world.score()
    assert (won.won, won.lost, won.score > standing.score) == (True, False, True)
    assert {turn.status for turn in turns} <= {"valid", "meta"}
    assert (turns[-1].commands, turns[-1].free) == ((), False)
    after = world.step("look around")
    assert (after.done, after.status, after.commands, world.score()) == (True, "invalid", (), won)
    again = world.reset()
    assert (again.location, again.inventory, again.commands) == (start.location, start.inventory, start.commands)
    assert (again.done, world.score()) == (False, standing)
    assert [world.step(turn.command) for turn in turns] == turns
