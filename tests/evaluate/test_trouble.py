"""An evaluation at an endpoint that is in trouble, or that is none."""

from __future__ import annotations

import re
import socket
from collections import Counter
from pathlib import Path

import pytest

from tests.evaluate.endpoint import standing
from tests.evaluate.evaluating import card_of, episodes, evaluated, lines, of_kind, only_run, presets

# How a try that met with trouble is told of.
TOLD = {"busy": "HTTP 429", "broken": "HTTP (5|408)", "gibberish": "HTTP 200", "hang": "no reply within 2 seconds"}


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "cooking")


@pytest.fixture
def port() -> int:
    """One without a listener."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def plan(games: str, port: int, runs: Path, *more: str) -> list[str | Path]:
    return [
        "--games", games, "--memories", "none,summary", "--repeats", "1", "--max-steps", "6", "--processes", "0",
        "--model", "m", "--base-url", f"http://127.0.0.1:{port}/v1", "--runs", runs, *more,
    ]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.slow
def test_what_an_endpoint_gets_wrong_now_and_then_is_made_good_and_told(games: str, port: int, tmp_path: Path) -> None:
    troubles = ["--troubles", "busy,broken,cut,hang,gibberish,rubbish,rubbish,rubbish"]
    share = ["--share", "0.4", *troubles, "--port", str(port)]
    runs = tmp_path / "runs"
    with standing(tmp_path / "requests.jsonl", *share, "--refused", "2") as endpoint:
        done = evaluated(*plan(games, port, runs, "--timeout", "2", "--seeds", "1-2", "--calls", "three"))
        met = Counter(request["trouble"] for request in endpoint.requests())
    run = only_run(runs)
    card = card_of(run)

    assert len(met.keys() & TOLD) >= 2
    assert (card.begun, card.total("finished"), card.total("failed")) == (4, 2, 2)
    assert {episode.seed for episode in card.played if episode.why == "failed"} == {2}
    retries, repairs = (card.total(name) for name in ("retries", "repairs"))
    assert retries == len(of_kind(run, "retried")) > 2
    assert repairs == sum(event.repair for event in of_kind(run, "question")) > 0
    said = [event.error for event in of_kind(run, "retried")]
    assert all(any(re.match(words, error) for error in said) for kind, words in TOLD.items() if kind in met)

    notes = " ".join(card.notes)
    assert "nothing for you" in notes
    assert f"{retries} failed calls" in notes
    assert done.returncode == 1
    resuming = f"resume with: ariadne eval --resume {run} --base-url http://127.0.0.1:{port}/v1"
    assert lines(done.stderr)[-1:] == [f"error: 2 of 4 episodes failed; {resuming}"]
    assert done.stderr.count("failed, retrying") == 2

    with standing(tmp_path / "later.jsonl", "--port", str(port)) as endpoint:
        done = evaluated("--resume", run, "--trust", "--processes", "0", "--quiet")
        later = len(endpoint.requests())
    assert (done.returncode, done.stderr) == (0, "")
    assert card_of(run).total("finished") == 4
    played_later = [events for name, events in episodes(run).items() if events[0].seed == 2]
    assert later == sum(event.name == "question" for events in played_later for event in events)


@pytest.mark.nightly
@pytest.mark.slow
def test_an_endpoint_that_is_down_is_one_line_and_the_run_can_be_resumed(games: str, port: int, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    done = evaluated(*plan(games, port, runs))
    *told, line = lines(done.stderr)
    run = only_run(runs)
    assert done.returncode == 2
    assert line.startswith(f"error: nothing answers at http://127.0.0.1:{port}/v1")
    assert line.endswith(f"(resume with: ariadne eval --resume {run} --base-url http://127.0.0.1:{port}/v1)")
    assert "retrying" not in " ".join(told)
    with standing(tmp_path / "requests.jsonl", "--port", str(port)):
        assert evaluated("--resume", run, "--trust", "--processes", "0").returncode == 0
    assert card_of(run).total("finished") == 2


@pytest.mark.nightly
@pytest.mark.slow
def test_a_wrong_key_is_one_line_also_where_the_right_one_had_begun(games: str, port: int, tmp_path: Path) -> None:
    right, wrong = ({"OPENAI_API_KEY": key} for key in ("sk-right", "sk-wrong-indeed"))
    runs, more = tmp_path / "runs", ["--processes", "0", "--run-tokens", "1000000", "--quiet"]
    with standing(tmp_path / "requests.jsonl", "--key", "sk-right", "--port", str(port)):
        begun = evaluated(*plan(games, port, runs, "--run-tokens", "4000"), **right)
        run = only_run(runs)
        kept = len(of_kind(run, "question"))
        assert begun.returncode == 0, begun.stderr
        assert "budget of 4,000 tokens" in begun.stderr
        assert "episodes left: 2; resume with: ariadne eval --resume" in begun.stderr
        assert {event.why for event in of_kind(run, "episode_ended")} == {"stopped"}

        refused = evaluated("--resume", run, "--trust", *more, **wrong)
        (line,) = lines(refused.stderr)
        assert refused.returncode == 2
        assert "key in OPENAI_API_KEY" in line
        assert "sk-wrong" not in refused.stdout + refused.stderr

        done = evaluated("--resume", run, "--trust", *more, **right)
        assert (done.returncode, done.stderr) == (0, "")
        assert card_of(run).total("finished") == 2
        assert len(of_kind(run, "question")) > kept > 0
    assert not [path for path in run.rglob("*") if path.is_file() and b"sk-" in path.read_bytes()]


@pytest.mark.nightly
def test_a_reply_cache_that_cannot_be_used_is_one_line_wherever_episodes_are_played(tmp_path: Path) -> None:
    (tmp_path / "cache" / "replies.sqlite").mkdir(parents=True)
    what = ["--games", "gripper/1,gripper/2", "--max-steps", "1", "--processes", "2", "--quiet"]
    done = evaluated(*what, ARIADNE_HOME=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("error: the reply cache ")
    assert done.stderr.count("\n") == 1
