"""Answers as labelled lines, `Subgoal: …` and `Action: …`, as in HiAgent (appendix B).

Models number the lines, put both on one, make them bold, forget a colon, or go on to invent what happens next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

OTHERS = ("observation", "thought")

_BEFORE = " \t*_`#>-"
_AFTER = "*_`"
# The parts of these patterns do not overlap, so matching never backtracks.
_COLON = re.compile(r"[ \t]*+\d*+[ \t*_`]*+[:：][*_`]*+")
_BLANKS = re.compile(r"[ \t]++(?=\S)")
# A number may begin a line; within a line it belongs to the text before it: `put it on shelf 2 Action: …`.
_BEGINNING = re.compile(r"[ \t*_`#>-]*+(?:\d++[.):]?+[ \t]*+)?+[*_`]*+")


@dataclass(frozen=True)
class _Label:
    """A label in a text: its start, with decoration, and the start of its value."""

    start: int
    end: int
    name: str


def read_labelled(text: str, labels: Sequence[str]) -> dict[str, Any]:
    """The first line of each label's value, by label. A reply of one plain line is the last label's value.

    A label needs a colon, except at the start of a line. The text of a line with another label (`Observation:`) is
    dropped.
    """
    marks = [*_marks(text, labels)]
    found: dict[str, Any] = {}
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        value = first_line(text[mark.end : end])
        if found and (mark.name == "observation" or (mark.name in found and value)):
            # Text after a complete answer is invented.
            break
        if mark.name in labels and value:
            found[mark.name] = value
    before = _lines(text[: marks[0].start] if marks else text)
    if not found and len(before) == 1:
        found[labels[-1]] = before[0]
    return found


def name_of(label: str) -> str:
    """The field of a label in any spelling: `subgoal` for `Sub-goal`."""
    return re.sub(r"[\s_-]", "", label).lower()


def first_line(text: str) -> str:
    """The first nonempty line, without decoration and quotes."""
    return next(iter(_lines(text)), "")


def _marks(text: str, labels: Sequence[str]) -> Iterator[_Label]:
    """The labels in a text. The text between two possible labels is scanned once."""
    words = re.compile(rf"(?:{'|'.join(map(_pattern, (*labels, *OTHERS)))})(?![^\W\d_])", re.IGNORECASE)
    last = taken = 0
    for word in words.finditer(text):
        at, end = word.span()
        name = name_of(word[0])
        line = _line_start(text, last, at)
        start = max(_start(text, last, at) if line is None else line, taken)
        colon = _COLON.match(text, end)
        blanks = _BLANKS.match(text, end) if line is not None and name in labels else None
        last = end
        if (says := colon or blanks) and start <= at:
            taken = says.end()
            yield _Label(start, taken, name)


def _line_start(text: str, last: int, at: int) -> int | None:
    """The start of the line, if only decoration and a number come before `at`. `last`: the end of the word before."""
    line = text.rfind("\n", last, at) + 1
    return line if (line or not last) and _BEGINNING.fullmatch(text, line, at) else None


def _start(text: str, last: int, at: int) -> int:
    """The start of the decoration before `at`, if a blank separates it from the text before; otherwise `at`."""
    first = last + len(text[last:at].rstrip(_BEFORE))
    if first and text[first - 1].isspace():
        return first
    blanks = [place for place in (text.find(blank, first, at) for blank in " \t") if place >= 0]
    return min(blanks) + 1 if blanks else at + 1


def _pattern(label: str) -> str:
    """A pattern for a label's spellings: `subgoal`, `sub-goal`, `sub goal`."""
    return re.escape(label).replace("subgoal", r"sub[- ]?goal")


def _lines(text: str) -> list[str]:
    """The nonempty lines, without decoration."""
    return [line for line in map(_bare, text.splitlines()) if line]


def _bare(line: str) -> str:
    """Strip quotes in pairs around the whole line, so `say "hello"` keeps its quotes."""
    start, end = 0, len(line)
    while start < end and (line[start].isspace() or line[start] in _BEFORE):
        start += 1
    while end > start and (line[end - 1].isspace() or line[end - 1] in _AFTER):
        end -= 1
    line = line[start:end]
    if line[:1] in ("'", '"') and line[-1:] == line[:1]:
        line = line[1:-1].strip()
    return line
