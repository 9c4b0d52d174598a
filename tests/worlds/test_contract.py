"""What every world does, whichever engine it has."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec

import pytest

from ariadne.errors import MissingPackage, UserError
from ariadne.worlds import java
from ariadne.worlds.babyai.levels import LEVELS
from ariadne.worlds.registry import find_game, find_seeds
from ariadne.worlds.scienceworld.tasks import TASKS
from ariadne.worlds.textworldexpress.games import GAMES as FOLDED
from ariadne.worlds.world import World
from tests.command import ariadne_here

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


SEEDED = {
    "babyai": ("babyai/GoTo", 1),
    "textworldexpress": ("twx/coin", 20_000),
    "scienceworld": ("scienceworld/melt", 21),
}
UNKNOWN = [
    ("babyai", "babyai/GoToRedBal", "did you mean GoToRedBall"),
    ("babyai", "babyai/", "unknown name"),
    ("textworldexpress", "twx/coins", "did you mean coin"),
    ("textworldexpress", "twx/coin/1000", "seeds 0 to 999 .train."),
    ("scienceworld", "scienceworld/melts", "did you mean melt"),
    ("scienceworld", "scienceworld/melt/30", "variations 0 to 29"),
    ("pddl", "gripper/21", "the tasks are gripper/1 to gripper/20"),
]


def skip_without(kind: str) -> None:
    if not find_spec(NEEDS.get(kind, "ariadne")) or (kind in ("scienceworld", "textworldexpress") and not JAVA):
        pytest.skip("its engine is not installed")


@pytest.fixture
def opened(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens the world of a kind, which is closed at the end."""
    with ExitStack() as stack:

        def opened(kind: str) -> World:
            skip_without(kind)
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


def test_games_of_every_kind_are_listed() -> None:
    engines = {"babyai": LEVELS, "twx": FOLDED, "scienceworld": TASKS}
    names = {f"{engine}/{game}" for engine, games in engines.items() for game in games}
    assert {"gripper", *names} <= {*ariadne_here("games", "--quiet").stdout.splitlines()}


@pytest.mark.parametrize("kind", SEEDED)
def test_a_game_has_a_usual_seed_and_any_other_on_request(kind: str) -> None:
    skip_without(kind)
    name, usual = SEEDED[kind]
    assert (find_game(name).seed, find_game(f"{name}/3").seed) == (usual, 3)
    assert (find_seeds(name), find_seeds(name, (0, 4))) == ((usual,), (0, 4))


@pytest.mark.parametrize(("kind", "name", "said"), UNKNOWN)
def test_a_game_that_an_engine_does_not_have_is_one_clear_line(kind: str, name: str, said: str) -> None:
    skip_without(kind)
    with pytest.raises(UserError, match=said):
        find_game(name)


@pytest.mark.parametrize("kind", ["scienceworld", "textworldexpress"])
def test_an_engine_of_java_that_is_not_installed_is_named(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=rf"needs a package .*\[{NEEDS[kind].replace('_', '-')}\]"):
        find_game(SEEDED[kind][0])
