"""The games of a run: their state when it began, and a copy of their files for resuming if they have changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.files import write
from ariadne.runs.run import Run
from ariadne.worlds.card import GameCard
from ariadne.worlds.registry import Game, find_game, seed_behind

FOLDER = "games"
AS_IT_WAS = "--as-it-was"


@dataclass(frozen=True)
class KeptGame:
    """A game of a run.

    Attributes:
        game: the name given by the user. `digest`: the game's digest. `origin`: its digest without the seed.
        file: the playable copy in the run's folder; empty if there is none.
    """

    game: str
    seed: int | None
    digest: str
    file: str = ""
    origin: str = ""

    @property
    def title(self) -> str:
        """Return the game's name for display."""
        return self.game if self.seed is None else f"{self.game}, seed {self.seed},"

    def copy(self, run: Run) -> Path | None:
        """Return the path of its copy; None if there is none."""
        path = run.path / self.file
        return path.resolve() if self.file and path.is_file() else None


def keep(run: Run, name: str, seed: int | None, game: Game) -> KeptGame:
    """Keep a copy of a game; make the game first if it is missing.

    Args:
        name, seed: as given by the user.

    Raises:
        UserError, Failure: the game cannot be made, read or copied.
    """
    game.make()
    digest, origin = game.digest(), game.origin()
    if not game.portable:
        return KeptGame(name, seed, digest, origin=origin)
    folder = Path(FOLDER, digest)
    for file in game.files():
        if file.is_file():
            write(run.path / folder / file.name, file.read_bytes(), inside=True)
    return KeptGame(name, seed, digest, str(folder / game.source.name), origin)


def changed(run: Run, games: Sequence[KeptGame], make: Callable[[Sequence[Game]], object]) -> dict[KeptGame, str]:
    """Return the games of a run that have changed, each with the difference.

    Args:
        make: makes games; it gets only those without a difference visible before.
    """
    found = {each: told for each in games if (told := _visible_early(run, each))}
    others = {each: find_game(each.game, each.seed) for each in games if each not in found}
    make(list(others.values()))
    return found | {each: _files(run, each, game) for each, game in others.items() if game.digest() != each.digest}


def refusal(found: Mapping[KeptGame, str], run: Run) -> UserError:
    """Return the error for a run whose games have changed, with the ways to resume it."""
    ways = ["put it back", "start a new run"]
    if all(each.copy(run) for each in found):
        ways.append(f"resume with the run's copy of it: {AS_IT_WAS}")
    return UserError(f"{told(found)}: {', '.join(ways[:-1])}, or {ways[-1]}")


def told(found: Mapping[KeptGame, str]) -> str:
    """Return the changes in a phrase."""
    (kept, what), *more = found.items()
    others = f", and so have {len(more)} more games of the run" if more else ""
    return f"{kept.title} has changed since the run began ({what}){others}"


def name_of_copy(kept: KeptGame, run: Run) -> str:
    """Return the name that plays a run's copy of a game: its path, with the number at the end of the game's own name.

    Raises:
        UserError: there is no copy.
    """
    path = kept.copy(run)
    if path is None:
        raise UserError(f"{kept.title} has changed, and the run kept no copy of it: put it back, or start a new run")
    number = seed_behind(kept.game)
    return str(path) if number is None or not find_game(str(path)).seeded else f"{path}/{number}"


def check_same(name: str, game: Game, digest: str) -> None:
    """Check that a game is still the one that a run began with.

    Args:
        digest: of the original game; empty if unknown.

    Raises:
        UserError: it has changed.
    """
    if digest not in ("", game.digest()):
        raise UserError(f"{name} has changed since the run began: put it back, or resume with --resume and {AS_IT_WAS}")


def _visible_early(run: Run, kept: KeptGame) -> str:
    """The changes visible before a game is made."""
    try:
        game = find_game(kept.game, kept.seed)
    except UserError as error:
        return str(error)
    copy = kept.copy(run)
    if copy is None or game.preset is None:
        return ""
    return _unlike(GameCard.load(copy.with_suffix(".yaml")).recipe, game.preset)


def _unlike(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The values that differ; nested values are compared one by one."""
    pairs = ((name, before.get(name), now.get(name)) for name in dict.fromkeys([*before, *now]))
    return ", ".join(
        _unlike(old, new)
        if isinstance(old, Mapping) and isinstance(new, Mapping)
        else f"{name} was {json.dumps(old)} and is {json.dumps(new)}"
        for name, old, new in pairs
        if old != new
    )


def _files(run: Run, kept: KeptGame, game: Game) -> str:
    """The files of a game that differ from the run's copies."""
    copy = kept.copy(run)
    if copy is None:
        return f"{game.source.name} differs"
    pairs = [(file, copy.with_name(file.name)) for file in game.files()]
    names = [now.name for now, before in pairs if _bytes(now) != _bytes(before)]
    return f"{', '.join(names) or game.source.name} differs"


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
