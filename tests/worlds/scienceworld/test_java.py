"""Java processes of worlds: ScienceWorld's engine stands for all."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from ariadne.errors import Failure, UserError
from ariadne.worlds import java
from ariadne.worlds.scienceworld.world import program
from tests.command import ARIADNE, environment

TASK = "find-animal"


def java_below(pid: int) -> list[int]:
    """The Java processes that a process has started."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,comm"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [int(row[0]) for row in rows if int(row[1]) == pid and row[2] == "java"]


@pytest.mark.nightly
def test_a_process_is_reused_unless_it_is_dead() -> None:
    first = java.taken(program())
    java.given_back(first)
    again = java.taken(program())
    assert again is first
    (process,) = java_below(os.getpid())
    os.kill(process, signal.SIGKILL)
    with pytest.raises(Failure, match="ScienceWorld: its Java process has ended"):
        again.call("getTaskNames")
    with pytest.raises(Failure, match="has ended"):
        again.call("getTaskNames")
    java.given_back(again)
    other = java.taken(program())
    assert other is not again
    other.end()


@pytest.mark.nightly
def test_a_silent_process_fails_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "SECONDS", 10.0)
    before = java_below(os.getpid())
    slow = java.Java(program())
    (process,) = {*java_below(os.getpid())} - {*before}
    os.kill(process, signal.SIGSTOP)
    with pytest.raises(Failure, match="ScienceWorld: its Java process did not answer for 10 s"):
        slow.call("getTaskNames")
    assert process not in java_below(os.getpid())


def test_no_java_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(UserError, match="needs Java, which was not found: apt-get install default-jre-headless"):
        java.Java(program())
    broken = tmp_path / "java"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(Failure, match="Java ended as it started"):
        java.Java(program())


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_java_ends_with_its_parent_process(number: signal.Signals, tmp_path: Path) -> None:
    command = [*ARIADNE, "play", f"scienceworld/{TASK}", "--agent", "random", "--max-steps", "100000", "--quiet"]
    player = subprocess.Popen(
        command, env=environment(), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 100
    while not (below := java_below(player.pid)) and player.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert below, player.communicate()
    player.send_signal(number)
    _, said = player.communicate(timeout=100)
    assert "Traceback" not in said
    while any(Path(f"/proc/{pid}").exists() for pid in below) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in below)
