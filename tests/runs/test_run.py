from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.runs.run import LONGEST_NAME, Run, file_name, held, new_run
from tests.effort import lines_run

HOLD = """
import sys
from pathlib import Path
from ariadne.runs.run import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_runs_of_the_same_moment_have_separate_folders(tmp_path: Path) -> None:
    paths = []
    for _ in range(5):
        with new_run(tmp_path / "runs", "cooking-ariadne") as run:
            paths.append(run.path)
            assert run.path.is_dir()
    assert len(set(paths)) == 5
    assert all(path.name[15:].startswith("-cooking-ariadne") for path in paths)


def test_an_episodes_folder_names_game_and_agent(tmp_path: Path) -> None:
    with new_run(tmp_path, "x") as run:
        events = run.events(1, "cooking", "ariadne", 1)
        assert events.relative_to(run.path) == Path("episodes/1-cooking-ariadne-1/events.jsonl")
        assert run.events(2, "../../etc", "a/b", 3).relative_to(run.path) == Path("episodes/2-etc-a-b-3/events.jsonl")


def test_an_episode_that_was_begun_is_found_as_soon_as_it_has_events(tmp_path: Path) -> None:
    with new_run(tmp_path, "x") as run:
        assert run.found(1) is None
        for repeat in (1, 2):  # A folder, then a second one within the same tick of the clock.
            events = run.events(repeat, "cooking", "ariadne", repeat)
            events.parent.mkdir(parents=True)
            assert run.found(repeat) is None
            events.touch()
            assert run.found(repeat) == events
        renamed = run.events(1, "another", "ariadne", 1)
        run.found(1).rename(run.path / "set-aside.jsonl")  # type: ignore[union-attr]
        renamed.parent.mkdir()
        renamed.touch()
        assert run.found(1) == renamed


def test_looking_up_all_episodes_takes_linear_time(tmp_path: Path) -> None:
    def work(episodes: int) -> int:
        run = Run(tmp_path / str(episodes))
        for number in range(1, episodes + 1):
            (run.path / "episodes" / f"{number}-cooking-ariadne-1").mkdir(parents=True)
        os.utime(run.path / "episodes", (0, 10**9))
        return lines_run(lambda: [run.found(number) for number in range(2 * episodes)])

    assert work(400) < 3 * work(200)


@given(st.text())
def test_a_name_is_one_safe_part_of_a_path(name: str) -> None:
    part = file_name(name)
    assert Path("x", part).name == part
    assert part not in (".", "..")
    assert 0 < len(part) <= LONGEST_NAME
    assert part.isascii()


def test_a_second_process_stays_out_until_the_first_has_gone(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with pytest.raises(UserError, match="another process is at work"), held(tmp_path):
            pass
        first.kill()
        first.wait()
        with held(tmp_path):
            pass


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="choose another with --runs DIR"), new_run(tmp_path / "file", "x"):
        pass
