from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import Failure, UserError
from ariadne.games.build_worker import prove
from ariadne.games.by_preset import game_by
from ariadne.games.make import MakeOutcome, is_good, make_game, make_games
from ariadne.games.presets import Preset, preset_from
from ariadne.worlds.card import GameCard
from ariadne.worlds.registry import find_game
from tests.conftest import FOREIGN, SMALL, Game

MAKE = """
import sys
from pathlib import Path
from ariadne.games.make import make_game
from tests.games.test_make import small
make_game(small("treasure-hunt"), 1, Path(sys.argv[1]))
"""


def small(family: str, **knobs: Any) -> Preset:
    content = {"family": family, "description": "Small.", "knobs": {**SMALL, **FOREIGN}[family] | knobs}
    return preset_from(f"small-{family}", content, family)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def copied(story: Path, folder: Path) -> Path:
    for suffix in (".z8", ".json", ".yaml"):
        shutil.copy(story.with_suffix(suffix), folder)
    return folder / story.name


def make_elsewhere(folder: Path) -> subprocess.Popen[bytes]:
    """Start a process that makes a small hunt, in its own working folder."""
    folder.mkdir(exist_ok=True)
    paths = os.pathsep.join(os.path.abspath(entry) for entry in [".", *sys.path])
    return subprocess.Popen(
        [sys.executable, "-c", MAKE, str(folder)],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )


@pytest.mark.nightly
@pytest.mark.slow
def test_a_game_that_is_made_again_has_the_same_bytes(game: Game, tmp_path: Path) -> None:
    """Including families that depend on the order of Python's sets."""
    make_game(small("cooking"), 1, tmp_path)
    story = game("cooking")
    assert files(tmp_path) == {path.name: path.read_bytes() for path in story.parent.glob(f"{story.stem}.*")}


def test_no_file_of_a_game_holds_a_path_of_this_machine(game: Game) -> None:
    for family in SMALL:
        story = game(family)
        for suffix in (".z8", ".json", ".yaml"):
            content = story.with_suffix(suffix).read_bytes()
            for path in (sys.prefix, str(story.parent), str(Path.cwd())):
                assert path.encode() not in content


@pytest.mark.parametrize(
    "damage",
    [
        "no story",
        "torn story",
        "torn card",
        "other knobs",
    ],
)
def test_a_game_that_is_not_whole_or_not_this_one_is_not_good(game: Game, tmp_path: Path, damage: str) -> None:
    story = copied(game("treasure-hunt"), tmp_path)
    preset = small("treasure-hunt")
    assert is_good(preset, 1, tmp_path)
    if damage.startswith("no "):
        story.with_suffix({"story": ".z8", "json": ".json", "card": ".yaml"}[damage[3:]]).unlink()
    elif damage == "torn story":
        story.write_bytes(story.read_bytes()[:200_000])
    elif damage == "torn card":
        story.with_suffix(".yaml").write_text("goal: [")
    else:
        preset = small("treasure-hunt", loops=0.5)
    assert not is_good(preset, 1, tmp_path)


@pytest.mark.slow
def test_a_swapped_story_is_not_played_and_is_replaced_by_that_of_a_changed_preset(game: Game, tmp_path: Path) -> None:
    story, other = copied(game("treasure-hunt"), tmp_path), game("cooking")
    right = story.read_bytes()
    longer = small("treasure-hunt").model_copy(update={"max_steps": 77})
    assert not is_good(longer, 1, tmp_path)
    for suffix in (".z8", ".json"):
        shutil.copy(other.with_suffix(suffix), story.with_suffix(suffix))
    with pytest.raises(UserError, match=r"is not the game"):
        find_game(str(story))
    assert not is_good(small("treasure-hunt"), 1, tmp_path)
    assert game_by(longer, 1, tmp_path).make()
    assert story.read_bytes() == right
    assert GameCard.load(story.with_suffix(".yaml")).max_steps == 77
    assert is_good(longer, 1, tmp_path)
    assert len(files(tmp_path)) == 3


def test_a_card_that_was_edited_is_not_that_of_its_game(game: Game, tmp_path: Path) -> None:
    card = copied(game("treasure-hunt"), tmp_path).with_suffix(".yaml")
    card.write_text(card.read_text().replace("maximum: 3", "maximum: 1"))
    assert not is_good(small("treasure-hunt"), 1, tmp_path)
    card.write_text("".join(line for line in card.read_text().splitlines(keepends=True) if "digest:" not in line))
    found = find_game(str(card.with_suffix(".z8")))
    assert (found.name, found.preset) == ("small-treasure-hunt-1", None)


def test_a_game_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="ask for fewer") as raised:
        make_game(small("cleaning", things=400), 1, tmp_path)
    assert "\n" not in str(raised.value)
    assert not files(tmp_path)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_game_too_big_for_a_story_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="too big"):
        make_game(small("cleaning", rooms=16, things=150, furniture=8), 1, tmp_path)
    assert not files(tmp_path)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_killed_maker_leaves_no_game_and_the_next_one_cleans_up(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    maker = make_elsewhere(folder)
    while not (workspace := list(folder.glob(".*.making/*/*.json"))):
        assert maker.poll() is None
        time.sleep(0.01)
    os.killpg(maker.pid, signal.SIGKILL)
    maker.wait()
    assert workspace
    assert not [path for path in folder.iterdir() if path.is_file()]
    story = make_game(small("treasure-hunt"), 1, folder)
    assert sorted(files(folder)) == sorted(story.with_suffix(s).name for s in (".z8", ".json", ".yaml"))


def test_leftovers_beside_a_good_game_are_removed(game: Game, tmp_path: Path) -> None:
    story = copied(game("treasure-hunt"), tmp_path)
    left = tmp_path / f".{story.stem}.making" / "half"
    left.mkdir(parents=True)
    (left / story.name).touch()
    made = story.stat().st_mtime_ns
    assert make_game(small("treasure-hunt"), 1, tmp_path) == story
    assert story.stat().st_mtime_ns == made
    assert not left.parent.exists()


@pytest.mark.nightly
@pytest.mark.slow
def test_two_processes_can_make_the_same_game(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    makers = [make_elsewhere(folder) for _ in range(2)]
    assert [maker.wait() for maker in makers] == [0, 0]
    story = game("treasure-hunt")
    expected = {story.with_suffix(s).name: story.with_suffix(s).read_bytes() for s in (".z8", ".json", ".yaml")}
    assert files(folder) == expected


def test_making_many_games_reports_each_outcome(game: Game, tmp_path: Path) -> None:
    copied(game("treasure-hunt"), tmp_path)
    impossible = small("cleaning", things=400)
    told: list[tuple[MakeOutcome, threading.Thread]] = []
    outcomes = make_games(
        [
            game_by(preset, seed, tmp_path)
            for preset, seed in ((small("treasure-hunt"), 1), (small("treasure-hunt"), 2), (impossible, 1))
        ],
        jobs=1,
        on_done=lambda outcome: told.append((outcome, threading.current_thread())),
    )
    assert [(each.game.name, each.game.seed, each.made, each.error is None) for each in outcomes] == [
        ("small-treasure-hunt", 1, False, True),
        ("small-treasure-hunt", 2, True, True),
        ("small-cleaning", 1, False, False),
    ]
    assert {id(outcome) for outcome, _ in told} == {id(outcome) for outcome in outcomes}
    assert {thread for _, thread in told} == {threading.current_thread()}
    assert all(each.game.source.is_file() for each in outcomes if each.error is None)


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_out_of_range_is_one_clear_line(tmp_path: Path, seed: int) -> None:
    with pytest.raises(UserError, match="seed is a number from 0"):
        make_game(small("cooking"), seed, tmp_path)


@pytest.mark.parametrize(
    ("end", "said"), [([], "ends at 2 of 3 points"), (["take sun from sky"], "'take sun from sky', is not valid there")]
)
def test_a_walkthrough_that_does_not_win_is_refused(game: Game, tmp_path: Path, end: list[str], said: str) -> None:
    story = copied(game("treasure-hunt"), tmp_path)
    card = GameCard.load(story.with_suffix(".yaml"))
    card.walkthrough[-1:], card.digest = end, ""
    card.save(story.with_suffix(".yaml"))
    with pytest.raises(Failure, match=said):
        prove(story)
