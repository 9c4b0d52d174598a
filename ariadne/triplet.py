"""A triplet (subject, relation, object): an edge of the semantic graph (AriGraph, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Self
from unicodedata import normalize

from ariadne.caches import cached
from ariadne.text import kept

_AROUND = frozenset("\"'`“”‘’«» ")
_STOPS = frozenset(".;, ")
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENING = {closing: opening for opening, closing in _BRACKETS.items()}


class _Parts(NamedTuple):
    subject: str
    relation: str
    object: str


class Triplet(_Parts):
    """A normalized triplet: lower case, single spaces, composed accents (NFC), no keys, and no quotes, brackets or full
    stops around a part.

    All constructors clean the parts in the same way, so two spellings of a triplet are equal.

    Raises:
        ValueError: a part is empty.
    """

    # A tuple hashes more than twice as fast as a dataclass, and a memory looks up thousands of triplets.
    __slots__ = ()

    def __new__(cls, subject: str, relation: str, object: str) -> Self:
        parts = clean(subject), clean(relation), clean(object)
        for name, part in zip(cls._fields, parts, strict=True):
            if not part:
                raise ValueError(f"a triplet's {name} is empty")
        return cls._make(parts)

    @classmethod
    def of_clean(cls, subject: str, relation: str, object_: str) -> Self:
        """Make a triplet from parts that are already clean, such as those in a file."""
        return tuple.__new__(cls, (subject, relation, object_))

    def __str__(self) -> str:
        """Return `subject, relation, object`; with ` | ` in place of the commas if a part contains a comma."""
        text = ", ".join(self)
        return text if text.count(",") == 2 else " | ".join(self)

    @property
    def vertices(self) -> tuple[str, str]:
        """Return the two vertices that the edge joins."""
        return self.subject, self.object

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the output of `str`, or a model's triplet in that form.

        Quotes, brackets and full stops around the whole or its parts are dropped. Everything after the second separator
        is the object, including commas.

        Raises:
            ValueError: there are fewer than three parts.
        """
        text = _trim(text)
        parts = text.split("|" if "|" in text else ",", 2)
        if len(parts) != 3:
            raise ValueError(f"not a triplet: {text!r}")
        return cls(*parts)


@dataclass(frozen=True, slots=True)
class Edge:
    """A triplet and its validity: after steps `valid_from` ≤ step < `valid_to` (None: until now).

    A step stands for its time. A fact about the past that is learned late may end at a step before its own.

    Attributes:
        since: the time of the step `valid_from`, if known.
        until: the time of the step `valid_to`, if known.
        reason: why it ended; empty while it holds or if unknown.
        retired_by: the triplet that replaced it, if any.
    """

    triplet: Triplet
    valid_from: int
    valid_to: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    reason: str = ""
    retired_by: Triplet | None = None

    def valid_at(self, moment: int | datetime) -> bool:
        """Return whether it was valid at a time, or after a step if everything was learned in chronological order."""
        if isinstance(moment, datetime):
            # An edge of which only the end is known began before it.
            has_begun = self.since <= moment if self.since else self.until is not None
            return has_begun and (self.until is None or moment < self.until)
        return self.valid_from <= moment and (self.valid_to is None or moment < self.valid_to)


def triplets_of(lines: Iterable[str]) -> tuple[Triplet, ...]:
    """Parse lines into distinct triplets, skipping lines that are not triplets."""
    return tuple(dict.fromkeys(triplet for line in lines if (triplet := _parsed(line))))


@cached(8192)
def _parsed(line: str) -> Triplet | None:
    """A line as a triplet. Cached, since many steps show the same lines."""
    try:
        return Triplet.parse(line)
    except ValueError:
        return None


@cached(16384)
def clean(text: str) -> str:
    """Normalize a part of a triplet, or a query for it."""
    return _trim(text.replace("|", "/"))


def _trim(text: str) -> str:
    """Return the text on one line in lower case, without surrounding quotes, brackets and full stops."""
    text = normalize("NFC", " ".join(kept(text).lower().split()))
    if text and text[0].isalnum() and text[-1].isalnum():
        return text
    start, end, before = 0, len(text), None
    partners: dict[int, int] | None = None
    # Only the two ends move, so the time is linear in the text for any number of brackets.
    while (start, end) != before:
        before = (start, end)
        start, end = _within(text, start, end)
        if start < end and (text[start] in _BRACKETS or text[end - 1] in _OPENING):
            partners = _partners(text) if partners is None else partners
            start, end = _without_brackets(text, start, end, partners)
    return text[start:end]


def _within(text: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a span of a text by the quotes and full stops around it."""
    while start < end and text[start] in _AROUND:
        start += 1
    while start < end and text[end - 1] in _AROUND:
        end -= 1
    while start < end and text[end - 1] in _STOPS:
        end -= 1
    return start, end


def _without_brackets(text: str, start: int, end: int, partners: Mapping[int, int]) -> tuple[int, int]:
    """Narrow a span by a pair of brackets around the whole, or by an unpaired bracket at an end."""
    if text[start] in _BRACKETS:
        partner = partners.get(start, end)
        if partner == end - 1:
            return start + 1, end - 1
        if partner >= end:
            return start + 1, end
    if text[end - 1] in _OPENING and partners.get(end - 1, -1) < start:
        return start, end - 1
    return start, end


def _partners(text: str) -> dict[int, int]:
    """The position of each bracket's partner, if any. Brackets of different kinds may cross."""
    found: dict[int, int] = {}
    opened: dict[str, list[int]] = {opening: [] for opening in _BRACKETS}
    for place, character in enumerate(text):
        if character in _BRACKETS:
            opened[character].append(place)
        elif (opening := _OPENING.get(character)) and opened[opening]:
            partner = opened[opening].pop()
            found[place], found[partner] = partner, place
    return found
