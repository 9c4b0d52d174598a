"""A run goes on with the games that it began with, or says what has changed since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.record import read_events
from ariadne.runs.setup import prepared
from tests.command import ariadne_here, one_line
from tests.evaluate.evaluating import only_run, presets


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    """A user's own problem."""
    (tmp_path / "own").mkdir()
    for name, own in (("1.pddl", "rooms.pddl"), ("domain.pddl", "domain.pddl"), ("text.yaml", "text.yaml")):
        shutil.copy(data_folder("games") / "pddl" / "gripper" / name, tmp_path / "own" / own)
    return tmp_path / "own" / "rooms.pddl"


def edit(problem: Path) -> None:
    problem.write_text(problem.read_text().replace("(:goal", "(:goal ; the same\n", 1))


def half(runs: Path, *arguments: str | Path) -> Path:
    """An evaluation whose second half was not begun."""
    short = ["--agents", "random", "--max-steps", "3", "--processes", "0", "--quiet"]
    assert ariadne_here("eval", "--games", *arguments, *short, "--runs", runs).returncode == 0
    run = only_run(runs)
    for left in sorted((run / "episodes").iterdir())[1:]:
        shutil.rmtree(left)
    return run


def digests(run: Path) -> list[str]:
    return [next(iter(read_events(path))).digest for path in sorted(run.glob("episodes/*/events.jsonl"))]  # type: ignore[attr-defined]


def resumed(run: Path, *more: str) -> tuple[int, str]:
    done = ariadne_here("eval", "--resume", run, "--processes", "0", *more)
    return done.returncode, done.stderr


def test_an_evaluation_whose_problem_was_edited_is_refused_with_what_to_do(problem: Path, tmp_path: Path) -> None:
    run = half(tmp_path / "runs", problem, "--repeats", "2")
    edit(problem)
    code, said = resumed(run)
    assert code == 2
    assert one_line(said) == (
        f"error: {problem} has changed since the run began (rooms.pddl differs): "
        "put it back, start a new run, or resume with the run's copy of it: --as-it-was"
    )
    assert len(digests(run)) == 1


def test_it_goes_on_as_it_was_with_the_copy_that_the_run_kept(problem: Path, tmp_path: Path) -> None:
    run = half(tmp_path / "runs", problem, "--repeats", "2")
    (before,) = digests(run)
    shutil.rmtree(problem.parent)
    code, said = resumed(Path(shutil.move(run, tmp_path / "moved")), "--as-it-was")
    assert code == 0, said
    assert f"there is no file {problem}" in said.splitlines()[0]
    assert digests(tmp_path / "moved") == [before, before]


def test_a_game_that_is_edited_while_a_run_plays_is_not_played(problem: Path) -> None:
    with prepared(PlayConfig(game=str(problem), agent="random")) as setup:
        config = setup.config
    edit(problem)
    with pytest.raises(UserError, match=r"rooms\.pddl has changed"), prepared(config):
        pass


@pytest.mark.nightly
@pytest.mark.slow
def test_an_edited_preset_is_known_before_anything_is_made_and_a_comment_in_it_is_none(
    tmp_path: Path, built: Path
) -> None:
    games = Path(presets(tmp_path, "treasure-hunt"))
    run, was = half(tmp_path / "runs", games, "--seeds", "1", "--repeats", "2"), games.read_text()
    made = {*(built / "games" / "built").iterdir()}
    games.write_text(yaml.safe_dump({**yaml.safe_load(was), "max_steps": 7}))
    code, said = resumed(run)
    assert code == 2
    assert "seed 1, has changed since the run began (max_steps was 150 and is 7)" in one_line(said)
    assert {*(built / "games" / "built").iterdir()} == made
    code, said = resumed(run, "--as-it-was")
    assert code == 0, said
    assert len(digests(run)) == 2
    assert len({*digests(run)}) == 1

    shutil.rmtree(max((run / "episodes").iterdir()))
    games.write_text(f"# A comment.\n{was}")
    assert resumed(run)[0] == 0


def test_a_play_goes_on_with_its_own_game_as_well(problem: Path, tmp_path: Path) -> None:
    short = ["--agent", "random", "--max-steps", "4", "--quiet"]
    assert ariadne_here("play", problem, *short, "--runs", tmp_path / "runs").returncode == 0
    run = only_run(tmp_path / "runs")
    (events,) = run.glob("episodes/*/events.jsonl")
    events.write_text("".join(events.read_text().splitlines(keepends=True)[:-3]))
    edit(problem)
    done = ariadne_here("play", "--resume", run, "--quiet")
    assert done.returncode == 2
    assert "rooms.pddl differs" in one_line(done.stderr)
    done = ariadne_here("play", "--resume", run, "--quiet", "--as-it-was")
    assert (done.returncode, done.stderr) == (0, "")
    assert events.read_text().count("episode_ended") == 1
