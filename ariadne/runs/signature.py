"""Signatures distinguish the runs that this user made, or trusts, from runs that come from elsewhere.

A run's signature is a keyed digest of its configuration. The key is random, is made once, and is stored where only this
user can read it, outside all runs' folders and any folder that a run could name. A moved or copied run keeps its
signature; a change of its configuration breaks it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from ariadne.files import open_inside, state

CONFIG, SIGNATURE = "config.yaml", ".signature"
_BYTES = 32


def sign(folder: Path) -> None:
    """Sign a run with its current configuration. If the key or the signature cannot be written, it stays unsigned."""
    secret = _secret(make=True)
    if secret:
        with (
            suppress(OSError),
            os.fdopen(open_inside(folder / SIGNATURE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w") as file,
        ):
            file.write(_digest(secret, folder))


def is_signed(folder: Path) -> bool:
    """Whether a run has this user's signature for its current configuration."""
    secret = _secret()
    try:
        return secret is not None and hmac.compare_digest(_read(folder / SIGNATURE), _digest(secret, folder).encode())
    except OSError:
        return False


def _digest(secret: bytes, folder: Path) -> str:
    return hmac.new(secret, b"ariadne run\0" + _read(folder / CONFIG), hashlib.sha256).hexdigest()


def _secret(make: bool = False) -> bytes | None:
    """The key of signatures; None if it is missing, or if others could have read or written it."""
    try:
        path = state() / "secret"
        if make and not path.exists():
            _make(path)
        with os.fdopen(open_inside(path), "rb") as file:
            about, content = os.fstat(file.fileno()), file.read()
    except (OSError, RuntimeError):  # a user without a home folder
        return None
    is_own = about.st_uid == os.getuid() and not stat.S_IMODE(about.st_mode) & 0o077
    return content if is_own and len(content) == _BYTES else None


def _make(path: Path) -> None:
    """Create the key atomically; if two processes do so at once, the first one wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number, part = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        os.unlink(part)


def _read(path: Path) -> bytes:
    with os.fdopen(open_inside(path), "rb") as file:
        return file.read()
