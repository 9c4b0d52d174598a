"""The user's note on a run: the file `note.txt` in its folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ariadne.files import open_inside
from ariadne.text import one_line

NAME = "note.txt"
LONGEST = 1000
"""The number of bytes read from it."""


@dataclass(frozen=True)
class Note:
    """A note on one line, and its tags without their `#`; both empty without a note."""

    tags: tuple[str, ...] = ()
    text: str = ""


def note_of(run: Path) -> Note:
    """Return the note of a run; an empty one if its file is missing or cannot be read."""
    try:
        with os.fdopen(open_inside(run / NAME), "rb") as file:
            return parsed(file.read(LONGEST).decode("utf-8-sig", "replace"))
    except OSError:
        return Note()


def parsed(said: str) -> Note:
    """Parse a note: words of the first line that begin with `#` are tags, everything else is its text."""
    first, _, rest = said.partition("\n")
    words = first.split()
    tags = dict.fromkeys(one_line(word[1:]) for word in words if word.startswith("#"))
    text = " ".join([*(word for word in words if not word.startswith("#")), rest])
    return Note(tuple(tag for tag in tags if tag), one_line(text))
