"""Playing in a real terminal, and taking up again what was left there or anywhere else."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from tests.command import ARIADNE, ariadne, ariadne_here, environment, events_of
from tests.conftest import Game
from tests.runs.test_resume import lasting

SCREEN, NORMAL = "\x1b[?1049h", "\x1b[?1049l"
RIGHT = "\x1b[C"
PATIENCE = 60.0


class Terminal:
    """A terminal of 80 × 24 in which a command runs."""

    def __init__(self, *arguments: str | Path) -> None:
        self._screen, self._terminal = pty.openpty()
        termios.tcsetwinsize(self._terminal, (24, 80))
        self._before = termios.tcgetattr(self._terminal)
        self.process = subprocess.Popen(
            [*ARIADNE, *map(str, arguments)], env=environment(TERM="xterm-256color"),
            stdin=self._terminal, stdout=self._terminal, stderr=self._terminal,
        )  # fmt: skip

    def until(self, text: str) -> None:
        """Wait until something that is shown from now on holds a text."""
        seen, deadline = "", time.monotonic() + PATIENCE
        while text not in seen:
            assert time.monotonic() < deadline, f"{text!r} was not shown, but {seen[-2000:]!r}"
            seen += self._read() if self._is_said(1) else ""

    def press(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def last(self) -> str:
        """All that is shown until the command has come to its end."""
        seen = ""
        while self._is_said(0.05) or self.process.poll() is None:
            seen += self._read() if self._is_said(0) else ""
        return seen

    def is_as_it_was(self) -> bool:
        return termios.tcgetattr(self._terminal) == self._before

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)
        os.close(self._terminal)

    def _is_said(self, seconds: float) -> bool:
        return bool(select.select([self._screen], [], [], seconds)[0])

    def _read(self) -> str:
        return os.read(self._screen, 65536).decode(errors="replace")


@pytest.fixture
def hunt(game: Game) -> str:
    return str(game("treasure-hunt"))


@pytest.fixture
def opened() -> Iterator[Callable[..., Terminal]]:
    """Runs a command in a terminal of its own."""
    terminals: list[Terminal] = []

    def open_one(*arguments: str | Path) -> Terminal:
        terminals.append(Terminal(*arguments))
        return terminals[-1]

    yield open_one
    for terminal in terminals:
        terminal.close()


def the_run(runs: Path) -> Path:
    (config,) = runs.glob("*/config.yaml")
    return config.parent


def events_file(run: Path) -> Path:
    (path,) = run.glob("episodes/*/events.jsonl")
    return path


def test_a_terminal_shows_a_live_screen_and_keeps_the_end(
    hunt: str, tmp_path: Path, opened: Callable[..., Terminal]
) -> None:
    terminal = opened("play", hunt, "--agent", "walkthrough", "--pace", "0", "--runs", tmp_path)
    shown = terminal.last()
    during, _, left = shown.partition(NORMAL)
    assert terminal.process.returncode == 0
    assert SCREEN in during
    assert "Map" in left
    assert "score 3 of 3" in left
    assert "the game's walkthrough takes" in left
    assert f"ariadne report {the_run(tmp_path)}" in left
    assert terminal.is_as_it_was()


@pytest.mark.nightly
def test_who_watches_pauses_goes_step_by_step_leaves_and_goes_on(
    hunt: str, tmp_path: Path, opened: Callable[..., Terminal]
) -> None:
    playing = opened(
        "play", hunt, "--agent", "random", "--max-steps", "40", "--pace", "0.1", "--runs", tmp_path
    )  # fmt: skip
    playing.until("space: pause")
    playing.press(" ")
    playing.until("\x1b[7mpaused")
    waits = len(events_of(tmp_path))
    playing.press(RIGHT)
    playing.until("step ")
    playing.press("?")
    playing.until("what the player was told to achieve")
    playing.press("q")
    left = playing.last().rpartition(NORMAL)[2]
    assert playing.process.returncode == 0
    assert playing.is_as_it_was()
    run = the_run(tmp_path)
    assert f"ariadne play --resume {run}" in left
    assert waits < len(events_of(tmp_path))
    assert events_of(tmp_path)[-1].why == "stopped"
    again = opened("play", "--resume", "last", "--runs", tmp_path, "--pace", "0")
    assert "out of steps" in again.last().rpartition(NORMAL)[2]
    assert events_of(tmp_path)[-1].steps == 40


@pytest.mark.nightly
def test_who_is_stopped_gives_the_terminal_back(hunt: str, tmp_path: Path, opened: Callable[..., Terminal]) -> None:
    playing = opened("play", hunt, "--agent", "random", "--max-steps", "400", "--pace", "1", "--runs", tmp_path)
    playing.until("space: pause")
    playing.process.send_signal(signal.SIGTERM)
    assert "ariadne play --resume" in playing.last()
    assert playing.process.returncode == 130
    assert playing.is_as_it_was()


@pytest.mark.parametrize("agent", ["ariadne", pytest.param("random", marks=pytest.mark.nightly)])
def test_a_play_that_was_killed_goes_on_as_if_nothing_had_happened(hunt: str, tmp_path: Path, agent: str) -> None:
    assert ariadne_here("play", hunt, "--agent", agent, "--max-steps", "12", "--runs", tmp_path).returncode == 0
    whole, run = events_of(tmp_path), the_run(tmp_path)
    lines = events_file(run).read_bytes().splitlines(keepends=True)
    events_file(run).write_bytes(b"".join(lines[: len(lines) // 2]))
    done = ariadne_here("play", "--resume", run, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"] == whole[-1].steps
    # How many texts were embedded is known of an episode that was never interrupted only.
    assert lasting(events_of(tmp_path)[:-1]) == lasting(whole[:-1])


@pytest.mark.nightly
def test_a_human_who_left_goes_on_where_they_were(hunt: str, tmp_path: Path) -> None:
    first = ariadne("play", hunt, "--agent", "human", "--runs", tmp_path, stdin=None, input="look\nwait\nquit\n")
    run = the_run(tmp_path)
    assert f"resume: ariadne play --resume {run}" in first.stdout
    second = ariadne("play", "--resume", run, "--json", stdin=None, input="inventory\n")
    assert second.stderr.index("> look") < second.stderr.index("> wait") < second.stderr.index("> inventory")
    assert json.loads(second.stdout)["steps"] == 3
    acted = [event.action for event in events_of(tmp_path) if event.name == "acted"]
    assert acted == ["look", "wait", "inventory"]


@pytest.mark.nightly
def test_a_human_at_a_terminal_sees_again_what_was_typed(
    hunt: str, tmp_path: Path, opened: Callable[..., Terminal]
) -> None:
    ariadne("play", hunt, "--agent", "human", "--runs", tmp_path, stdin=None, input="wait\nquit\n")
    terminal = opened("play", "--resume", the_run(tmp_path))
    terminal.until("> wait")
    terminal.press("quit\r")
    assert "left: " in terminal.last()
    assert events_of(tmp_path)[-1].steps == 1


def test_what_cannot_be_resumed_is_one_clear_line(hunt: str, tmp_path: Path) -> None:
    def said(*arguments: str | Path) -> str:
        done = ariadne_here("play", *arguments)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        return line

    runs = tmp_path / "runs"
    story = Path(shutil.copy(hunt, tmp_path))
    shutil.copy(Path(hunt).with_suffix(".json"), tmp_path)
    ariadne_here("play", story, "--agent", "random", "--max-steps", "5", "--runs", runs)
    run = the_run(runs)
    assert "is over" in said("--resume", run)
    assert "leave out GAME, --width, --agent" in said(hunt, "--resume", run, "--width", "3", "--agent", "human")
    (tmp_path / "of-eval").mkdir()
    (tmp_path / "of-eval" / "config.yaml").write_text("games: [cooking]\n")
    assert "of-eval is not a run" in said("--resume", tmp_path / "of-eval")
    assert "--resume" in said(hunt, "--trust")
    lines = events_file(run).read_bytes().splitlines(keepends=True)
    events_file(run).write_bytes(b"".join(lines[:-1]))
    story.write_bytes(story.read_bytes()[:-1] + b"\x01")
    assert "has changed" in said("--resume", run)
    config = PlayConfig.load(run / "config.yaml")
    strange = {"agent": "ariadne", "model": "m", "base_url": "http://elsewhere.example/v1"}
    config.model_copy(update=strange).save(run / "config.yaml")
    assert "http://elsewhere.example/v1" in said("--resume", run)
