"""Z-machine stories by path, and by name in the folder that `ARIADNE_STORIES` names."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial
from pathlib import Path

from ariadne.errors import AriadneError, UserError
from ariadne.events import Handicaps
from ariadne.text import counted
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.story_file import check_story, load_card, open_story

VARIABLE = "ARIADNE_STORIES"
SUFFIXES = (*(f".z{version}" for version in range(1, 9)), ".zblorb", ".zlb", ".blorb", ".blb")
MAX_STEPS = 30
"""HiAgent, section 4.1; a story's card may override it."""


def stories_folder() -> Path | None:
    """Return the folder in `ARIADNE_STORIES`, which may not exist."""
    folder = os.environ.get(VARIABLE)
    return Path(folder) if folder else None


def stories_in(folder: Path) -> list[Path]:
    """Return the stories in a folder, sorted by name, without links that lead out of it.

    Raises:
        UserError: the folder is missing, or cannot be read.
    """
    if folder.is_file():
        raise UserError(f"{folder} is a file: name the folder of stories that it is in")
    if not folder.is_dir():
        raise UserError(f"there is no folder of stories {folder}")
    inside = folder.resolve()
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except OSError as error:
        raise UserError(f"cannot read {folder}: {error.strerror or error}") from error
    return [path for path in paths if path.is_file() and path.resolve().is_relative_to(inside)]


def find_story(name: str) -> Path | None:
    """Find the story file called `name` in the folder, with or without its suffix; None if there is none.

    The name is compared with file names, and never becomes part of a path.

    Raises:
        UserError: the folder is missing, or several stories match.
    """
    folder = stories_folder()
    if folder is None:
        return None
    found = [path for path in stories_in(folder) if name in (path.stem, path.name)]
    if len(found) > 1:
        raise UserError(f"{name} may be {' or '.join(path.name for path in found)}: name one with its suffix")
    return found[0] if found else None


def about_story(path: Path) -> str:
    """Open a story briefly and describe it for a list: whether Jericho has bindings for it, and its number of points;
    or the reason it cannot be played. With bindings, Jericho can list valid actions."""
    try:
        with closing(open_story(path)) as world:
            known, points = world.known, world.score().maximum
    except AriadneError as error:
        return str(error)
    size = counted(points, "point") if points else "unknown points"
    return f"{'' if known else 'not '}known to Jericho, {size}"


def _by_name() -> dict[str, Path]:
    folder = stories_folder()
    return {path.name: path for path in stories_in(folder)} if folder else {}


def _find(name: str, seed: int | None) -> Game | None:
    path = Path(name)
    if path.name == name and not path.is_file():
        path = find_story(name) or path
    if not path.exists() or path.is_dir():
        return None
    check_story(path)
    return _game(path, seed, ())


def _game(path: Path, seed: int | None, handicap: Handicaps) -> Game:
    """A story; its name shows its handicaps."""
    suffix = f" (handicap: {', '.join(handicap)})" if handicap else ""
    return Game(
        path.stem + suffix,
        path,
        seed,
        load_card(path).max_steps or MAX_STEPS,
        partial(open_story, path, seed=seed, handicap=handicap),
        sandboxed=True,
        files=lambda: (path, path.with_suffix(".yaml")),
        portable=True,
        handicapped=partial(_game, path, seed),
    )


STORIES = WorldKind(_find, lambda: list(_by_name()), lambda name: about_story(_by_name()[name]))
