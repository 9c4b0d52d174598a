"""Standard streams that are closed, as daemons and some schedulers close them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ariadne, environment
from tests.conftest import Game


@pytest.mark.nightly
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_command_whose_stream_is_closed_does_what_it_should(number: int, game: Game, tmp_path: Path) -> None:
    def close() -> None:
        os.close(number)

    hunt, memory = str(game("treasure-hunt")), str(tmp_path / "people.db")
    for command in (
        ["memory", "learn", memory, "Alice lives in Paris."],
        ["memory", "export", memory],
        ["play", hunt, "--max-steps", "2"],
        ["scorecard", "last"],
    ):
        done = ariadne(*command, preexec_fn=close)
        assert (done.returncode, "unexpected" in done.stderr) == (0, False), (command, done.stderr)
    asked = ariadne("memory", "learn", memory, "-", preexec_fn=close)
    assert asked.returncode == 2
    assert number == 2 or "nothing to learn" in asked.stderr


def test_a_full_disk_under_the_output_is_one_line_that_says_how_to_go_on(game: Game) -> None:
    with open("/dev/full", "w") as full:
        play = [sys.executable, "-m", "ariadne", "play", str(game("treasure-hunt")), "--max-steps", "2"]
        done = subprocess.run(play, check=False, stdout=full, stderr=subprocess.PIPE, env=environment(), text=True)
        assert done.returncode == 2
        assert done.stderr.startswith("error: cannot write to stdout: No space left on device (resume with: ")
        games = [*play[:3], "games"]
        assert subprocess.run(games, check=False, stdout=full, stderr=full, env=environment()).returncode == 2


def test_what_a_library_prints_on_a_closed_stream_goes_into_no_other_file() -> None:
    code = "import os; from ariadne.text import guard; guard(); os.write(2, b'a warning'); print(os.fstat(2).st_rdev)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=lambda: os.close(2), stdout=subprocess.PIPE, env=environment(), text=True, check=True,
    )  # fmt: skip
    assert int(done.stdout) == os.stat(os.devnull).st_rdev
