"""An evaluation that is killed, again and again, comes to what it would have come to."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.command import environment
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

KILLS = 10
CONCURRENCY = 4
DELAY = 0.1


@pytest.fixture
def games(tmp_path: Path) -> str:
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
@pytest.mark.parametrize("way", [["--no-cache", "--processes", "0"], ["--processes", "2"]], ids=["no cache", "cache"])
def test_killed_ten_times_it_comes_to_the_same_and_asks_nothing_twice(
    way: list[str], games: str, tmp_path: Path
) -> None:
    with standing(tmp_path / "once.jsonl", "--delay", str(DELAY)) as endpoint:
        done = evaluated(*plan(games, endpoint, tmp_path / "once", *way))
        assert (done.returncode, done.stderr) == (0, "")
        once, asked = only_run(tmp_path / "once"), digests(endpoint)
    assert asked.total() == len(of_kind(once, "question")) > 2 * KILLS * CONCURRENCY

    # A cache of its own: what was asked for the first run must not answer for the second.
    home = environment(ARIADNE_HOME=str(tmp_path / "another home"))
    with standing(tmp_path / "killed.jsonl", "--delay", str(DELAY)) as endpoint:
        run = killed_often(plan(games, endpoint, tmp_path / "killed", *way), tmp_path / "killed", endpoint, home, way)
        done = evaluated("--resume", run, *way, env=home)
        assert (done.returncode, done.stderr) == (0, "")
        asked_again = digests(endpoint) - asked

    assert card_of(run).comparable() == card_of(once).comparable()
    assert 0 < asked_again.total() <= KILLS * CONCURRENCY
    assert set(digests(endpoint)) == set(asked)
    assert not list(run.glob("episodes/*/*set-aside*"))


def killed_often(
    arguments: list[str | Path], runs: Path, endpoint: Standing, home: dict[str, str], way: list[str]
) -> Path:
    """Start it, kill it and go on with it, ten times; each kill hits running work, and loses no more than was under
    way."""
    dice = random.Random()
    lost = 0
    for kill in range(KILLS):
        before = len(endpoint.requests())
        group = Group(*arguments, **home)
        more = dice.randint(1, 8)
        until(lambda: len(endpoint.requests()) >= before + more, f"request {more} after kill {kill}")  # noqa: B023
        time.sleep(dice.uniform(0, 2 * DELAY))
        assert group.process.poll() is None
        group.send(signal.SIGKILL)
        group.end()
        time.sleep(DELAY)
        run = only_run(runs)
        assert running(run), f"kill {kill} hit nothing"
        lost_before, lost = lost, len(endpoint.requests()) - len(of_kind(run, "question"))
        assert lost - lost_before <= CONCURRENCY
        arguments = ["--resume", run, *way]
    return run


@pytest.mark.slow
def test_processes_whose_parent_is_killed_end_by_themselves_and_write_nothing_more(games: str, tmp_path: Path) -> None:
    with standing(tmp_path / "requests.jsonl", "--delay", "0.3") as endpoint:
        group = Group(*plan(games, endpoint, tmp_path / "runs", "--processes", "2"))
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
        group.end()
        done = evaluated("--resume", run)
        assert (done.returncode, done.stderr) == (0, "")
        assert card_of(run).finished == 4
