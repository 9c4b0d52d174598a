from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from ariadne.cli.exit_codes import exit_code, explained
from ariadne.errors import TOO_MANY_FILES, Failure, UserError, clear
from ariadne.memory.arigraph.storage.store import Store
from ariadne.models.cache import ReplyStore
from ariadne.runs.events import EventLog
from tests.command import ARIADNE, environment
from tests.limits import files_left


def caused_by(cause: Exception) -> Exception:
    """An error with this cause and another message."""
    try:
        try:
            raise cause
        except Exception as error:
            raise Failure("nothing answers") from error
    except Failure as failure:
        return failure


FULL = OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@pytest.mark.parametrize(
    "error",
    [
        FULL,
        OSError(errno.ENFILE, os.strerror(errno.ENFILE)),
        caused_by(FULL),
        caused_by(ExceptionGroup("all addresses", [ValueError(), FULL])),
        ImportError(f"libx.so: cannot open shared object file: {os.strerror(errno.EMFILE)}"),
    ],
)
def test_running_out_of_files_is_reported(error: Exception) -> None:
    assert str(clear(error)) == TOO_MANY_FILES
    assert isinstance(clear(error), UserError)


def test_other_errors_stay_as_they_are() -> None:
    elsewhere = Failure("HTTP 500: Too many open files")
    elsewhere.__cause__ = elsewhere
    for error in (elsewhere, FileNotFoundError(errno.ENOENT, "no"), caused_by(ValueError())):
        assert clear(error) is error


def test_files_say_when_no_more_can_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def log() -> None:
        with explained(tmp_path, "go on"):
            EventLog(tmp_path / "events.jsonl")

    def cache() -> None:
        ReplyStore(tmp_path / "replies.sqlite")

    def memory() -> None:
        Store(tmp_path / "memory.db", read_only=True)

    Store(tmp_path / "memory.db").close()
    for left, command in ((0, log), (1, cache), (0, cache), (0, memory)):
        with files_left(left):
            assert exit_code(command) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"error: {TOO_MANY_FILES}")
        assert said.count("\n") == 1


def test_a_closed_pipe_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [*ARIADNE, "games"], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        listing.stdout.close()
        assert (listing.stderr.read(), listing.wait()) == (b"", 128 + signal.SIGPIPE)


@pytest.mark.nightly
@pytest.mark.slow
def test_an_evaluation_of_more_than_can_be_opened_says_so_in_one_line(tmp_path: Path) -> None:
    few = 20
    done = subprocess.run(
        [*ARIADNE, "eval", "--games", "gripper/1", "--max-steps", "2", "--repeats", "24", "--concurrency", "24",
         "--processes", "0", "--quiet", "--runs", str(tmp_path)],
        env=environment(), capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)),
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "onnxruntime" not in line]
    assert done.returncode == 2, done.stdout
    assert len(ours) == 1
    assert ours[0].startswith(f"error: {TOO_MANY_FILES} (resume with: ariadne eval --resume ")
