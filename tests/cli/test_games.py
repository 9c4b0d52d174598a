from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.config import PlayConfig
from ariadne.games.make import is_good
from ariadne.games.presets import load_preset, preset_names
from tests.command import environment
from tests.conftest import Game

TINY = "family: treasure-hunt\ndescription: Tiny.\nknobs: {rooms: 3, keys: 1}\n"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY)
    return path


@pytest.fixture
def built(tmp_path: Path) -> Path:
    return tmp_path / "home" / "games" / "built"


def test_what_is_listed_is_told_to_programs_as_well(
    lighthouse: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIADNE_STORIES", str(lighthouse.parent))

    def printed(*options: str) -> str:
        assert run(["games", *options]) == 0
        return capsys.readouterr().out

    listed = json.loads(printed("--json"))["games"]
    assert [game["name"] for game in listed if game["kind"] == "presets"] == preset_names()
    (barman,) = (game for game in listed if game["name"] == "barman")
    assert barman["seeds"] == list(range(1, 21))
    assert printed("--quiet").splitlines() == [game["name"] for game in listed]
    assert len([line for line in printed().splitlines() if line]) == len(listed)


def test_a_story_that_is_not_textworlds_is_shown_without_a_map(
    lighthouse: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "show", str(lighthouse)]) == 0
    assert re.search(r"maximum +4 points", capsys.readouterr().out)


@pytest.mark.parametrize(("agent", "won"), [("walkthrough", True), ("random", False)])
def test_a_pddl_task_is_played(agent: str, won: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "barman/3", "--agent", agent, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["seed"] == 3
    assert (summary["game"], summary["won"], summary["max_score"]) == ("barman", won, 1)
    assert summary["steps"] == (10 if won else 30)


def test_a_game_is_shown_with_its_map(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "show", str(game("treasure-hunt"))]) == 0
    text = capsys.readouterr().out
    assert "small-treasure-hunt · seed 1" in text
    assert re.search(r"briefing +The rooms of this house", text)
    assert re.search(r"size +rooms: 5,", text)
    assert re.search(r"maximum +3 points", text)
    assert re.search(r"walkthrough +\d+ commands", text)
    assert re.search(r"\[[a-z ]+\]", text)


@pytest.mark.slow
def test_games_are_made_once_to_be_shown_and_played_by_preset(
    tiny: Path, built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate-games", str(tiny), "--seeds", "2"]) == 0
    output, progress = capsys.readouterr()
    own = built / load_preset(tiny).folder
    assert f"made {own / 'tiny-2.z8'}" in progress
    assert output.splitlines()[-1] == f"games made: 1, already there: 0, failed: 0; in {built}"
    assert is_good(load_preset(tiny), 2, own)
    assert run(["games", "show", str(tiny), "--seed", "2"]) == 0
    assert "tiny · seed 2" in capsys.readouterr().out
    assert [path.name for path in own.glob("*.z8")] == ["tiny-2.z8"]

    assert run(["play", str(tiny), "--seed", "2", "--agent", "walkthrough", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["seed"], summary["won"]) == ("tiny", 2, True)
    config = PlayConfig.load(Path(summary["run"]) / "config.yaml")
    assert config.preset is not None
    assert config.preset["knobs"]["rooms"] == 3


def test_all_presets_can_be_asked_for_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert run(["generate-games", "--all", "--seeds", "1-2,4", "--out", str(tmp_path / "file")]) == 2
    output, problems = capsys.readouterr()
    assert re.findall(r"^([\w-]+) +failed 1-2,4$", output, re.MULTILINE) == preset_names()
    said = problems.splitlines()
    assert len(said) == 3 * len(preset_names())
    assert all(line.startswith("error: ") and ": cannot make " in line for line in said)


@pytest.mark.nightly
@pytest.mark.slow
def test_what_was_made_before_ctrl_c_stays_and_the_rest_is_made_next_time(
    tiny: Path, built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # It hears Ctrl-C even when the tests run as a shell's background job, which inherits deafness to it.
    hears = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    code = f"{hears} from ariadne.cli import run; sys.exit(run(sys.argv[1:]))"
    maker = subprocess.Popen(
        [sys.executable, "-c", code, "generate-games", str(tiny), "--seeds", "1-30"],
        env=environment(ARIADNE_HOME=str(built.parent.parent)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    own = built / load_preset(tiny).folder
    while not list(own.glob("*.yaml")):
        assert maker.poll() is None
        time.sleep(0.01)
    os.killpg(maker.pid, signal.SIGINT)
    _, problems = maker.communicate()
    assert maker.returncode == 130
    assert re.fullmatch(r"stopped; games made: \d+, already there: 0, failed: \d+; in .*", problems.splitlines()[-1])
    made = {path.stem for path in own.glob("*.yaml")}
    assert 1 <= len(made) < 30
    assert run(["generate-games", str(tiny), "--seeds", "1-2"]) == 0
    assert f"already there: {len(made & {'tiny-1', 'tiny-2'})}," in capsys.readouterr().out
    assert all(is_good(load_preset(tiny), seed, own) for seed in (1, 2))
    assert not list(own.glob(".tiny-[12].making"))
