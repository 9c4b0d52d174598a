"""Keys: what is written nowhere. Whoever reads one says so, and what is written or shown is `redacted` first."""

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
"""How base64 within URLs writes two of its characters."""
_NAMES = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
"""What HTML calls characters that it escapes."""

_said: frozenset[str] = frozenset()
_SAYING = Lock()


def api_key(said: str | None = None) -> str:
    """The key for endpoints: the one that was said, which is in use from now on, else that in `OPENAI_API_KEY`; empty
    where there is none.

    Raises:
        UserError: it cannot be one.
    """
    key = (os.environ.get(_VARIABLE, "") if said is None else said).strip()
    if not all("!" <= character <= "~" and character not in '"\\' for character in key):
        where = _VARIABLE if said is None else "api_key"
        raise UserError(f"{where} holds characters that no key has: set it again")
    if said is not None:
        in_use(key)
    return key


def in_use(*keys: str) -> None:
    """Say that keys are in use, beside the one in `OPENAI_API_KEY`, which always is; each word of these is one.

    What has fewer than eight characters is no secret, but a placeholder, as servers on one's own machine are given.
    """
    global _said  # noqa: PLW0603
    with _SAYING:
        _said = _said.union(*(key.split() for key in keys))
    # Texts that were cleaned before may hold one.
    forget()


def redacted(text: str) -> str:
    """Text in which `(key)` stands for every key in use, however it is spelled.

    Found are the key itself in letters of any case, as JSON, HTML and URLs escape it, once or several times, and as it
    is within base64 of either alphabet, whatever stands before and after it there.
    """
    if len(text) < SHORTEST:
        return text
    forms = _forms(_said, os.environ.get(_VARIABLE, ""))
    if not forms or not _may_hold(text, forms):
        return text
    found = 1
    while found:  # What stood around a key may make one without it.
        text, found = _pattern(forms).subn(MARK, text)
    return text


def without_keys(value: Any) -> Any:
    """A value as JSON holds it, all of whose texts are redacted."""
    if not _forms(_said, os.environ.get(_VARIABLE, "")):
        return value
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted(name): without_keys(each) for name, each in value.items()}
    return [without_keys(each) for each in value] if isinstance(value, list | tuple) else value


@cached(None)
def _forms(said: frozenset[str], key: str) -> tuple[str, ...]:
    """What is looked for: keys, and what becomes of them in base64."""
    keys = sorted(key for key in said.union(key.split()) if len(key) >= SHORTEST)
    return tuple(dict.fromkeys(form for key in keys for form in (key, *_in_base64(key.encode("utf-8", "replace")))))


def _in_base64(key: bytes) -> list[str]:
    """The characters that a key alone decides, for each place that it can have in a group of three bytes."""
    found = []
    for before in range(3):
        characters = b64encode(bytes(before) + key).decode()
        found.append(characters[-(-8 * before // 6) : 8 * (before + len(key)) // 6])
    return found


def _may_hold(text: str, forms: tuple[str, ...]) -> bool:
    """Whether it is worth to look closely, which takes a hundred times as long."""
    lower = text.lower()
    return any(form in lower for form in _plain(forms)) or _escapes(forms).search(text) is not None


@cached(None)
def _plain(forms: tuple[str, ...]) -> tuple[str, ...]:
    """The forms in small letters."""
    lower = [form.lower() for form in forms]
    return tuple(dict.fromkeys([*lower, *(form.replace("+", "-").replace("/", "_") for form in lower)]))


@cached(None)
def _escapes(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds an escaped character that is in one of the forms."""
    return re.compile(_escaped("".join(sorted(set("".join(forms))))), re.IGNORECASE)


@cached(None)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the forms, in which each character may be escaped."""
    return re.compile("|".join("".join(map(_spelled, form)) for form in forms), re.IGNORECASE)


@cached(None)
def _spelled(character: str) -> str:
    plain = "|".join(map(re.escape, character + _IN_URLS.get(character, "")))
    return f"(?:{_escaped(character)}|{plain})"


@cached(None)
def _escaped(characters: str) -> str:
    """A pattern of one of these characters as URLs, HTML and JSON escape it, once or more often."""
    cases = sorted({case for each in characters for case in (each, each.lower(), each.upper()) if len(case) == 1})
    in_url = ["%(?:25)*".join(f"{byte:02x}" for byte in each.encode("utf-8", "replace")) for each in cases]
    in_html = [f"#(?:0*{ord(each)}|x0*{ord(each):x})" for each in cases]
    in_html += [_NAMES[each] for each in cases if each in _NAMES]
    in_json = [f"u{ord(each):04x}" for each in cases] + ["/"] * ("/" in cases)
    # A long run of backslashes is looked through once, from its start.
    ways = (
        rf"%(?:25)*(?:{'|'.join(in_url)})",
        rf"&(?:amp;)*(?:{'|'.join(in_html)});",
        rf"(?<!\\)\\++(?:{'|'.join(in_json)})",
    )
    return "|".join(ways)
