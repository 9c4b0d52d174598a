"""Worlds by name: the kinds of world, and the game for each name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.errors import UserError
from ariadne.events import Handicaps
from ariadne.registry import load, near, unknown
from ariadne.worlds.digest import digest_of, digest_of_said

if TYPE_CHECKING:
    from ariadne.worlds.floor_plan import FloorPlan
    from ariadne.worlds.world import World

GROUP = "ariadne.worlds"

_OWN = {
    "presets": "ariadne.games.by_preset:PRESETS",
    "tasks": "ariadne.worlds.pddl.tasks:TASKS",
    "babyai": "ariadne.worlds.babyai.levels:BABYAI",
    "scienceworld": "ariadne.worlds.scienceworld.tasks:SCIENCEWORLD",
    "textworldexpress": "ariadne.worlds.textworldexpress.games:TEXTWORLDEXPRESS",
    "textworld": "ariadne.worlds.textworld_files:FILES",
    "stories": "ariadne.worlds.stories:STORIES",
}
"""Ariadne's own kinds, in the order of lookup. They are loaded like those of other packages, so this module does not
import the makers of games."""


@dataclass(frozen=True)
class Game:
    """A game that can be played. It is made on request, and opened for each player.

    Attributes:
        name: its name in records; unique together with the seed.
        source: the file that it is played from.
        seed: the seed of its making, or its number; None if unknown.
        max_steps: the default limit of steps.
        open: starts it.
        make: makes it if it is missing; returns whether it did.
        preset: what all seeds of the game are made from, if known.
        sandboxed: whether it is played in a separate process (see `sandbox.py`).
        inside: returns its contents for users, as a floor plan or as facts by name; never for an agent.
        seeded: whether the seed changes the game or its chance events.
        handicapped: returns the game with some handicaps, which its name then shows; None if it supports none.
        files: all files that it is played from, if more than its source; some may be missing.
        portable: whether a copy of the source and its files in another folder is the same game.
    """

    name: str
    source: Path
    seed: int | None
    max_steps: int
    open: Callable[[], World]
    make: Callable[[], bool] = lambda: False
    preset: Mapping[str, Any] | None = None
    sandboxed: bool = False
    inside: Callable[[], FloorPlan | Mapping[str, str]] = dict
    seeded: bool = True
    handicapped: Callable[[Handicaps], Game] | None = None
    files: Callable[[], tuple[Path, ...]] = tuple
    portable: bool = False

    @property
    def title(self) -> str:
        """Return the name for display, with the seed."""
        return self.name if self.seed is None else f"{self.name} · seed {self.seed}"

    def digest(self) -> str:
        """Return the digest of all files that the game is played from; they must exist.

        Raises:
            UserError: they cannot be read.
        """
        return digest_of(self.files() or (self.source,))

    def origin(self) -> str:
        """Return the digest of what all its seeds share: their preset, or the file itself; empty if unknown.

        Raises:
            UserError: the file cannot be read.
        """
        if self.preset:
            return digest_of_said(self.preset)
        return self.digest() if self.portable else ""


@dataclass(frozen=True)
class WorldKind:
    """A kind of world.

    Attributes:
        find: (name, seed) -> the game of that name and seed, by default the first seed; None if the name belongs to
            another kind. It raises a UserError if the name belongs to this kind but there is no such game.
        names: its known games, for users to choose from.
        about: (name) -> a sentence or two about the games of that name.
        seeds: (name, wanted) -> the seeds of that name to evaluate: those wanted, by default the usual ones; (None,)
            if the name means one game. If the game is not `seeded`, none are wanted.
    """

    find: Callable[[str, int | None], Game | None]
    names: Callable[[], Sequence[str]] = tuple
    about: Callable[[str], str] = lambda name: ""
    seeds: Callable[[str, Sequence[int] | None], Sequence[int | None]] = lambda name, wanted: wanted or (None,)


def find_game(name: str, seed: int | None = None) -> Game:
    """Find a game by name: a preset, a task, a story, a game of another package, or the path of a preset's YAML, a PDDL
    problem or a story. A number after the name is the seed: `gripper/3`.

    Raises:
        UserError: there is no such game, its file is invalid, the seed is given twice, or the game takes no seed.
    """
    base, own = _parted(name)
    for asked, number in ((name, seed), (base, own)):
        for kind in _kinds():
            if asked and (game := kind.find(asked, number)):
                if asked == base and seed not in (None, own):
                    raise UserError(f"game: {name} names seed {own}, but --seed is {seed}: leave one out")
                if asked == base:
                    check_seeded(game)
                return game
    raise _no_game(name)


def path_of(name: str) -> Path | None:
    """Return the absolute path of a game given by its file; None if it is given by a name."""
    for text in (name, _parted(name)[0]):
        if text and Path(text).is_file():
            return Path(text).resolve()
    return None


def seed_behind(name: str) -> int | None:
    """Return the seed at the end of a game's name, as in `gripper/3`."""
    return _parted(name)[1]


def check_seeded(game: Game) -> None:
    """Check that a requested seed makes a difference to a game.

    Raises:
        UserError: it makes none.
    """
    if not game.seeded:
        raise UserError(f"game: {game.source} is one game, whatever the seed: leave the seed out")


def with_handicap(game: Game, handicap: Handicaps) -> Game:
    """Return a game with the requested handicaps, if any.

    Raises:
        UserError: the game supports no handicaps.
    """
    if not handicap:
        return game
    if game.handicapped is None:
        raise UserError(
            f"--handicap {','.join(handicap)}: {game.name} is not a story, and has no handicaps: leave it out"
        )
    return game.handicapped(handicap)


def knows_handicaps(name: str) -> bool:
    """Return whether the games of a name support handicaps.

    Raises:
        UserError: there is no such game.
    """
    return find_game(name).handicapped is not None


def check_handicap(names: Sequence[str]) -> None:
    """Check that at least one of these games supports handicaps.

    Raises:
        UserError: none of them does, or there is no such game.
    """
    if not any(map(knows_handicaps, names)):
        raise UserError(f"--handicap: {', '.join(names)}: only stories have handicaps: leave it out")


def check_seeds(names: Sequence[str], wanted: Sequence[int] | None) -> None:
    """Check that requested seeds make a difference to which of these games are evaluated.

    Raises:
        UserError: they make no difference, or there is no such game.
    """
    if all(tuple(find_seeds(name, wanted)) == (None,) for name in names):
        raise UserError(
            f"--seeds: {', '.join(names)}: one game each, whatever the seed: leave them out, or say --repeats"
        )


def find_seeds(name: str, wanted: Sequence[int] | None = None) -> Sequence[int | None]:
    """Return the seeds to evaluate of a name; (None,) if the name means one game.

    Args:
        wanted: the requested seeds, if any.

    Raises:
        UserError: there is no such game.
    """
    for kind in _kinds():
        if game := kind.find(name, None):
            return kind.seeds(name, wanted if game.seeded else None)
    find_game(name)
    return (None,)


def kind_names() -> list[str]:
    """Return the names of the kinds of world."""
    return [*_OWN, *sorted(entry_points(group=GROUP).names - _OWN.keys())]


def find_kind(name: str) -> WorldKind:
    """Return the kind of world of that name: Ariadne's own, or an entry point in the group `ariadne.worlds`.

    Raises:
        UserError: it does not exist, or cannot be loaded.
    """
    own = [EntryPoint(name, _OWN[name], GROUP)] if name in _OWN else ()
    for entry in own or entry_points(group=GROUP, name=name):
        kind = load(entry)
        if not isinstance(kind, WorldKind):
            raise UserError(f"{name} ({GROUP}) is not a WorldKind")
        return kind
    raise UserError(f"worlds: {unknown(name, kind_names())}")


def _kinds() -> Iterator[WorldKind]:
    """All kinds, Ariadne's own first; other packages are searched only if no own kind matches."""
    yield from map(find_kind, _OWN)
    yield from (find_kind(name) for name in kind_names() if name not in _OWN)


def _parted(name: str) -> tuple[str, int | None]:
    """Split the number from the end of a name; None if there is none."""
    parts = re.fullmatch(r"(.+)/(0|[1-9][0-9]{0,9})", name)
    return (parts[1], int(parts[2])) if parts else ("", None)


def _no_game(name: str) -> UserError:
    path = Path(name)
    if name and path.is_dir():
        return UserError(f"game: {name} is a folder: name a file in it, such as a story (.z8) or a preset (.yaml)")
    known = [known for kind in _kinds() for known in kind.names()]
    if path.suffix or (len(path.parts) > 1 and path.parts[0] not in known):
        return UserError(f"game: there is no file {name}")
    found = near(name, known) or ";"
    return UserError(f"game: unknown name '{name}'{found} `ariadne games` lists all; name a story by its path")
