"""The same plan comes to the same scorecard, wherever its episodes are played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.agents.registry import AGENTS, AgentKind, AgentKit
from ariadne.cli import run
from tests.evaluate.evaluating import card_of, evaluated, only_run, presets


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "cooking")


@pytest.mark.slow
def test_rules_play_alike_in_this_process_and_in_another(games: str, tmp_path: Path) -> None:
    cards = []
    for processes in "01":
        runs = tmp_path / processes
        done = evaluated(
            "--games", games, "--memories", "arigraph", "--agents", "ariadne,random", "--max-steps", "4",
            "--repeats", "1", "--processes", processes, "--concurrency", "3", "--quiet", "--runs", runs,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        cards.append(card_of(only_run(runs)))
    assert cards[0].total("finished") == cards[0].begun == 2
    assert cards[0].comparable() == cards[1].comparable()


def broken(kit: AgentKit) -> Any:
    raise ZeroDivisionError("of nothing")


def test_an_unexpected_error_in_one_episode_leaves_the_others_alone(
    games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(AGENTS, "broken", AgentKind(broken))
    code = run(
        ["eval", "--games", games, "--agents", "broken,walkthrough", "--processes", "0", "--runs", str(tmp_path / "r")]
    )
    card = card_of(only_run(tmp_path / "r"))
    said = capsys.readouterr()
    assert (code, card.total("finished")) == (1, 1)
    assert "ZeroDivisionError: of nothing" in said.err
    assert said.err.splitlines()[-1].startswith("error: ")
