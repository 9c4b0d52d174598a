"""Worlds by name: the kinds of world that there are, and the games that a name stands for."""

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
"""Ariadne's own, in the order in which they are asked. They are loaded as those of other packages are: whoever asks for
a world knows nothing of those who make its games."""


@dataclass(frozen=True)
class Game:
    """A game that can be played. It is made when that is asked for, and opened for each who plays it.

    Attributes:
        name: what records call it; with the seed it tells the game from others.
        source: the file that it is played from.
        seed: what it is made with, or its number; None where nobody knows.
        max_steps: how many steps an agent has for it, unless told otherwise.
        open: starts it; takes a goal and a briefing that go before its own.
        make: makes it unless it is there; whether it was made.
        preset: what it is made from, whatever its seed, if that is known.
        apart: whether it is played in a process of its own (see `apart.py`).
        inside: tells people what is in it, as a floor plan or as facts by name; never for an agent.
        seeded: whether another seed would make another game of it, or let another chance rule in it.
        handicapped: the same game with some handicaps, which its name then tells; None if there are none for it.
        files: all that it is played from, where that is more than its source; some need not be there.
        portable: whether its source is the same game in another folder, with its files beside it.
    """

    name: str
    source: Path
    seed: int | None
    max_steps: int
    open: Callable[[str, str], World]
    make: Callable[[], bool] = lambda: False
    preset: Mapping[str, Any] | None = None
    apart: bool = False
    inside: Callable[[], FloorPlan | Mapping[str, str]] = dict
    seeded: bool = True
    handicapped: Callable[[Handicaps], Game] | None = None
    files: Callable[[], tuple[Path, ...]] = tuple
    portable: bool = False

    @property
    def title(self) -> str:
        """The name for people, with the seed."""
        return self.name if self.seed is None else f"{self.name} · seed {self.seed}"

    def digest(self) -> str:
        """What it is: the digest of all files that it is played from, which must have been made.

        Raises:
            UserError: they cannot be read.
        """
        return digest_of(self.files() or (self.source,))

    def origin(self) -> str:
        """The digest of what all of its seeds are: their preset, or the file itself; empty where nobody knows.

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
        find: (name, seed) -> the game of that name, with that seed or else the first; None if the name is none of its
            names. It raises a UserError if the name is, and there is no such game.
        names: those that it is known to have games of, for people to choose from.
        about: (name) -> a sentence or two about the games of that name.
        seeds: (name, wanted) -> which games of that name are evaluated: those of the wanted seeds, or else the usual
            ones; (None,) where the name stands for one game.
    """

    find: Callable[[str, int | None], Game | None]
    names: Callable[[], Sequence[str]] = tuple
    about: Callable[[str], str] = lambda name: ""
    seeds: Callable[[str, Sequence[int] | None], Sequence[int | None]] = lambda name, wanted: (None,)


def find_game(name: str, seed: int | None = None) -> Game:
    """The game that a name stands for: a preset's, a task's, a story's or another package's, or the path of a preset's
    YAML, a PDDL problem or a story. A number behind a name is its seed: `gripper/3`.

    Raises:
        UserError: there is no such game, its file is none, two seeds are said, or one of a game that has none.
    """
    base, own = _parted(name)
    for asked, number in ((name, seed), (base, own)):
        for kind in _kinds():
            if asked and (game := kind.find(asked, number)):
                if asked == base and seed not in (None, own):
                    raise UserError(f"game: {name} names seed {own}, and --seed says {seed}: leave one out")
                if asked == base:
                    check_seeded(game)
                return game
    raise _no_game(name)


def path_of(name: str) -> Path | None:
    """The file that a game is named by, as a whole path; None where it has a name of its own."""
    for said in (name, _parted(name)[0]):
        if said and Path(said).is_file():
            return Path(said).resolve()
    return None


def seed_behind(name: str) -> int | None:
    """The seed that stands behind the name of a game, as in `gripper/3`."""
    return _parted(name)[1]


def check_seeded(game: Game) -> None:
    """See that a seed that was asked for makes a difference to a game.

    Raises:
        UserError: it makes none.
    """
    if not game.seeded:
        raise UserError(f"game: {game.source} is one game, whatever the seed: leave the seed out")


def with_handicap(game: Game, handicap: Handicaps) -> Game:
    """A game with the handicaps that are asked for, if any are.

    Raises:
        UserError: the game knows none.
    """
    if not handicap:
        return game
    if game.handicapped is None:
        raise UserError(f"--handicap {','.join(handicap)}: {game.name} is no story, and knows none: leave it out")
    return game.handicapped(handicap)


def knows_handicaps(name: str) -> bool:
    """Whether there are handicaps for the games of a name.

    Raises:
        UserError: there is no such game.
    """
    return find_game(name).handicapped is not None


def check_handicap(names: Sequence[str]) -> None:
    """See that handicaps that were asked for are of use to one of these games.

    Raises:
        UserError: they are to none, or there is no such game.
    """
    if not any(map(knows_handicaps, names)):
        raise UserError(f"--handicap: {', '.join(names)}: no story, which alone knows any: leave it out")


def check_seeds(names: Sequence[str]) -> None:
    """See that seeds that were asked for make a difference to which of these games are evaluated.

    Raises:
        UserError: they make none to any, or there is no such game.
    """
    if all(tuple(find_seeds(name)) == (None,) for name in names):
        raise UserError(
            f"--seeds: {', '.join(names)}: one game each, whatever the seed: leave them out, or say --repeats"
        )


def find_seeds(name: str, wanted: Sequence[int] | None = None) -> Sequence[int | None]:
    """The seeds of the games that an evaluation takes a name for; (None,) where it is one game, whatever the seed.

    Args:
        wanted: those that are asked for, where there is a choice.

    Raises:
        UserError: there is no such game.
    """
    for kind in _kinds():
        if kind.find(name, None):
            return kind.seeds(name, wanted)
    find_game(name)
    return (None,)


def kind_names() -> list[str]:
    """What the kinds of world are called."""
    return [*_OWN, *sorted(entry_points(group=GROUP).names - _OWN.keys())]


def find_kind(name: str) -> WorldKind:
    """The kind of world of that name: Ariadne's own, or an entry point in the group `ariadne.worlds`.

    Raises:
        UserError: there is none, or it cannot be loaded.
    """
    own = [EntryPoint(name, _OWN[name], GROUP)] if name in _OWN else ()
    for entry in own or entry_points(group=GROUP, name=name):
        kind = load(entry)
        if not isinstance(kind, WorldKind):
            raise UserError(f"{name} ({GROUP}) is no WorldKind")
        return kind
    raise UserError(f"worlds: {unknown(name, kind_names())}")


def _kinds() -> Iterator[WorldKind]:
    """All kinds; those of other packages are looked for when no other knows a name."""
    yield from map(find_kind, _OWN)
    yield from (find_kind(name) for name in kind_names() if name not in _OWN)


def _parted(name: str) -> tuple[str, int | None]:
    """A name and the number behind it; nothing where there is none."""
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
