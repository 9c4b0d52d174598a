"""Find runs by name: list those in a folder, and resolve a name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from ariadne.errors import UserError
from ariadne.files import is_locked
from ariadne.runs.run import CONFIG, LOCK, MOMENT
from ariadne.runs.settings import runs as usual_place

LAST = "last"
MOST_NAMED = 5

_STAMP = re.compile(r"\d{8}-\d{6}(?=-|$)")


def runs_in(root: Path) -> list[Path]:
    """Return the runs in a folder, newest first, without symbolic links."""
    return sorted(_found(root), key=lambda run: (began(run), _written(run), run.name), reverse=True)


def find_run(said: Path, root: Path | None = None) -> Path:
    """Resolve a run: an existing folder or file, the last run, or the run whose name begins with `said`. Any other path
    is returned unchanged, and its reader reports the error.

    Args:
        said: a path, `last`, or a name or its beginning.
        root: the folder of runs; None for the default one.

    Raises:
        UserError: several names match, or there is no last run.
    """
    if said.exists() or len(said.parts) != 1:
        return said
    root, name = root or usual_place(), str(said)
    runs = runs_in(root)
    if name == LAST and not runs:
        raise UserError(f"there are no runs in {root}: name their folder with --runs DIR")
    if name == LAST:
        return runs[0]
    meant = [run for run in runs if run.name == name] or [run for run in runs if run.name.startswith(name)]
    if len(meant) > 1:
        names = [run.name for run in meant[:MOST_NAMED]]
        more = [f"and {len(meant) - MOST_NAMED} more"] * (len(meant) > MOST_NAMED)
        raise UserError(f"{len(meant)} runs begin with {name}, name one: {', '.join([*names, *more])}")
    return meant[0] if meant else said


def began(run: Path) -> datetime:
    """Return the start of a run: the time in its name, or the time when its configuration was written."""
    if stamp := _STAMP.match(run.name):
        try:
            return datetime.strptime(stamp[0], MOMENT).replace(tzinfo=UTC)
        except ValueError:
            pass
    return datetime.fromtimestamp(_written(run), UTC)


def is_running(run: Path) -> bool:
    """Return whether a process is working in a run."""
    return is_locked(run / LOCK)


def _found(root: Path) -> Iterator[Path]:
    try:
        with os.scandir(root) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and (root / entry.name / CONFIG).is_file():
                    yield root / entry.name
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"cannot read {root}: {error.strerror or error}") from error


def _written(run: Path) -> float:
    try:
        return (run / CONFIG).stat().st_mtime
    except OSError:
        return 0.0
