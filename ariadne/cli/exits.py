"""How a command ends: an exit code, and at most one line on stderr. Details go to a file, never to the terminal."""

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
NOBODY_READS = 141
"""As a shell tells of who was ended by SIGPIPE."""
LONGEST = 1000


class Stopped(AriadneError):
    """Ctrl-C."""

    exit_code = INTERRUPTED


def exit_code(command: Callable[[], object]) -> int:
    """Run a command to its end, and say in one line on stderr what went wrong, if anything did."""
    try:
        result = command()
    except (KeyboardInterrupt, CancelledError, typer.Abort):
        return _say("stopped", INTERRUPTED)
    except (BrokenPipeError, SystemExit) as error:
        # Click makes the one into the other, with a code that says no more than that something failed.
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        _let_go_of_stdout()
        return NOBODY_READS
    except Exception as error:
        return _told(clear(error))
    return result if isinstance(result, int) else 0


@contextmanager
def explained(folder: Path, how_to_go_on: str) -> Iterator[None]:
    """Whatever ends the block before its time says how to go on with what is in a folder.

    Raises:
        AriadneError: instead of the error or the interruption that ended it.
    """
    try:
        yield
    except (KeyboardInterrupt, CancelledError) as error:
        raise Stopped(f"stopped; {how_to_go_on}") from error
    except BrokenPipeError:
        raise
    except Exception as error:
        known = clear(error)
        if not isinstance(known, AriadneError):
            raise Failure(unexpected(error, folder)) from error
        kind = UserError if known.exit_code == UserError.exit_code else Failure
        there = "" if str(folder) in str(known) else f" ({how_to_go_on})"
        raise kind(f"{known}{there}") from error


def unexpected(error: Exception, folder: Path | None) -> str:
    """One line about an error that nobody foresaw; its traceback goes to a file in the folder, or a temporary one."""
    line = f"unexpected {type(error).__name__}: {one_line(str(error), LONGEST)}"
    with suppress(OSError, UserError):
        place = (folder or Path(tempfile.mkdtemp(prefix="ariadne-"))) / "traceback.txt"
        write(place, "".join(traceback.format_exception(error)), inside=True)
        line += f" (details are in {place})"
    return line


def _told(error: Exception) -> int:
    if isinstance(error, Stopped):
        return _say(str(error), INTERRUPTED)
    if isinstance(error, AriadneError):
        return _say(f"error: {error}", error.exit_code)
    if usage := _usage(error):
        return _say(f"error: {usage}", UserError.exit_code)
    return _say(f"error: {unexpected(error, None)}", Failure.exit_code)


def _say(line: str, code: int) -> int:
    with suppress(OSError):
        print(one_line(line), file=sys.stderr, flush=True)
    return code


def _usage(error: Exception) -> str:
    """What is wrong with the command line, in the words of typer's own errors; they have no common public base."""
    if not hasattr(error, "format_message"):
        return ""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return f"{error.format_message()}{hint}"


def _let_go_of_stdout() -> None:
    """Whoever read our output has gone; Python would complain once more when it closes it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
