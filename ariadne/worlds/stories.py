"""A folder with a suite of Z-machine stories, which can be played by name: the one in `ARIADNE_STORIES`."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ariadne.errors import AriadneError, UserError

VARIABLE = "ARIADNE_STORIES"
SUFFIXES = tuple(f".z{version}" for version in range(1, 9))


@dataclass(frozen=True)
class Listed:
    """What a list says about a story.

    Attributes:
        known: whether Jericho has bindings for it, and so can list its valid actions.
        maximum: points that can be reached; 0 where that is not known.
        problem: why it cannot be played; empty if it can.
    """

    known: bool = False
    maximum: float = 0
    problem: str = ""


def stories_folder() -> Path | None:
    """The folder that `ARIADNE_STORIES` names, whether it is there or not."""
    folder = os.environ.get(VARIABLE)
    return Path(folder) if folder else None


def stories_in(folder: Path) -> list[Path]:
    """The stories of a folder, by name; a link that leads out of it is none of them.

    Raises:
        UserError: there is no such folder, or it cannot be read.
    """
    if not folder.is_dir():
        raise UserError(f"there is no folder of stories {folder}")
    inside = folder.resolve()
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except OSError as error:
        raise UserError(f"cannot read {folder}: {error.strerror or error}") from error
    return [path for path in paths if path.is_file() and path.resolve().is_relative_to(inside)]


def find_story(name: str) -> Path | None:
    """The story in the folder whose file is called `name`, with or without its suffix; None if there is none.

    A name is compared with those of the files, and never becomes a part of a path.

    Raises:
        UserError: the folder is missing, or several stories are called so.
    """
    folder = stories_folder()
    if folder is None:
        return None
    found = [path for path in stories_in(folder) if name in (path.stem, path.name)]
    if len(found) > 1:
        raise UserError(f"{name} may be {' or '.join(path.name for path in found)}: name one with its suffix")
    return found[0] if found else None


def listed(path: Path) -> Listed:
    """Open a story for a moment to see what it is."""
    from ariadne.worlds.jericho import open_story

    try:
        with closing(open_story(path)) as world:
            return Listed(world.known, world.score().maximum)
    except AriadneError as error:
        return Listed(problem=str(error))
