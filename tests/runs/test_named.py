from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.runs.named import find_run, is_running, runs_in
from ariadne.runs.run import held


def begin(root: Path, *names: str) -> list[Path]:
    """Folders of runs, each written a second after the one before."""
    for second, name in enumerate(names):
        (root / name).mkdir(parents=True)
        (root / name / "config.yaml").write_text("game: cooking\n")
        os.utime(root / name / "config.yaml", (second, second))
    return [root / name for name in names]


def test_the_newest_comes_first_by_the_time_in_its_name_or_else_by_its_configuration(tmp_path: Path) -> None:
    second, first, old, older = begin(
        tmp_path, "20260102-000000-eval", "20260101-000000-x", "zebra", "99999999-999999-y"
    )
    os.utime(old / "config.yaml", (10, 10))
    os.utime(first / "config.yaml")
    assert runs_in(tmp_path) == [second, first, old, older]


def test_runs_of_the_same_moment_are_sorted_by_write_time_and_name(tmp_path: Path) -> None:
    one, other, third = begin(tmp_path, "20260101-000000-b", "20260101-000000-a", "20260101-000000-c")
    os.utime(third / "config.yaml", (0, 0))
    assert runs_in(tmp_path) == [other, third, one]


def test_only_real_folders_with_a_configuration_are_runs(tmp_path: Path) -> None:
    (real,) = begin(tmp_path, "real")
    (tmp_path / "tables").mkdir()
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "link").symlink_to(real)
    assert runs_in(tmp_path) == [real]
    assert runs_in(tmp_path / "nowhere") == []


def test_a_run_is_found_by_last_by_its_name_and_by_how_that_begins(tmp_path: Path) -> None:
    hunt, longer, newest = begin(tmp_path, "hunt", "hunt-2", "kitchen")
    for said, found in (("last", newest), ("hunt", hunt), ("hunt-", longer), ("k", newest)):
        assert find_run(Path(said), tmp_path) == found


def test_other_paths_are_returned_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(tmp_path / "runs", "kitchen")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k").mkdir()
    for said in ("k", "runs/kitchen", "runs/kit", "nowhere", str(tmp_path / "last")):
        assert find_run(Path(said), tmp_path / "runs") == Path(said)


def test_an_ambiguous_name_lists_the_newest_runs(tmp_path: Path) -> None:
    begin(tmp_path, *(f"hunt-{number}" for number in range(7)))
    with pytest.raises(UserError) as caught:
        find_run(Path("hunt"), tmp_path)
    assert "hunt-6, hunt-5, hunt-4, hunt-3, hunt-2, and 2 more" in str(caught.value)

    begin(tmp_path, "kitchen-1", "kitchen-2")
    with pytest.raises(UserError, match=r"name one: kitchen-2, kitchen-1$"):
        find_run(Path("kitchen"), tmp_path)


def test_without_runs_there_is_no_last_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there are no runs in .*nowhere: name their folder with --runs DIR"):
        find_run(Path("last"), tmp_path / "nowhere")


def test_checking_a_lock_does_not_block_other_processes(tmp_path: Path) -> None:
    (run,) = begin(tmp_path, "one")
    assert not is_running(run)
    looking = True

    def look() -> None:
        while looking:
            is_running(run)
            time.sleep(0.001)

    looker = threading.Thread(target=look)
    looker.start()
    try:
        deadline = time.monotonic() + 0.5
        while time.monotonic() < deadline:
            with held(run):
                assert is_running(run)
    finally:
        looking = False
        looker.join()
