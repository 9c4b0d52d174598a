"""Basic English: names, lists and sentences, as games and people write them."""

from __future__ import annotations

import re
from itertools import takewhile

from ariadne.geography import WAYS

DIRECTION = rf"(?P<way>{'|'.join(sorted(WAYS, key=len, reverse=True))})"

_MARKS = " \"'`.,;:!?()"
_ARTICLES = re.compile(rf"(?:(?:an?|the|some|your|this|that|these|those|any|another) [{_MARKS}]*+)*+")
# The current place, in a line or a sentence of its own.
HEADING = re.compile(
    r"^[^\S\n]*-= (?P<line>.+?) =-[^\S\n]*$|(?:^|(?<=[.!?]\s))you are in the (?P<room>[^.,\n]+)\.(?=\s|$)",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"')]*\s+|\n+")
_ITEM = re.compile(r", ?(?:and )?| and (?=(?:an?|some|the) )")

LONGEST, _LONGEST_NAME = 4000, 200
"""The character limits of a game's sentence, and of a name."""

# Lists put a food's preparation before its name; commands use the bare name.
CUTS = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
HEATS = {"fry": "fried", "roast": "roasted", "grill": "grilled"}
MADE = {**CUTS, **HEATS}
STATES = ("raw", "burned", *MADE.values())
EATEN = "eaten"
"""The state of a thing that no longer exists."""
# A thing is in one of these states at a time.
OPENNESS = frozenset(("open", "closed", "locked", "unlocked"))


def sentences(text: str) -> list[str]:
    """The sentences of a text; a line break ends one too."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def headings(text: str) -> list[str]:
    """The current rooms that a text names in order, as a heading or in a sentence of its own."""
    return [bare(match["line"] or match["room"]) for match in HEADING.finditer(text)]


def bare(name: str) -> str:
    """A name without its article and surrounding quotes and marks, in lower case."""
    return _ARTICLES.sub("", " ".join(name.lower().split()).strip(_MARKS), count=1)


def items(text: str) -> list[str]:
    """The names in a list such as `a carrot, some milk and a red onion`."""
    return [name for part in _ITEM.split(re.sub(r"\s+", " ", text)) if (name := bare(part))]


def unmade(name: str) -> tuple[str, tuple[str, ...]]:
    """A name without cooking states before it, and those states."""
    words = name.split()
    made = tuple(takewhile(STATES.__contains__, words[:-1]))
    return " ".join(words[len(made) :]), made


def called(name: str) -> str:
    """A name as a pattern over commands, which may include its preparation."""
    return rf"(?:(?:{'|'.join(STATES)}) )*{re.escape(name)}"


def mentions(text: str, name: str) -> bool:
    """Whether a text contains a name as whole words."""
    if len(name) > _LONGEST_NAME:
        return False
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None
