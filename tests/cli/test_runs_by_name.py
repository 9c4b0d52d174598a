from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import ariadne_here
from tests.conftest import Game

COMMANDS = (
    ["report", "{run}", "--out", "{out}/page.html"],
    ["graph", "{run}"],
    ["scorecard", "{run}"],
    ["export", "{run}", "--out", "{out}/tables"],
    ["memory", "import", "{out}/kitchen.db", "{run}"],
)
TOLD = (
    (["replay", "{run}"], "a replay needs a terminal"),
    *((each, "is not a run of") for each in (["eval", "--resume", "{run}"], ["qa", "--resume", "{run}"])),
    (["exam", "--resume", "{run}"], "is not a run of"),
)


@pytest.fixture(scope="module")
def runs(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one play, which every command finds."""
    folder = tmp_path_factory.mktemp("runs")
    done = ariadne_here("play", game("treasure-hunt"), "--json", "--max-steps", "3", "--runs", folder)
    assert Path(json.loads(done.stdout)["run"]).parent == folder
    return folder


@pytest.mark.parametrize("command", [*COMMANDS, *(command for command, _ in TOLD)], ids=" ".join)
def test_every_command_that_takes_a_run_finds_it_by_name(command: list[str], runs: Path, tmp_path: Path) -> None:
    told = {" ".join(each): said for each, said in TOLD}.get(" ".join(command))
    (tmp_path / "out").mkdir()
    (run,) = runs.iterdir()
    arguments = [part.format(run=run.name[:10], out=tmp_path / "out") for part in command]
    done = ariadne_here(*arguments, "--runs", runs)
    if told is None:
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_the_usual_folder_is_looked_into_where_none_is_said(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runs").symlink_to(runs)
    monkeypatch.setenv("ARIADNE_HOME", str(tmp_path))
    assert ariadne_here("scorecard", "last", "--format", "json").stdout.startswith("{")


def test_a_beginning_of_several_names_is_one_line_with_the_candidates(tmp_path: Path) -> None:
    for name in ("hunt-1", "hunt-2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.yaml").write_text("game: hunt\n")
    done = ariadne_here("report", "hunt", "--runs", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: 2 runs begin with hunt, name one: hunt-2, hunt-1\n"
