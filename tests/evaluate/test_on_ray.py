"""Episodes as tasks of a real Ray, on this machine."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.evaluate.endpoint import standing
from tests.evaluate.evaluating import Group, card_of, descendants, evaluated, of_kind, only_run, presets, until

pytest.importorskip("ray")


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "cooking")


def playing(pid: int) -> list[int]:
    """The processes below another one that play a Ray task just now; Ray names them after it."""
    return [child for child, command in descendants(pid) if command.startswith("ray::_play")]


def ours(said: str) -> list[str]:
    """The lines that are not Ray's own word about how it is secured."""
    return [line for line in said.splitlines() if not line.startswith("Token authentication is enabled")]


@pytest.mark.slow
def test_a_cluster_comes_to_the_same_scorecard(games: str, tmp_path: Path) -> None:
    cards = []
    for number, where in enumerate((["--processes", "0"], ["--ray", "local"])):
        runs = tmp_path / str(number)
        done = evaluated(
            "--games", games, "--memories", "arigraph,none", "--max-steps", "5", "--runs", runs, *where,
        )  # fmt: skip
        assert (done.returncode, ours(done.stderr)) == (0, [])
        cards.append(card_of(only_run(runs)))
    assert cards[0].finished == 2
    assert cards[0].comparable() == cards[1].comparable()


@pytest.mark.slow
def test_the_episode_of_a_worker_that_is_lost_runs_again(games: str, tmp_path: Path) -> None:
    with (
        standing(tmp_path / "requests.jsonl", "--delay", "0.5") as endpoint,
        Group(
            "--games", games, "--memories", "none", "--repeats", "1", "--max-steps", "4", "--runs", tmp_path / "runs",
            "--model", "m", "--base-url", endpoint.url, "--retries", "0", "--ray", "local",
        ) as group,
    ):  # fmt: skip
        until(lambda: len(endpoint.requests()) >= 2, "the first questions")
        (worker,) = playing(group.process.pid)
        os.kill(worker, signal.SIGKILL)
        _, problems = group.end()
        run = only_run(tmp_path / "runs")
        assert (group.process.returncode, ours(problems)) == (0, [])
        assert card_of(run).finished == 1
        assert len(of_kind(run, "question")) == 8
        # The cache knew what had been answered before the worker was lost.
        assert len(endpoint.requests()) <= 8 + 1


@pytest.mark.slow
def test_a_mistake_is_one_line_there_too(games: str, tmp_path: Path) -> None:
    done = evaluated("--games", games, "--model", "gpt-4o", "--ray", "local", "--runs", tmp_path / "runs")
    assert done.returncode == 2
    (line,) = ours(done.stderr)
    assert line.startswith("error: no key for OpenAI: set OPENAI_API_KEY")
