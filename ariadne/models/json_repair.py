"""JSON repair: cut objects, missing or extra commas, other quotes, quotes within quotes. The text is read in one pass,
so the time is linear in its length."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

DEEPEST = 50

_CLOSED_BY = {'"': '"', "'": "'", "`": "`", "“": '”"', "‘": "’'"}
_BETWEEN = re.compile(r"(?:[\s,]++|//[^\n]*+)*+")
_BLANKS = re.compile(r"\s*+")
_BARE = re.compile(r"[^,\[\]{}\n]*+")
_BARE_KEY = re.compile(r"[^:,\[\]{}\n]*+")
_NEXT_KEY = re.compile(r"""[\s,]*+(?:["'`“‘]{0,2}+\w[\w -]{0,40}+["'`”’]{0,2}+\s*+:|[}\]]|$|//)""")
_NEXT_ITEM = re.compile(r"""[\s,]*+(?:["'`“‘{\[}\]]|-?\d|true\b|false\b|null\b|True\b|False\b|None\b|$|//)""")
_STRAY = re.compile(r"\}\s*+\]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_NUMBER = re.compile(r"-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?")


@dataclass(frozen=True)
class RepairedObject:
    """A repaired object.

    Attributes:
        end: the position after it.
        is_cut: whether the text ends before the object does. A list item that is cut off is left out.
    """

    value: dict[str, Any]
    end: int
    is_cut: bool


def repaired(text: str, at: int = 0) -> RepairedObject:
    """Repair the object that begins at `at`.

    Raises:
        ValueError: it is nested too deeply.
    """
    repairer = _Repairer(text, at)
    return RepairedObject(repairer.members(0), repairer.at, repairer.is_cut)


class _Repairer:
    """Reads a text from `at` on; the position only moves forward.

    Attributes:
        is_cut: whether the text ended within a value.
    """

    def __init__(self, text: str, at: int) -> None:
        self.at = at
        self.is_cut = False
        self._text = text

    def members(self, depth: int) -> dict[str, Any]:
        """Read an object from its opening brace. The closing bracket of an enclosing value also ends it."""
        found: dict[str, Any] = {}
        self._enter(depth)
        while (sign := self._next(_BETWEEN)) and sign != "}" and (sign != "]" or not depth):
            key = self._string(_NEXT_KEY, is_key=True) if sign in _CLOSED_BY else self._match(_BARE_KEY)
            key = key.strip("\"'` ")
            if self._next(_BLANKS) == ":":
                self.at += 1
                if self._next(_BLANKS) not in ("", "}", ","):
                    found[key] = self._value(_NEXT_KEY, depth)
            elif not key:
                self.at += 1
        self.at += sign == "}"
        self.is_cut |= not sign
        return found

    def _items(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._enter(depth)
        while (sign := self._next(_BETWEEN)) and sign != "]":
            # Nothing that closes a list can follow the end of the outermost object.
            if sign == "}" and (depth > 1 or not _STRAY.match(self._text, self.at)):
                break
            if sign in ":}":
                self.at += 1
            else:
                item = self._value(_NEXT_ITEM, depth)
                if not self.is_cut:
                    found.append(item)
        self.at += sign == "]"
        self.is_cut |= not sign
        return found

    def _value(self, next_one: re.Pattern[str], depth: int) -> Any:
        sign = self._text[self.at]
        if sign == "{":
            return self.members(depth + 1)
        if sign == "[":
            return self._items(depth + 1)
        if sign in _CLOSED_BY:
            return self._string(next_one)
        bare = self._match(_BARE).strip()
        self.at += not bare
        self.is_cut |= self.at >= len(self._text)
        return _meant(bare)

    def _string(self, next_one: re.Pattern[str], is_key: bool = False) -> str:
        """Read a string from its opening quote. A quote within it ends it only if a valid continuation follows."""
        closing = _CLOSED_BY[self._text[self.at]]
        stops = re.compile(rf"[\\{closing}]")
        start = self.at = self.at + 1
        while stop := stops.search(self._text, self.at):
            self.at = stop.end()
            if stop[0] == "\\":
                self.at += 1
            elif self._ends_at(self.at, next_one, is_key):
                return _unescaped(self._text[start : stop.start()])
        self.at = len(self._text)
        self.is_cut = True
        return _unescaped(self._text[start:])

    def _ends_at(self, at: int, next_one: re.Pattern[str], is_key: bool) -> bool:
        """Whether a quote before `at` ends a string."""
        after = _BLANKS.match(self._text, at)
        place = after.end() if after else at
        sign = self._text[place : place + 1]
        if is_key or sign in ("", "}", "]"):
            return sign in ("", ":", "}", "]", ",") or (sign in _CLOSED_BY and place > at)
        if sign == ",":
            return next_one.match(self._text, place + 1) is not None
        return sign == ":" or (place > at and sign in _CLOSED_BY and next_one.match(self._text, place) is not None)

    def _enter(self, depth: int) -> None:
        if depth > DEEPEST:
            raise ValueError("nested too deeply")
        self.at += 1

    def _next(self, skipped: re.Pattern[str]) -> str:
        """The next relevant character; empty at the end."""
        self._match(skipped)
        return self._text[self.at : self.at + 1]

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""


def _meant(bare: str) -> Any:
    """The value of unquoted text: a JSON or Python constant, a number, or a text."""
    if bare.lower() in _WORDS:
        return _WORDS[bare.lower()]
    return json.loads(bare) if _NUMBER.fullmatch(bare) and not re.match(r"-?0\d", bare) else bare


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda sign: chr(int(sign[1], 16)) if sign[1] else _ESCAPED.get(sign[2], sign[2]), text)
