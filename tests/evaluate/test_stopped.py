"""An evaluation that is interrupted, or that loses one of its processes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.evaluate.endpoint import Standing, standing
from tests.evaluate.evaluating import Group, card_of, episodes, evaluated, lines, of_kind, only_run, presets, until

pytestmark = pytest.mark.nightly


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "cooking")


def plan(games: str, endpoint: Standing, runs: Path, *more: str) -> list[str | Path]:
    return [
        "--games", games, "--memories", "none,summary", "--seeds", "1-2", "--repeats", "1", "--max-steps", "6",
        "--model", "m", "--base-url", endpoint.url, "--concurrency", "4", "--runs", runs, *more,
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "processes"), [(signal.SIGINT, "1"), (signal.SIGTERM, "0")])
def test_a_stop_is_soon_and_says_how_to_go_on(sent: signal.Signals, processes: str, games: str, tmp_path: Path) -> None:
    with (
        standing(tmp_path / "requests.jsonl", "--delay", "0.5") as endpoint,
        Group("eval", *plan(games, endpoint, tmp_path / "runs", "--processes", processes)) as group,
    ):
        until(lambda: len(endpoint.requests()) >= 6, "the first questions")
        stopped_at = time.monotonic()
        # SIGTERM is sent to the command alone, as a supervisor does; Ctrl-C reaches all processes of a terminal.
        (group.send if sent == signal.SIGINT else group.process.send_signal)(sent)
        _, problems = group.end()
        assert time.monotonic() - stopped_at < 10
        run = only_run(tmp_path / "runs")
        assert group.process.returncode == 130
        resuming = f"resume with: ariadne eval --resume {run} --base-url {endpoint.url}"
        assert problems.splitlines()[-1] == f"stopped; {resuming}"
        ends = [events[-1] for events in episodes(run).values()]
        assert [(end.name, end.why) for end in ends] == [("episode_ended", "stopped")] * 4
        asked = len(endpoint.requests())
        assert asked - len(of_kind(run, "question")) <= 4


@pytest.mark.slow
def test_ctrl_c_while_processes_start_is_one_line(games: str, tmp_path: Path) -> None:
    with (
        standing(tmp_path / "requests.jsonl") as endpoint,
        Group("eval", *plan(games, endpoint, tmp_path / "runs", "--processes", "1")) as group,
    ):
        until(group.workers, "a worker")
        group.send(signal.SIGINT)
        _, problems = group.end()
    assert group.process.returncode == 130
    run = only_run(tmp_path / "runs")
    assert problems.splitlines()[-1] == f"stopped; resume with: ariadne eval --resume {run} --base-url {endpoint.url}"


@pytest.mark.slow
def test_a_process_that_dies_costs_its_own_episodes_a_try_and_no_answer(games: str, tmp_path: Path) -> None:
    with (
        standing(tmp_path / "requests.jsonl", "--delay", "0.3") as endpoint,
        Group("eval", *plan(games, endpoint, tmp_path / "runs", "--processes", "2", "--no-cache")) as group,
    ):
        until(lambda: len(endpoint.requests()) >= 10, "the first questions")
        os.kill(group.workers()[0], signal.SIGKILL)
        _, said = group.end()
        run = only_run(tmp_path / "runs")
        assert group.process.returncode == 0, said
        assert said.count("failed, retrying: the process that played the episode died") == 2
        assert len(of_kind(run, "resumed")) == 2
        assert card_of(run).total("finished") == 4
        assert len(endpoint.requests()) - len(of_kind(run, "question")) <= 2

    # What is finished is not played again.
    done = evaluated("--resume", run, "--trust", "--processes", "0", "--quiet")
    assert (done.returncode, lines(done.stderr)) == (0, [])
