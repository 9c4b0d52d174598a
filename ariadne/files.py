"""Where files are: the data that ships with Ariadne, and the folders that it writes; and how a text file is written."""

from __future__ import annotations

import os
from pathlib import Path

from ariadne.errors import UserError
from ariadne.keys import redacted

PACKAGE = Path(__file__).parent


def data_folder(name: str) -> Path:
    """The folder `prompts`, `games` or `plans` that ships with Ariadne: in the wheel, or in a checkout."""
    in_wheel = PACKAGE / "_data" / name
    return in_wheel if in_wheel.is_dir() else PACKAGE.parent / name


def home() -> Path:
    """The folder under which `games/built` and `runs` are made: `ARIADNE_HOME`, else the current one."""
    return Path(os.environ.get("ARIADNE_HOME") or ".")


def built_games() -> Path:
    """Where games are made on first use."""
    return home() / "games" / "built"


def runs() -> Path:
    """Where runs are kept unless `--runs` says otherwise."""
    return home() / "runs"


def reply_cache() -> Path:
    """Where replies of endpoints are kept for other runs."""
    return home() / "cache" / "replies.sqlite"


def write(path: Path, content: str | bytes) -> None:
    """Write a file: a text without keys, bytes as they are.

    Raises:
        UserError: it cannot be written.
    """
    try:
        if isinstance(content, str):
            content = redacted(content).encode("utf-8", "backslashreplace")
        path.write_bytes(content)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
