from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ariadne.cli import run
from ariadne.config import PlayConfig
from ariadne.games.make import is_good
from ariadne.games.presets import load_preset, preset_names
from tests.command import environment, one_line
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


def test_presets_are_listed_with_a_sentence_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    text, *_ = capsys.readouterr().out.split("\n\n")
    assert [line.split()[0] for line in text.splitlines() if line[0] != " "] == preset_names()
    assert " ".join(text.split()).count("At most") == len(preset_names())


def test_what_is_listed_is_told_to_programs_as_well(lighthouse: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*options: str) -> str:
        assert run(["games", "--stories", str(lighthouse.parent), *options]) == 0
        return capsys.readouterr().out

    listed = json.loads(printed("--json"))["games"]
    assert [game["name"] for game in listed if game["kind"] == "presets"] == preset_names()
    (barman,) = (game for game in listed if game["name"] == "barman")
    assert barman["seeds"] == list(range(1, 21))
    assert printed("--quiet").splitlines() == [game["name"] for game in listed]
    assert len([line for line in printed().splitlines() if line]) == len(listed)


def test_in_a_terminal_lines_are_as_wide_as_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(["games"]) == 0
    # Beside names that leave no room, a line may be longer.
    groups = [group for group in capsys.readouterr().out.split("\n\n") if "scienceworld/" not in group]
    assert max(len(line) for group in groups for line in group.splitlines()) < 80


def test_the_stories_of_a_folder_are_listed_after_the_presets(
    lighthouse: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(lighthouse, tmp_path / "[b]mine.z5")
    (tmp_path / "bad.z3").write_text("no story")
    assert run(["games", "--stories", str(tmp_path)]) == 0
    presets, *_, stories = capsys.readouterr().out.split("\n\n")
    assert presets.startswith("cleaning")
    mine, *bad = stories.splitlines()
    assert re.fullmatch(r"\[b\]mine\.z5 +not known to Jericho, 4 points", mine)
    assert "no Z-machine story" in " ".join(" ".join(bad).split())
    monkeypatch.setenv("ARIADNE_STORIES", str(tmp_path))
    assert run(["games"]) == 0
    assert capsys.readouterr().out.endswith(stories)


def test_a_folder_of_stories_that_is_missing_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIADNE_STORIES", "/nowhere/at all")
    assert run(["games"]) == 0
    line = one_line(capsys.readouterr().err)
    assert "/nowhere/at all" in line


def test_a_story_that_is_not_textworlds_is_shown_without_a_map(
    lighthouse: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "show", str(lighthouse)]) == 0
    assert re.search(r"maximum +4 points", capsys.readouterr().out)
    assert run(["games", "show", str(lighthouse), "--svg", "map.svg"]) == 2
    assert "lighthouse.z5 has no map to draw" in one_line(capsys.readouterr().err)


def test_pddl_tasks_are_listed_a_domain_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    text = capsys.readouterr().out.split("\n\n")[1]
    assert re.findall(r"^(\S+) … (\S+) {2,}[A-Z]", text, re.MULTILINE) == [
        ("blocksworld/1", "blocksworld/10"),
        ("gripper/1", "gripper/20"),
        ("tyreworld/1", "tyreworld/10"),
        ("barman/1", "barman/20"),
    ]
    assert text.count("At most 30 steps.") == 4


def test_a_pddl_task_is_shown_without_a_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["games", "show", "barman/3"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"goal +Make all of this true: Shot\d contains cocktail\d\.", text)
    assert re.search(r"actions +grasp, leave, fill-shot, ", text)
    assert re.search(r"size +cocktail: 5, ", text)
    assert re.search(r"maximum +1 point\b", text)
    assert re.search(r"proof +no plan is shorter than the walkthrough", text)
    assert re.search(r"walkthrough +10 commands", text)
    assert run(["games", "show", "barman/3", "--svg", str(tmp_path / "map.svg")]) == 2
    assert one_line(capsys.readouterr().err) == "error: barman/3 has no map to draw"


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


def test_the_map_is_drawn_into_a_file(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "map.svg"
    assert run(["games", "show", str(game("treasure-hunt")), "--svg", str(picture)]) == 0
    assert str(picture) in capsys.readouterr().out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_picture_that_cannot_be_written_is_one_clear_line(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "show", str(game("treasure-hunt")), "--svg", str(tmp_path)]) == 2
    assert one_line(capsys.readouterr().err).startswith(f"error: cannot write {tmp_path}: ")


@pytest.mark.slow
def test_games_are_made_once_to_be_shown_and_played_by_preset(
    tiny: Path, built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate-games", str(tiny), "--seeds", "2", "--jobs", "1"]) == 0
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
    assert re.findall(r"^([\w-]+) +failed 1-2 4$", output, re.MULTILINE) == preset_names()
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
        [sys.executable, "-c", code, "generate-games", str(tiny), "--seeds", "1-30", "--jobs", "1"],
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
