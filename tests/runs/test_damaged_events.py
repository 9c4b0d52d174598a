"""Damaged and forged files of events: every reader succeeds, or prints one clear line."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ariadne.cli import run as command
from ariadne.config import PlayConfig
from ariadne.episode_files import whole_history
from ariadne.errors import UserError
from ariadne.evaluate.executor import EpisodeOrder, LocalExecutor
from ariadne.evaluate.jobs import Job
from ariadne.memory.arigraph.core.recorded import contents_of
from ariadne.runs.resume import ending_of, past_of
from ariadne.runs.run import Run
from tests.conftest import Game
from tests.damage import damaged
from tests.evaluate.evaluating import only_run
from tests.runs.playing import played_with_rules

# How many damaged files each reader is given; of 400 none may do harm (docs/runs.md).
FILES = int(os.environ.get("ARIADNE_DAMAGED_FILES", "12"))
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, FILES))]
STRANGE: tuple[Callable[[Random], Any], ...] = (
    lambda dice: None,
    lambda dice: dice.choice((True, False)),
    lambda dice: dice.choice((-1, 0, 1, 7, 10**9, -(10**9), 2**63, 10**400)),
    lambda dice: dice.choice((0.5, -0.0, 1e300, 1e-300, -1e18)),
    lambda dice: dice.choice(("", "x", "7", "\ud83d", "\x1b[2J", "a, b, c", "x" * 100_000)),
    lambda dice: [],
    lambda dice: {},
    lambda dice: dice.choice(([0, 1], [[0, 10**9]], ["x", [0, 1]], [[]], [None], [{}], [["a", "b"]])),
    lambda dice: {"": None, "prompt_tokens": "1"},
)


def misreported(content: bytes, dice: Random) -> bytes:
    """Readable events, one to four of which have changed or missing values."""
    lines = content.splitlines()
    for _ in range(dice.choice((1, 1, 2, 4))):
        place = dice.randrange(len(lines))
        event = json.loads(lines[place])
        holder, name = dice.choice(list(_fields(event)))
        if dice.random() < 0.2:
            del holder[name]
        else:
            holder[name] = dice.choice(STRANGE)(dice)
        lines[place] = json.dumps(event).encode()
    return b"\n".join([*lines, b""])


def _fields(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield value, name
            yield from _fields(value[name])


@pytest.fixture(scope="session")
def episode(game: Game, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The events of a few steps, resumed once."""
    folder = tmp_path_factory.mktemp("whole")
    played_with_rules(game("treasure-hunt"), folder, max_steps=3)
    (path,) = folder.glob("*/episodes/*/events.jsonl")
    first, *rest = path.read_bytes().splitlines(keepends=True)
    resumed = json.dumps({"event": "resumed", "step": 0, "time": json.loads(first)["time"], "kept": 1}) + "\n"
    return b"".join([first, b'{"event": "said", "step": 0, "time": 1}\n', resumed.encode(), *rest])


def harmed(episode: bytes, run: Path, seed: int) -> Path:
    """A run that holds the episode damaged."""
    dice = Random(seed)
    content = dice.choice((damaged, misreported))(episode, dice)
    path = run / "episodes" / "1-small-treasure-hunt-ariadne-1" / "events.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("seed", SEEDS)
def test_every_reader_of_a_damaged_file_prints_one_line_or_succeeds(
    seed: int, episode: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    path = harmed(episode, run, seed)
    for words in (
        ["scorecard", run],
        ["report", run, "--out", tmp_path / "page.html"],
        ["export", run, "--out", tmp_path],
        ["graph", run, "--format", "json"],
    ):
        code, said = command([str(word) for word in words]), capsys.readouterr().err
        assert (code, said) == (0, "") or (code == 2 and said.startswith("error: ") and said.count("\n") == 1), said
    for read in (whole_history, contents_of, ending_of, past_of):
        said = ""
        try:
            read(path)
        except UserError as error:
            said = str(error)
        assert "\n" not in said
        assert len(said) < 500


@pytest.mark.parametrize("seed", SEEDS[: max(3, FILES // 8)])
def test_a_damaged_episode_is_resumed_or_played_again(seed: int, episode: bytes, game: Game, tmp_path: Path) -> None:
    harmed(episode, tmp_path, seed)
    config = PlayConfig(game=str(game("treasure-hunt")), max_steps=3)

    async def play() -> None:
        player = LocalExecutor(Run(tmp_path), lambda number, event: None, cache=False)
        await player.play(EpisodeOrder(Job(1, config, 1, 1)))
        await player.close()

    asyncio.run(play())
    found = Run(tmp_path).found(1)
    assert found
    end = ending_of(found)
    assert end
    assert end.why == "steps"


def test_a_run_with_damaged_events_is_resumed(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plays = ["--games", str(game("treasure-hunt")), "--agents", "random", "--repeats", "3", "--max-steps", "2"]
    assert command(["eval", *plays, "--processes", "0", "--runs", str(tmp_path / "runs")]) == 0
    run = only_run(tmp_path / "runs")
    broken, strange, _ = sorted(run.glob("episodes/*/events.jsonl"))
    broken.write_bytes(b"\xff{" + broken.read_bytes())
    strange.write_text(strange.read_text().replace('"step": 1,', '"step": 1000000000,'))
    assert command(["scorecard", str(run)]) == 2
    assert "line 1 is not an event" in capsys.readouterr().err
    assert command(["eval", "--resume", str(run), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert len(list(run.glob("episodes/*/events-1-set-aside.jsonl"))) == 2
    assert command(["scorecard", str(run)]) == 0
