"""Redaction of secret keys. Every key that is read is registered, and all output is `redacted` first."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from ariadne.caches import cached, forget
from ariadne.errors import UserError
from ariadne.forks import Lock

SHORTEST = 8
MARK = "(key)"
_VARIABLE = "OPENAI_API_KEY"
_IN_URLS = {"+": "-", "/": "_"}
"""How URL-safe base64 writes two of its characters."""
_NAMES = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
"""HTML's names of escaped characters."""

_said: frozenset[str] = frozenset()
_SAYING = Lock()


def api_key(said: str | None = None) -> str:
    """Return the key for endpoints: the given one, which becomes a key in use, else `OPENAI_API_KEY`; empty if there is
    none.

    Raises:
        UserError: it is not a valid key.
    """
    key = (os.environ.get(_VARIABLE, "") if said is None else said).strip()
    if not all("!" <= character <= "~" and character not in '"\\' for character in key):
        where = _VARIABLE if said is None else "api_key"
        raise UserError(f"{where} holds characters that no key has: set it again")
    if said is not None:
        in_use(key)
    return key


def in_use(*keys: str) -> None:
    """Register keys to redact, besides the one in `OPENAI_API_KEY`; each word counts as a key.

    A key of fewer than eight characters is a placeholder, as local servers take, and not a secret.
    """
    global _said  # noqa: PLW0603
    with _SAYING:
        _said = _said.union(*(key.split() for key in keys))
    # Cached texts may hold one.
    forget()


def redacted(text: str) -> str:
    """Return the text with `(key)` in place of every key in use, in any spelling.

    Found are the key in any letter case, escaped once or more for JSON, HTML or URLs, and within base64 of either
    alphabet, whatever surrounds it there.
    """
    if len(text) < SHORTEST:
        return text
    forms = _forms(_said, os.environ.get(_VARIABLE, ""))
    if not forms or not _may_hold(text, forms):
        return text
    found = 1
    while found:  # Removing a key may join what stood around it to another.
        text, found = _pattern(forms).subn(MARK, text)
    return text


def without_keys(value: Any) -> Any:
    """Redact all texts in a JSON value."""
    if not _forms(_said, os.environ.get(_VARIABLE, "")):
        return value
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted(name): without_keys(each) for name, each in value.items()}
    return [without_keys(each) for each in value] if isinstance(value, list | tuple) else value


@cached(None)
def _forms(said: frozenset[str], key: str) -> tuple[str, ...]:
    """What to look for: keys, and their forms in base64."""
    keys = sorted(key for key in said.union(key.split()) if len(key) >= SHORTEST)
    return tuple(dict.fromkeys(form for key in keys for form in (key, *_in_base64(key.encode("utf-8", "replace")))))


def _in_base64(key: bytes) -> list[str]:
    """The characters that a key alone determines, for each offset in a group of three bytes."""
    found = []
    for before in range(3):
        characters = b64encode(bytes(before) + key).decode()
        found.append(characters[-(-8 * before // 6) : 8 * (before + len(key)) // 6])
    return found


def _may_hold(text: str, forms: tuple[str, ...]) -> bool:
    """Whether a full search is worthwhile, which takes a hundred times as long."""
    lower = text.lower()
    return any(form in lower for form in _plain(forms)) or _escapes(forms).search(text) is not None


@cached(None)
def _plain(forms: tuple[str, ...]) -> tuple[str, ...]:
    """The forms in lower case."""
    lower = [form.lower() for form in forms]
    return tuple(dict.fromkeys([*lower, *(form.replace("+", "-").replace("/", "_") for form in lower)]))


@cached(None)
def _escapes(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds an escaped character that is in one of the forms."""
    return re.compile(_escaped("".join(sorted(set("".join(forms))))), re.IGNORECASE)


@cached(None)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the forms, with any of their characters escaped."""
    return re.compile("|".join("".join(map(_spelled, form)) for form in forms), re.IGNORECASE)


@cached(None)
def _spelled(character: str) -> str:
    plain = "|".join(map(re.escape, character + _IN_URLS.get(character, "")))
    return f"(?:{_escaped(character)}|{plain})"


@cached(None)
def _escaped(characters: str) -> str:
    """A pattern for one of these characters, escaped once or more for URLs, HTML and JSON."""
    cases = sorted({case for each in characters for case in (each, each.lower(), each.upper()) if len(case) == 1})
    in_url = ["%(?:25)*".join(f"{byte:02x}" for byte in each.encode("utf-8", "replace")) for each in cases]
    in_html = [f"#(?:0*{ord(each)}|x0*{ord(each):x})" for each in cases]
    in_html += [_NAMES[each] for each in cases if each in _NAMES]
    in_json = [f"u{ord(each):04x}" for each in cases] + ["/"] * ("/" in cases)
    # A long run of backslashes is searched once, from its start.
    ways = (
        rf"%(?:25)*(?:{'|'.join(in_url)})",
        rf"&(?:amp;)*(?:{'|'.join(in_html)});",
        rf"(?<!\\)\\++(?:{'|'.join(in_json)})",
    )
    return "|".join(ways)
