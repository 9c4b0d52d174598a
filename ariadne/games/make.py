"""Making games: a preset and a seed become `<preset>-<seed>.z8`, `.json`, `.yaml`, the same on any machine."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ariadne.errors import AriadneError, Failure, UserError
from ariadne.games.presets import Preset
from ariadne.games.seeds import LARGEST
from ariadne.worlds.card import GameCard
from ariadne.worlds.registry import Game
from ariadne.worlds.textworld import check_story, is_whole

# The card is written last: a story with a card is complete.
_SUFFIXES = (".z8", ".json", ".yaml")
LONGEST = 600.0
"""Time limit in seconds for one game; TextWorld's search for a quest may never end."""


@dataclass(frozen=True)
class MakeOutcome:
    """The outcome for one game.

    Attributes:
        made: whether it was made now; False if a good one existed.
        error: why it could not be made; None if it exists now.
    """

    game: Game
    made: bool
    error: AriadneError | None = None


def story_path(preset: Preset, seed: int, folder: Path) -> Path:
    """The path of a game's story."""
    return folder / f"{preset.name}-{seed}.z8"


def make_game(preset: Preset, seed: int, folder: Path) -> Path:
    """Make a game if needed, as `make_unless_good` does, and return the path of its story."""
    make_unless_good(preset, seed, folder)
    return story_path(preset, seed, folder)


def make_games(
    games: Sequence[Game], jobs: int = 1, on_done: Callable[[MakeOutcome], None] = lambda outcome: None
) -> list[MakeOutcome]:
    """Make games, `jobs` at a time.

    A game that cannot be made does not stop the others. An interrupt starts no more games and keeps the finished ones.

    Args:
        on_done: called in this thread with each outcome.

    Returns:
        The outcomes, in the order of the games.
    """
    with ThreadPoolExecutor(max_workers=max(jobs, 1)) as pool:
        futures = [pool.submit(_outcome, game) for game in games]
        try:
            for future in as_completed(futures):
                on_done(future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in futures]


def is_good(preset: Preset, seed: int, folder: Path) -> bool:
    """Whether the game exists, is complete, and was made from this preset and seed by the current version of
    its maker."""
    story = story_path(preset, seed, folder)
    try:
        check_story(story)
        card = GameCard.load(story.with_suffix(".yaml"))
        is_this = (card.preset, card.seed, card.recipe) == (preset.name, seed, preset.recipe)
        return is_this and bool(card.digest) and is_whole(card, story)
    except UserError:
        return False


def _outcome(game: Game) -> MakeOutcome:
    try:
        return MakeOutcome(game, made=game.make())
    except AriadneError as error:
        return MakeOutcome(game, made=False, error=error)


def make_unless_good(preset: Preset, seed: int, folder: Path) -> bool:
    """Make a game in its own process; return False if a good one already exists.

    Several processes may make the same game: one makes it, the others wait for it.

    Raises:
        UserError: the knobs cannot make a game with this seed, or the folder is not writable.
        Failure: TextWorld failed, or the walkthrough does not win.
    """
    if not 0 <= seed <= LARGEST:
        raise UserError(f"a seed is a number from 0 to {LARGEST}, not {seed}")
    story = story_path(preset, seed, folder)
    try:
        # A workspace beside a good game remains from a process killed during cleanup.
        if is_good(preset, seed, folder) and not _workspace_path(folder, story.stem).exists():
            return False
        with _workspace(folder, story.stem) as workspace:
            if is_good(preset, seed, folder):  # another process may have made it while this one waited for the lock
                return False
            _make_in_child(preset, seed, workspace / story.name)
            _move(workspace / story.name, story)
            return True
    except OSError as error:
        raise UserError(f"cannot make {story}: {error.strerror or error}") from error


def _workspace_path(folder: Path, name: str) -> Path:
    return folder / f".{name}.making"


@contextmanager
def _workspace(folder: Path, name: str) -> Iterator[Path]:
    """Yield a new folder beside the games for this process alone, without the remains of a killed process.

    Its parent folder is locked; the system releases the lock when the process ends in any way.
    """
    place = _workspace_path(folder, name)
    handle = _lock(place)
    try:
        for left in place.iterdir():
            shutil.rmtree(left, ignore_errors=True)
        yield Path(tempfile.mkdtemp(dir=place)).resolve()
    finally:
        shutil.rmtree(place, ignore_errors=True)
        os.close(handle)


def _lock(place: Path) -> int:
    """Create a folder and lock it. If its previous owner has just removed it, create and lock a new one."""
    while True:
        place.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(place, os.O_RDONLY)
        except FileNotFoundError:
            continue
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            if os.path.samestat(os.fstat(handle), place.stat()):
                return handle
        except FileNotFoundError:
            pass
        os.close(handle)


def _make_in_child(preset: Preset, seed: int, story: Path) -> None:
    order = {
        "name": preset.name,
        "preset": preset.model_dump(mode="json", exclude={"name"}),
        "seed": seed,
        "story": str(story),
    }
    # The child imports the same modules from another folder; its hash seed is fixed.
    modules = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    try:
        child = subprocess.run(
            [sys.executable, "-m", "ariadne.games.build_worker"],
            input=json.dumps(order),
            capture_output=True,
            text=True,
            check=False,
            cwd=story.parent,
            # Inform 7 makes a folder in its home.
            env={**os.environ, "HOME": str(story.parent), "PYTHONHASHSEED": "0", "PYTHONPATH": modules},
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired as error:
        minutes = f"{LONGEST / 60:g} minutes"
        raise UserError(f"{story.stem}: no game was found in {minutes}: take another seed, or easier knobs") from error
    if child.returncode:
        errors = child.stderr.strip().splitlines()
        message = errors[-1] if errors else f"{story.stem}: the process that made it ended with {child.returncode}"
        raise UserError(message) if child.returncode == UserError.exit_code else Failure(message)


def _move(made: Path, story: Path) -> None:
    story.with_suffix(".yaml").unlink(missing_ok=True)
    for suffix in _SUFFIXES:
        made.with_suffix(suffix).replace(story.with_suffix(suffix))
