"""Which episode of a run is meant."""

from __future__ import annotations

from pathlib import Path

from ariadne.errors import UserError
from ariadne.evaluate.episodes import episode_files

MOST_NAMED = 20


def find_episode(run: Path, number: int | None) -> Path:
    """The file of events of a run's episode; the number may be left out where there is only one.

    Raises:
        UserError: the folder is no run, there is no such episode, or there are several; the message lists them.
    """
    files = episode_files(run)
    if not files:
        raise UserError(f"no episodes yet in {run}")
    found = [path for path in files if number is None or path.parent.name.partition("-")[0] == str(number)]
    if len(found) == 1:
        return found[0]
    problem = f"{run} has {len(files)} episodes, say which" if number is None else f"{run} has no episode {number}"
    names = [path.parent.name for path in files[:MOST_NAMED]]
    more = [f"and {len(files) - MOST_NAMED} more"] * (len(files) > MOST_NAMED)
    raise UserError(f"{problem}; the number is the first part of its name: {', '.join([*names, *more])}")
