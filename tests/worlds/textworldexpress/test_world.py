from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from textworld_express import TextWorldExpressEnv

from ariadne.worlds.registry import find_game
from ariadne.worlds.textworldexpress.games import FOLDS, GAMES
from ariadne.worlds.textworldexpress.world import TextWorldExpress
from ariadne.worlds.world import Score
from tests.nightly import mostly_nightly

# A machine of Java is started once for all tests.
pytestmark = pytest.mark.xdist_group("textworldexpress")

REFUSED = ("That is already ", "You can't move there")


@pytest.fixture(scope="module")
def own() -> Iterator[TextWorldExpressEnv]:
    """TextWorldExpress with nothing of ours."""
    env = TextWorldExpressEnv(envStepLimit=10_000)
    yield env
    env.close()
    # What it leaves open.
    env._obj_tree_tempfile.close()
    process = env._gateway.java_process
    process.wait()
    for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
        with suppress(OSError):
            pipe.close()


def opened(name: str) -> closing[TextWorldExpress]:
    world = find_game(name).open()
    assert isinstance(world, TextWorldExpress)
    return closing(world)


@pytest.mark.parametrize("game", mostly_nightly(GAMES, ["coin"]))
def test_gold_path_is_seen_and_scored_as_without_us(game: str, own: TextWorldExpressEnv) -> None:
    text, state = own.reset(20_007, "test", game, "")
    with opened(f"twx/{game}/20007") as world:
        turn = world.reset()
        assert (world.goal, world.score()) == (own.getTaskDescription().strip(), Score(0, 1))
        for command in world.walkthrough:
            assert turn.observation == text.strip()
            assert turn.inventory == state["inventory"].strip()
            assert set(turn.commands) <= set(state["validActions"])
            for left_out in {*state["validActions"]} - {*turn.commands}:
                assert own.step(left_out)[0].startswith(REFUSED)
            text, _, done, state = own.step(command)
            turn = world.step(command)
            assert (turn.done, world.score().score) == (done, state["score"])
            if done:
                break
        assert world.score() == Score(1, 1, won=True)
        assert (turn.observation, turn.commands) == (text.strip(), ())


def test_games_and_seeds_are_the_engines(own: TextWorldExpressEnv) -> None:
    assert own.getGameNames() == [*GAMES]
    seeds = (own.getValidSeedsTrain(), own.getValidSeedsDev(), own.getValidSeedsTest())
    assert dict(zip(FOLDS, seeds, strict=True)) == {fold: list(numbers) for fold, numbers in FOLDS.items()}


def test_place_is_where_the_player_is() -> None:
    with opened("twx/mapreader/0") as world:
        start = world.reset()
        assert start.observation.startswith(f"You are in the {start.location}.")
        away = world.step(next(command for command in start.commands if command.startswith("move ")))
        assert away.location not in ("", start.location)
        assert world.step("inventory").location == away.location
    with opened("twx/simonsays/0") as world:
        assert world.reset().location == ""


def test_valid_actions_follow_the_state_of_doors() -> None:
    with opened("twx/coin/20007") as world:
        start = world.reset()
        ways = [command.removeprefix("open door to ") for command in start.commands if command.startswith("open door")]
        assert ways
        for way in ways:
            assert not {f"move {way}", f"close door to {way}"} & {*world.reset().commands}
            refused = world.step(f"move {way}")
            assert (refused.status, refused.commands) == ("invalid", start.commands)
            ajar = world.step(f"open door to {way}")
            assert (ajar.status, f"open door to {way}" in ajar.commands) == ("valid", False)
            assert {f"move {way}", f"close door to {way}"} <= {*ajar.commands}
            assert world.step(f"move {way}").location != start.location


def test_a_wrong_move_loses() -> None:
    with opened("twx/simonsays/0") as world:
        start = world.reset()
        turn = world.step(next(command for command in start.commands if command != world.walkthrough[0]))
        assert (turn.done, turn.commands) == (True, ())
        assert world.score() == Score(-1, 1, lost=True)
        assert world.score().normalized == 0


def test_a_game_is_shown_with_its_parameters() -> None:
    inside = find_game("twx/mapreader/10003").inside()
    assert isinstance(inside, dict)
    assert (inside["fold"], inside["numLocations"], "seed" in inside) == ("dev", "15", False)
