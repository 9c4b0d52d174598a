"""Logs of BALROG as episodes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ariadne.bridges.others.reading import logs_in, read
from ariadne.bridges.others.told import OtherEpisodes
from ariadne.errors import UserError
from tests.bridges.others.logs import balrog


def told(path: Path) -> OtherEpisodes:
    return read([logs_in(path)])


def test_episode_is_what_its_log_tells(tmp_path: Path) -> None:
    (episode,) = told(balrog(tmp_path, "treasure_hunter")).episodes
    summary = episode.summary
    assert (summary.game, summary.agent, summary.model) == ("balrog/treasure_hunter", "balrog/naive", "gpt-5.6-luna")
    assert (summary.score, summary.max_score, summary.steps, episode.why) == (0.0, 1.0, 31, "over")
    assert (summary.prompt_tokens, summary.completion_tokens, summary.model_calls) == (32331, 5121, 31)
    assert summary.seed is None, "it does not tell which game was played"
    assert (summary.cost_usd, episode.max_steps) == (None, None)


def test_score_is_the_progression_and_not_the_return(tmp_path: Path) -> None:
    """Numbers of `20241209_naive_Llama-3.3-70B-Instruct/textworld/the_cooking_game/the_cooking_game_run_03.json`."""
    real: dict[str, Any] = {"num_steps": 80, "episode_return": 410.0, "progression": 0.35294117647058826}
    (episode,) = told(balrog(tmp_path, "the_cooking_game", 3, **real)).episodes
    assert episode.normalized == real["progression"]
    assert (episode.is_finished, episode.summary.won) == (True, False)


def test_win_is_all_of_the_progression(tmp_path: Path) -> None:
    (episode,) = told(balrog(tmp_path, "coin_collector", progression=1.0)).episodes
    assert (episode.why, episode.summary.won) == ("won", True)


def test_episode_that_was_cut_off_has_no_score(tmp_path: Path) -> None:
    found = told(balrog(tmp_path, "coin_collector", done=False))
    assert [each.is_finished for each in found.episodes] == [False]
    assert any("1 episode stopped before the game was done" in note for note in found.notes)


def test_episodes_of_a_task_are_repeats(tmp_path: Path) -> None:
    for number in range(3):
        balrog(tmp_path, "coin_collector", number)
    found = told(tmp_path)
    assert [each.summary.repeat for each in found.episodes] == [1, 2, 3]
    assert not any("settings" in note for note in found.notes)
    balrog(tmp_path, "coin_collector", 3, agent={"type": "naive", "max_text_history": 4})
    assert any("different settings" in note for note in told(tmp_path).notes)


def test_other_worlds_are_left_out(tmp_path: Path) -> None:
    balrog(tmp_path, "NetHackChallenge-v0", world="nle", progression="whatever")
    with pytest.raises(UserError, match="none of these logs is of a TextWorld game: NetHackChallenge-v0"):
        told(tmp_path)
    balrog(tmp_path, "env/goto_win", world="babaisai")
    balrog(tmp_path, "coin_collector")
    found = told(tmp_path)
    assert len(found.episodes) == 1
    assert any("left out 2 logs" in note and "NetHackChallenge-v0, goto_win" in note for note in found.notes)


@pytest.mark.parametrize(
    "wrong",
    [
        {"progression": 1.5},
        {"progression": float("nan")},
        {"num_steps": -1},
        {"input_tokens": "many"},
        {"client": None},
        {"agent": {}},
        {"task": "treasure_hunter"},
    ],
)
def test_damaged_log_is_told_in_one_line(tmp_path: Path, wrong: dict[str, Any]) -> None:
    path = balrog(tmp_path, "coin_collector") / "textworld" / "coin_collector" / "coin_collector_run_00.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | wrong), encoding="utf-8")
    with pytest.raises(UserError, match="is not a readable log of BALROG's") as error:
        told(tmp_path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", ["", "{", "[]", "[" * 100_000])
def test_file_that_is_no_log_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "coin_collector_run_00.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="is not a readable log of BALROG's"):
        told(path)


def test_endless_and_linked_files_are_not_gone_into(tmp_path: Path) -> None:
    endless = tmp_path / "coin_collector_run_00.json"
    endless.symlink_to("/dev/zero")
    with pytest.raises(UserError, match="too large"):
        told(endless)
    os.mkfifo(tmp_path / "coin_collector_run_01.json")
    assert logs_in(tmp_path) == {}, "neither a link nor a pipe is a log of a folder"
