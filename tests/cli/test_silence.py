"""No command opens an internet socket, or leaves files in the user's home, unless the user asks for it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ariadne, environment
from tests.conftest import Game
from tests.guarded import can_guard, kill_on_sockets

pytestmark = pytest.mark.skipif(not can_guard, reason="needs seccomp of Linux")

CONNECTS = "import socket; socket.create_connection(('127.0.0.1', 9))"


def test_the_guard_kills_a_process_that_opens_a_socket() -> None:
    done = subprocess.run([sys.executable, "-c", CONNECTS], preexec_fn=kill_on_sockets, check=False)
    assert done.returncode == -signal.SIGSYS


def test_eval_memory_and_report_open_no_socket_and_leave_nothing_at_home(game: Game, tmp_path: Path) -> None:
    hunt, home = str(game("treasure-hunt")), tmp_path / "user"
    home.mkdir()
    settled = {name: value for name, value in environment(HOME=str(home)).items() if not name.startswith("ORT_")}
    note = tmp_path / "note.db"
    commands = (
        ["eval", "--games", hunt, "--memories", "arigraph", "--max-steps", "2", "--processes", "1"],
        ["memory", "learn", str(note), "The key is in the red box."],
        ["memory", "ask", str(note), "Where is the key?"],
        ["report", "last"],
    )
    code = f"from ariadne.cli import run; print([run(command) for command in {commands}])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=settled, preexec_fn=kill_on_sockets, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1:] == ["[0, 0, 0, 0]"], (done.returncode, done.stderr)
    assert list(home.rglob("*")) == []


@pytest.mark.nightly
def test_a_game_is_made_where_the_user_has_no_home(tmp_path: Path) -> None:
    home = tmp_path / "none"
    settled = environment(HOME=str(home), ARIADNE_HOME=str(tmp_path))
    done = ariadne("play", "treasure-hunt", "--max-steps", "1", env=settled, preexec_fn=kill_on_sockets)
    assert (done.returncode, home.exists()) == (0, False), done.stderr
