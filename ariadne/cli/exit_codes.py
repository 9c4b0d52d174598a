"""Exit codes and errors: at most one line on stderr; a traceback goes to a file, never to the terminal."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import typer

from ariadne.errors import AriadneError, Failure, UserError, clear
from ariadne.files import write
from ariadne.text import one_line

INTERRUPTED = 130
BROKEN_PIPE = 141
"""The exit code that a shell reports for a process that SIGPIPE ended."""
LONGEST = 1000
_FOLDERS = ("ARIADNE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


class Stopped(AriadneError):
    """Ctrl-C."""

    exit_code = INTERRUPTED


def exit_code(command: Callable[[], object]) -> int:
    """Run a command and return its exit code; print an error as one line on stderr."""
    try:
        result = command()
    except (KeyboardInterrupt, CancelledError, typer.Abort):
        return _say("stopped", INTERRUPTED)
    except (BrokenPipeError, SystemExit) as error:
        # Click turns a BrokenPipeError into SystemExit(1).
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        _let_go_of_stdout()
        return BROKEN_PIPE
    except Exception as error:
        return _report(clear(error))
    return result if isinstance(result, int) else 0


@contextmanager
def explained(folder: Path, how_to_resume: str) -> Iterator[None]:
    """Add to an error or an interruption how to resume the run in a folder.

    Raises:
        AriadneError: In place of the error or interruption.
    """
    try:
        yield
    except (KeyboardInterrupt, CancelledError) as error:
        raise Stopped(f"stopped; {how_to_resume}") from error
    except BrokenPipeError:
        raise
    except Exception as error:
        known = clear(error)
        if not isinstance(known, AriadneError):
            raise Failure(unexpected(error, folder)) from error
        kind = UserError if known.exit_code == UserError.exit_code else Failure
        there = "" if str(folder) in str(known) else f" ({how_to_resume})"
        raise kind(f"{known}{there}") from error


def unexpected(error: Exception, folder: Path | None) -> str:
    """One line about an unexpected error; its traceback goes to a file in the folder, or in a temporary one."""
    line = f"unexpected {type(error).__name__}{_place(error)}: {one_line(str(error), LONGEST)}"
    with suppress(OSError, UserError):
        place = (folder or Path(tempfile.mkdtemp(prefix="ariadne-"))) / "traceback.txt"
        write(place, "".join(traceback.format_exception(error)), inside=True)
        line += f" (details are in {place})"
    return line


def _place(error: Exception) -> str:
    """The file and line where an error arose, which may be another package's."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""


def _report(error: Exception) -> int:
    if isinstance(error, Stopped):
        return _say(str(error), INTERRUPTED)
    if isinstance(error, AriadneError):
        return _say(f"error: {error}{_variable(error)}", error.exit_code)
    if usage := _usage(error):
        return _say(f"error: {usage}", UserError.exit_code)
    return _say(f"error: {unexpected(error, None)}", Failure.exit_code)


def _variable(error: BaseException) -> str:
    """The environment variable that names a folder which cannot be used, in parentheses."""
    cause: BaseException | None = error
    while cause and not isinstance(cause, OSError):
        cause = cause.__cause__
    folders = ((name, os.environ.get(name)) for name in _FOLDERS if cause)
    return next((f" ({name} is {folder})" for name, folder in folders if folder and folder in str(error)), "")


def _say(line: str, code: int) -> int:
    with suppress(OSError, UserError):
        print(one_line(line), file=sys.stderr, flush=True)
    return code


def _usage(error: Exception) -> str:
    """The message of an error of typer's; those have no common public base class."""
    if not hasattr(error, "format_message"):
        return ""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return f"{error.format_message()}{hint}"


def _let_go_of_stdout() -> None:
    """Redirect stdout to nowhere, or Python would complain again when it closes the broken pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
