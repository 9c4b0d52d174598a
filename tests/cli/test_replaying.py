from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
import time
from pathlib import Path

from tests.command import ARIADNE, environment
from tests.evaluate.runs import Told, write_run


def test_in_a_terminal_an_episode_is_shown_until_one_leaves(tmp_path: Path) -> None:
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    goal = {"goal": "Win."}
    run = write_run(tmp_path, Told(more=goal), Told(game="cooking", more=goal))
    with subprocess.Popen(
        [*ARIADNE, "replay", str(run), "2"], stdin=inside, stdout=inside, stderr=inside, env=environment(TERM="xterm"),
        start_new_session=True,
    ) as player:  # fmt: skip
        os.close(inside)
        shown = read_until(outside, b"step", b"questions")
        os.write(outside, b"q")
        shown += read_until(outside)
        assert player.wait(60) == 0
    assert b"cooking" in shown


def read_until(terminal: int, *texts: bytes) -> bytes:
    """What a terminal shows until it holds all texts, or else until its program has ended."""
    shown, deadline = b"", time.monotonic() + 60
    while time.monotonic() < deadline and not (texts and all(text in shown for text in texts)):
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    return shown
