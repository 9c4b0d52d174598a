"""Parsing an errand: the things it refers to, and where or in which state they should be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ariadne.plurals import singular
from ariadne.reasoner.reading.language import bare

ASKED = re.compile(r"\bErrand \d+ of \d+: (?P<errand>[^\n]+?\.)(?=[\s)]|$)")
"""The form in which a game gives the current errand."""

How = Literal["name", "beside", "inside", "kind"]


@dataclass(frozen=True)
class Things:
    """The things of an errand: the one called `name`, the one `beside` it, what is `inside` it, or all of a `kind`."""

    how: How
    name: str


@dataclass(frozen=True)
class ReadErrand:
    """A parsed errand.

    Attributes:
        verb: put, open, close, lock or unlock; empty for restoring the first state.
        place: a room or a piece of furniture; empty for the first place.
        book: the source of the preparation; empty if nothing is prepared.
    """

    verb: str
    things: Things
    place: str = ""
    book: str = ""


_PREPARE = re.compile(r"prepare (?P<what>.+?) as the (?P<book>.+?) says,? and put it (?:on|in|into) (?P<place>.+)")
_BACK = re.compile(r"(?:put|bring) (?P<what>.+) back where it first was")
_MOVE = re.compile(r"(?P<verb>put|bring|take) (?P<what>.+) (?:to|on|in|into) (?P<place>the .+)")
_LEAVE = re.compile(r"leave (?P<what>.+) as it first was")
_SHUT = re.compile(r"(?P<verb>open|close|lock|unlock) (?P<what>.+)")
_DESCRIBED: tuple[tuple[re.Pattern[str], How], ...] = (
    (re.compile(r"all the (?P<name>.+)"), "kind"),
    (re.compile(r"the thing beside (?P<name>.+)"), "beside"),
    (re.compile(r"what is in (?P<name>.+)"), "inside"),
)


def read_errand(sentence: str) -> ReadErrand | None:
    """Parse a sentence; None if it is not an errand."""
    text = sentence.strip().rstrip(".").lower()
    if match := _PREPARE.fullmatch(text):
        return ReadErrand("put", _things(match["what"]), bare(match["place"]), bare(match["book"]))
    if match := _BACK.fullmatch(text):
        return ReadErrand("put", _things(match["what"]))
    if match := _MOVE.fullmatch(text):
        return ReadErrand("put", _things(match["what"]), bare(match["place"]))
    if match := _LEAVE.fullmatch(text):
        return ReadErrand("", _things(match["what"]))
    if match := _SHUT.fullmatch(text):
        return ReadErrand(match["verb"], _things(match["what"]))
    return None


def _things(what: str) -> Things:
    for pattern, how in _DESCRIBED:
        if match := pattern.fullmatch(what):
            return Things(how, singular(bare(match["name"])) if how == "kind" else bare(match["name"]))
    return Things("name", bare(what))
