"""A run's folder: its configuration, and the events of its episodes."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.files import lock, open_inside
from ariadne.gather import gathered

if TYPE_CHECKING:
    from ariadne.runs.trust import Configured

LONGEST_NAME = 60
CONFIG, LOCK = "config.yaml", ".lock"
MOMENT = "%Y%m%d-%H%M%S"
"""The format of the UTC time at the start of a run's name."""
# Seconds to wait for a lock: a process that checks whether a run is locked holds its lock for a moment.
_PATIENCE = 0.2
# Nanoseconds: more than the resolution of file systems' times.
_TICK = 2 * 10**9


class Run:
    """A folder under `runs/`, locked by this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folders: dict[str, list[Path]] = {}
        self._changed = 0

    @property
    def config(self) -> Path:
        """Return the path of its configuration."""
        return self.path / CONFIG

    def keep(self, config: Configured) -> None:
        """Write the run's configuration.

        Raises:
            UserError: it cannot be written.
        """
        config.save(self.config)

    def configuration(self) -> str:
        """Return the run's configuration as YAML; empty if the file is missing.

        Raises:
            UserError: it cannot be read.
        """
        try:
            with os.fdopen(open_inside(self.config), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"cannot read {self.config}: {getattr(error, 'strerror', None) or error}") from error

    def events(self, number: int, game: str, agent: str, repeat: int) -> Path:
        """Return the path of the events of episode `number`."""
        return self.part("episodes", number, game, agent, str(repeat))

    def part(self, kind: str, number: int, *names: str) -> Path:
        """Return the path of the events of a part of the run; the names only help readers."""
        return self.path / kind / "-".join([str(number), *map(file_name, names)]) / "events.jsonl"

    def found(self, number: int) -> Path | None:
        """Return the path of an episode's existing events; None if there are none."""
        return self._listed(number) or (self._listed(number) if self._list() else None)

    def _listed(self, number: int) -> Path | None:
        files = (folder / "events.jsonl" for folder in self._folders.get(str(number), ()))
        return next((file for file in files if file.is_file()), None)

    def _list(self) -> bool:
        """List the folders of episodes again if they may have changed; return whether that was done.

        A run of 10,000 episodes looks up each of them several times.
        """
        episodes = self.path / "episodes"
        changed = episodes.stat().st_mtime_ns if episodes.is_dir() else 0
        if changed == self._changed:
            return False
        self._folders = gathered((path.name.partition("-")[0], path) for path in episodes.iterdir()) if changed else {}
        # A folder made within the clock's resolution would go unnoticed.
        self._changed = changed if time.time_ns() - changed > _TICK else 0
        return True


@contextmanager
def new_run(root: Path, name: str) -> Iterator[Run]:
    """Create and lock a folder for a run, with a unique name made of the UTC time and `name`.

    Raises:
        UserError: the folder cannot be created.
    """
    moment = datetime.now(UTC).strftime(MOMENT)
    path = _make_folder(root, f"{moment}-{file_name(name)}")
    with held(path):
        yield Run(path)


@contextmanager
def old_run(path: Path) -> Iterator[Run]:
    """Lock the folder of an existing run.

    Raises:
        UserError: it is missing or not a run, or another process holds the lock.
    """
    if not path.is_dir():
        raise UserError(f"there is no run {path}")
    config = Run(path).config
    if not os.path.lexists(config):
        raise UserError(f"{path} is not a run: it has no {config.name}")
    with held(path):
        yield Run(path)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a run's folder. The lock ends with the process, even if it is killed.

    Raises:
        UserError: another process holds the lock.
    """
    try:
        release = _locked(path / LOCK)
    except BlockingIOError as error:
        raise UserError(f"another process is at work in {path}: wait for it, or end it") from error
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        yield
    finally:
        release()


def _locked(path: Path) -> Callable[[], None]:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return lock(path)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_PATIENCE / 10)


def file_name(name: str) -> str:
    """Turn a name into one part of a path, safe in every file system: it cannot lead out of its folder."""
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:LONGEST_NAME].strip("-.")
    return safe or "unnamed"


def _make_folder(root: Path, name: str) -> Path:
    try:
        root.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            path = root / (name if number == 1 else f"{name}-{number}")
            try:
                path.mkdir(0o700)
            except FileExistsError:
                number += 1
            else:
                return path
    except OSError as error:
        raise UserError(
            f"cannot make a folder in {root}: {error.strerror or error}; choose another with --runs DIR"
        ) from error
