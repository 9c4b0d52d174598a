"""A human's seat at a game, in a process of its own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.command import ARIADNE, environment


@contextmanager
def playing(story: Path, runs: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command that serves a game to a human, and the address of the page."""
    command = [*ARIADNE, "play", story, "--agent", "human", "--watch", "--json", "--runs", runs]
    with subprocess.Popen(
        list(map(str, command)),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr
            said = process.stderr.readline()
            address = said.removeprefix("play at ").strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address), said
            yield process, address
        finally:
            process.kill()
