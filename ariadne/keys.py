"""Redaction of secret keys. Every key read is registered, and all output is `redacted` first."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from ariadne.caches import cached, forget
from ariadne.errors import UserError
from ariadne.forks import Lock

SHORTEST = 8
MARK = "(key)"
_VARIABLE = "OPENAI_API_KEY"

_registered: frozenset[str] = frozenset()
_SAYING = Lock()


def api_key(said: str | None = None) -> str:
    """Return the key for endpoints: the given one, which is registered, by default `OPENAI_API_KEY`; empty if none.

    Raises:
        UserError: the key is invalid.
    """
    key = (os.environ.get(_VARIABLE, "") if said is None else said).strip()
    if not all("!" <= character <= "~" and character not in '"\\' for character in key):
        where = _VARIABLE if said is None else "api_key"
        raise UserError(f"{where} contains characters that no key has: set it again")
    if said is not None:
        in_use(key)
    return key


def in_use(*keys: str) -> None:
    """Register keys to redact, in addition to `OPENAI_API_KEY`; each word counts as a key.

    A key of fewer than eight characters is not a secret, but a placeholder for a local server.
    """
    global _registered  # noqa: PLW0603
    with _SAYING:
        _registered = _registered.union(*(key.split() for key in keys))
    # Cached texts may contain one.
    forget()


def redacted(text: str) -> str:
    """Return the text with `(key)` in place of every registered key, plain or escaped for JSON.

    HTML and URLs need no more: a usual key has only letters, digits, `-` and `_`, which they do not escape.
    """
    if len(text) < SHORTEST:
        return text
    pattern = _pattern(_registered, os.environ.get(_VARIABLE, ""))
    return pattern.sub(MARK, text) if pattern else text


def without_keys(value: Any) -> Any:
    """Redact all texts in a JSON value."""
    if not _pattern(_registered, os.environ.get(_VARIABLE, "")):
        return value
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted(name): without_keys(each) for name, each in value.items()}
    return [without_keys(each) for each in value] if isinstance(value, list | tuple) else value


@cached(None)
def _pattern(registered: frozenset[str], key: str) -> re.Pattern[str] | None:
    """A pattern for the keys; None if there are none. The longest come first, since a key may contain another."""
    keys = {key for key in registered.union(key.split()) if len(key) >= SHORTEST}
    found = ("".join(map(_spelled, key)) for key in sorted(keys, key=len, reverse=True))
    return re.compile("|".join(found)) if keys else None


def _spelled(character: str) -> str:
    """A pattern for a character, plain or escaped one or more times for JSON."""
    # A long run of backslashes is searched once, from its start.
    escaped = rf"u{ord(character):04x}" + ("|/" if character == "/" else "")
    return rf"(?:{re.escape(character)}|(?<!\\)\\++(?:{escaped}))"
