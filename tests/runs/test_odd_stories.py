"""Stories that are nobody's preset, played whole by the built-in reasoner."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

from ariadne.worlds.textworld import open_world
from tests.conftest import Game
from tests.runs.odd_stories import ODD_STORIES, compiled_story
from tests.runs.playing import Played, played_with_rules

MAX_STEPS = 80

Play = Callable[..., Played]

WINNABLE = [name for name, odd in ODD_STORIES.items() if odd.walkthrough]
HOPELESS = [name for name, odd in ODD_STORIES.items() if not odd.walkthrough]


@pytest.fixture(scope="session")
def odd_story(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The odd story of a name, made when first asked for; workers of pytest-xdist share it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = folder / "odd"
    folder.mkdir(exist_ok=True)

    @cache
    def story(name: str) -> Path:
        made = folder / f"{name}.z8"
        with FileLock(folder / f"{name}.lock"):
            return made if made.is_file() else compiled_story(name, folder)

    return story


@pytest.fixture(scope="session")
def played(odd_story: Game, tmp_path_factory: pytest.TempPathFactory) -> Play:
    """An odd story played whole, perhaps with another goal; what was played once is not played again."""
    runs = tmp_path_factory.mktemp("runs")

    @cache
    def play(name: str, goal: str = "", max_steps: int = MAX_STEPS) -> Played:
        return played_with_rules(odd_story(name), runs, max_steps, goal, ODD_STORIES[name].briefing)

    return play


@pytest.mark.parametrize("name", WINNABLE)
def test_an_odd_story_can_be_won(odd_story: Game, name: str) -> None:
    with closing(open_world(odd_story(name))) as world:
        turn = world.reset()
        assert world.goal == ODD_STORIES[name].goal
        for command in world.walkthrough:
            assert command in turn.commands
            turn = world.step(command)
        assert world.score().won
        assert world.score().normalized == 1


@pytest.mark.parametrize("name", ODD_STORIES)
def test_an_odd_story_is_played_to_an_end(played: Play, name: str) -> None:
    end = played(name).end
    assert end.name == "episode_ended"
    assert end.why in ("won", "lost", "over", "steps", "left")
    assert end.error == ""
    assert end.invalid_actions == 0


@pytest.mark.parametrize("name", ODD_STORIES)
def test_no_cycle_is_walked_more_than_twice_in_a_row_with_nothing_learned(played: Play, name: str) -> None:
    play = played(name)
    assert play.rounds <= 2, play.actions


@pytest.mark.parametrize("name", HOPELESS)
def test_not_even_in_a_long_play_that_cannot_be_won(played: Play, name: str) -> None:
    play = played(name, max_steps=300)
    assert play.rounds <= 2, play.actions


def test_nor_while_something_is_looked_for_that_is_nowhere(played: Play) -> None:
    play = played("there-and-back", "Find the crown.")
    assert play.rounds <= 2, play.actions


def test_a_hunt_whose_names_have_capitals_is_won(played: Play) -> None:
    play = played("capitals")
    assert play.summary.won, play.actions


def test_without_a_goal_nearly_all_points_are_found(played: Play) -> None:
    play = played("without-a-goal")
    assert (play.summary.normalized_score or 0) >= 0.8, play.actions


@pytest.mark.parametrize("name", ["there-and-back", "through-a-door", "long-way"])
def test_a_route_that_passes_a_place_again_is_followed(played: Play, name: str) -> None:
    play = played(name)
    assert play.summary.won, play.actions
    assert play.summary.moves <= 2 * len(ODD_STORIES[name].walkthrough), play.actions


@pytest.mark.parametrize("name", ["twins-apart", "twin-boxes"])
def test_either_of_two_things_of_one_name_will_do(played: Play, name: str) -> None:
    play = played(name)
    assert play.summary.won, play.actions


@pytest.mark.parametrize("name", HOPELESS)
def test_what_cannot_be_won_ends_without_a_point(played: Play, name: str) -> None:
    play = played(name)
    assert play.end.why in ("steps", "left")
    assert play.summary.score == 0


@pytest.mark.parametrize(
    "goal",
    [
        ODD_STORIES["table-then-shelf"].goal,
        "Take the lamp. Put the lamp on the table. Then take the lamp again, and put the lamp on the shelf.",
    ],
    ids=["in one sentence", "in three"],
)
def test_a_step_that_the_goal_tells_twice_is_done_twice(played: Play, goal: str) -> None:
    play = played("table-then-shelf", goal)
    assert play.summary.won, play.actions
    assert play.rounds <= 2


@pytest.mark.parametrize(
    "goal",
    [
        ODD_STORIES["wrong-book"].goal,
        "Find the red book and pick it up.",
        "Take the red book. Do not take the blue book.",
    ],
    ids=["take", "find", "do not"],
)
def test_the_thing_that_the_goal_names_is_taken_and_no_other(played: Play, goal: str) -> None:
    play = played("wrong-book", goal)
    assert not play.summary.lost, play.actions
    assert play.summary.won, play.actions


@pytest.mark.parametrize(
    "goal",
    [
        "Get the cup.",
        ODD_STORIES["sealed"].goal,
        "Dinner is served at last, after an old recipe: but first you should get the cup.",
    ],
    ids=["plain", "like tidying", "like cooking"],
)
def test_a_locked_door_is_left_alone_until_something_opens_it_whatever_it_is_called(played: Play, goal: str) -> None:
    play = played("sealed", goal)
    assert play.summary.won, play.actions
    assert play.rounds <= 2
    # A place that is called `The Hall` has one name.
    assert "go to hall" in play.actions
