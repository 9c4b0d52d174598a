"""A command that is killed, again and again, comes to what it would have come to."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from tests.command import ariadne_here
from tests.evaluate.endpoint import Standing, standing
from tests.evaluate.evaluating import (
    Group,
    card_of,
    episodes,
    evaluated,
    is_alive,
    of_kind,
    only_run,
    presets,
    running,
    until,
)
from tests.evaluate.killing import kill_again_and_again
from tests.qa.asking import musique

pytestmark = pytest.mark.nightly

CONCURRENCY = 4
DELAY = 0.1


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "treasure-hunt")


def plan(games: str, endpoint: Standing, runs: Path, *more: str) -> list[str | Path]:
    """2 memories × 2 seeds, whose prompts are never alike, all at once."""
    return [
        "--games", games, "--memories", "arigraph,summary", "--seeds", "1-2", "--repeats", "1", "--max-steps", "9",
        "--model", "m", "--base-url", endpoint.url, "--concurrency", str(CONCURRENCY), "--runs", runs, *more,
    ]  # fmt: skip


def digests(endpoint: Standing) -> Counter[str]:
    return Counter(request["digest"] for request in endpoint.requests())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("command", ["eval", "qa"])
def test_killed_again_and_again_it_comes_to_the_same_and_asks_nothing_twice(
    command: str, games: str, tmp_path: Path
) -> None:
    """By the events alone; what processes and a cache add is tested below."""

    def planned(endpoint: Standing, runs: Path) -> list[str | Path]:
        if command == "eval":
            return [command, *plan(games, endpoint, runs)]
        asked = [musique(tmp_path, 5), "--method", "arigraph,bm25", "--model", "m", "--base-url", endpoint.url]
        return [command, *asked, "--concurrency", str(CONCURRENCY), "--runs", runs]

    kills, way = 2, ["--no-cache", *["--processes", "0"] * (command == "eval")]
    with standing(tmp_path / "once.jsonl") as endpoint:
        done = ariadne_here(*planned(endpoint, tmp_path / "once"), *way, "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        once, asked = only_run(tmp_path / "once"), digests(endpoint)
    assert asked.total() == len(of_kind(once, "question")) > 2 * kills * CONCURRENCY

    with standing(tmp_path / "killed.jsonl", "--delay", str(DELAY)) as endpoint:
        runs = tmp_path / "killed"
        killed = kill_again_and_again(planned(endpoint, runs), way, runs, endpoint, DELAY, kills)
        done = ariadne_here(command, "--resume", killed.run, "--trust", *way, "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        asked_again = digests(endpoint) - asked

    assert card_of(killed.run).comparable() == card_of(once).comparable()
    assert killed.lost_at_once <= CONCURRENCY
    assert 0 < asked_again.total() <= killed.lost
    assert set(digests(endpoint)) == set(asked)
    assert not list(killed.run.glob("*/*/*set-aside*"))


@pytest.mark.slow
def test_processes_whose_parent_is_killed_end_by_themselves_and_write_nothing_more(games: str, tmp_path: Path) -> None:
    with (
        standing(tmp_path / "requests.jsonl", "--delay", "0.3") as endpoint,
        Group("eval", *plan(games, endpoint, tmp_path / "runs", "--processes", "2")) as group,
    ):
        until(lambda: len(endpoint.requests()) > CONCURRENCY, "the first answers")
        workers = group.workers()
        assert len(workers) == 2
        group.process.kill()
        group.process.wait()
        until(lambda: not any(map(is_alive, workers)), "the end of the workers", patience=5)
        run = only_run(tmp_path / "runs")
        assert running(run)
        asked, told = len(endpoint.requests()), episodes(run)
        time.sleep(1)
        assert (len(endpoint.requests()), episodes(run)) == (asked, told)
        done = evaluated("--resume", run, "--trust", "--processes", "0", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        assert card_of(run).total("finished") == 4
        assert len(endpoint.requests()) - len(of_kind(run, "question")) <= CONCURRENCY
