"""The digest of a game: a short hash of its files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ariadne.errors import UserError

LETTERS = 16

# The card contains the game's digest, so the digest skips that line.
_OWN = re.compile(rb"^digest: .*\n", re.MULTILINE)


def digest_of(files: Iterable[Path]) -> str:
    """Return the digest of files, in their order; missing files are skipped.

    Raises:
        UserError: a file cannot be read, or all are missing.
    """
    contents = [_content(path) for path in files if path.exists()]
    if not contents:
        raise UserError(f"there is no file {next(iter(files), '')}")
    return digest(*contents)


def digest_of_said(said: Mapping[str, Any]) -> str:
    """Return the digest of names with values, in any order."""
    return digest(json.dumps(said, sort_keys=True).encode())


def digest(*contents: bytes) -> str:
    """Return the digest of contents, in their order."""
    found = hashlib.sha256()
    for content in contents:
        found.update(f"{len(content)} ".encode() + content)
    return found.hexdigest()[:LETTERS]


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    return _OWN.sub(b"", content) if path.suffix == ".yaml" else content
