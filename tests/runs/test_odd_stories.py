"""Unusual stories, played to the end by the built-in reasoner."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from filelock import FileLock

from tests.conftest import Game
from tests.nightly import mostly_nightly
from tests.runs import odd_stories
from tests.runs.odd_stories import ODD_STORIES, compiled_story
from tests.runs.playing import Played, played_with_rules

MAX_STEPS = 80

Play = Callable[..., Played]

WINNABLE = [name for name, odd in ODD_STORIES.items() if odd.walkthrough]
HOPELESS = [name for name, odd in ODD_STORIES.items() if not odd.walkthrough]
ROUTES = ("there-and-back", "through-a-door", "long-way")
"""A way in the goal passes a place again."""
WON = (*ROUTES, "capitals", "twins-apart", "twin-boxes", "table-then-shelf", "wrong-book", "sealed")


@pytest.fixture(scope="session")
def odd_story(made_games: Path) -> Game:
    """The odd story of a name, made when first asked for."""
    folder = made_games / f"odd-{crc32(Path(odd_stories.__file__).read_bytes()):x}"
    folder.mkdir(parents=True, exist_ok=True)

    @cache
    def story(name: str) -> Path:
        made = folder / f"{name}.z8"
        with FileLock(folder / f"{name}.lock"), TemporaryDirectory(dir=folder) as place:
            parts = [] if made.is_file() else compiled_story(name, Path(place)).parent.glob(f"{name}.*")
            for part in sorted(parts):  # The story last: it is whole if it is there.
                part.rename(folder / part.name)
        return made

    return story


@pytest.fixture
def play(odd_story: Game, tmp_path: Path) -> Play:
    """Plays an odd story whole, perhaps with another goal."""

    def play(name: str, goal: str = "", max_steps: int = MAX_STEPS) -> Played:
        return played_with_rules(odd_story(name), tmp_path, max_steps, goal, ODD_STORIES[name].briefing)

    return play


@pytest.mark.parametrize("name", mostly_nightly(WINNABLE, ["sealed"]))
def test_an_odd_story_is_played_to_its_end_without_walking_in_circles(play: Play, name: str) -> None:
    played = play(name)
    assert (played.end.name, played.end.error, played.end.invalid_actions) == ("episode_ended", "", 0)
    assert played.rounds <= 2, played.actions
    if name in WON:
        assert played.summary.won, played.actions
    if name in ROUTES:
        assert played.summary.moves <= 2 * len(ODD_STORIES[name].walkthrough), played.actions
    if name == "without-a-goal":
        assert (played.summary.normalized_score or 0) >= 0.8, played.actions


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOPELESS)
def test_an_unwinnable_play_does_not_walk_in_circles(play: Play, name: str) -> None:
    """No cycle more than twice in a row with nothing learned."""
    played = play(name, max_steps=300)
    assert (played.end.name, played.end.error, played.end.invalid_actions) == ("episode_ended", "", 0)
    assert played.end.why in ("steps", "left")
    assert played.rounds <= 2, played.actions
    assert played.summary.score == 0


@pytest.mark.nightly
def test_a_search_for_a_missing_thing_does_not_walk_in_circles(play: Play) -> None:
    played = play("there-and-back", "Find the crown.")
    assert played.rounds <= 2, played.actions


def test_a_step_that_the_goal_repeats_is_done_twice(play: Play) -> None:
    goal = "Take the lamp. Put the lamp on the table. Then take the lamp again, and put the lamp on the shelf."
    played = play("table-then-shelf", goal)
    assert played.summary.won, played.actions
    assert played.rounds <= 2


@pytest.mark.nightly
@pytest.mark.parametrize(
    "goal",
    ["Find the red book and pick it up.", "Take the red book. Do not take the blue book."],
    ids=["find", "do not"],
)
def test_the_thing_that_the_goal_names_is_taken_and_no_other(play: Play, goal: str) -> None:
    played = play("wrong-book", goal)
    assert not played.summary.lost, played.actions
    assert played.summary.won, played.actions


@pytest.mark.parametrize(
    "goal",
    [
        "Get the cup.",
        "Dinner is served at last, after an old recipe: but first you should get the cup.",
    ],
    ids=["plain", "like cooking"],
)
def test_a_locked_door_is_left_alone_until_something_opens_it_whatever_it_is_called(play: Play, goal: str) -> None:
    played = play("sealed", goal)
    assert played.summary.won, played.actions
    assert played.rounds <= 2
    # A place that is called `The Hall` has one name.
    assert "go to hall" in played.actions
