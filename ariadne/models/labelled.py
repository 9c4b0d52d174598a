"""Answers as lines with labels, `Subgoal: …` and `Action: …`, as agents without JSON write them (HiAgent, appendix B).

Models number the lines, put both on one, make them bold, forget a colon, or go on to dream up what happens next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_DECORATION = re.compile(r"^[\s*_`#>-]+|[\s*_`]+$")
_START = r"^[ \t*_`#>-]*(?:\d+[.):]?[ \t]*)?[*_`]*"
# A number within a line belongs to what stands before it: `put it on shelf 2 Action: …`.
_BEFORE = rf"(?:{_START}|(?<=\s)[ \t*_`#>-]*)"


def read_labelled(text: str, labels: Sequence[str]) -> dict[str, Any]:
    """What the first line of each label says, by label. A reply of one plain line is the last label's.

    A label counts with a colon anywhere, without one at the start of a line. What follows on a line of another kind
    (`Observation:`) is nobody's.
    """
    known = [_pattern(label) for label in labels]
    marks = re.compile(
        rf"{_BEFORE}(?P<label>{'|'.join((*known, 'observation', 'thought'))})[ \t]*\d*[ \t*_`]*[:：][*_`]*"
        rf"|{_START}(?P<bare>{'|'.join(known)})[ \t]+(?=\S)",
        re.IGNORECASE | re.MULTILINE,
    )
    found: dict[str, Any] = {}
    places = [*marks.finditer(text)]
    ends = [*(place.start() for place in places[1:]), len(text)]
    for place, end in zip(places, ends, strict=False):
        name = name_of(place["label"] or place["bare"])
        value = first_line(text[place.end() : end])
        if found and (name == "observation" or (name in found and value)):
            # What comes after an answer is dreamt up.
            break
        if name in labels and value:
            found[name] = value
    before = _lines(text[: places[0].start()] if places else text)
    if not found and len(before) == 1:
        found[labels[-1]] = before[0]
    return found


def name_of(label: str) -> str:
    """The field that a label as models write it stands for: `subgoal` for `Sub-goal`."""
    return re.sub(r"[\s_-]", "", label).lower()


def first_line(text: str) -> str:
    """The first line that says something, without what it is decorated with or quoted by."""
    return next(iter(_lines(text)), "")


def _pattern(label: str) -> str:
    """A label as models write it: `subgoal`, `sub-goal`, `sub goal`."""
    return re.escape(label).replace("subgoal", r"sub[- ]?goal")


def _lines(text: str) -> list[str]:
    """The lines that say something, bare."""
    return [line for line in map(_bare, text.splitlines()) if line]


def _bare(line: str) -> str:
    """Quotes go in pairs around the whole: `say "hello"` keeps its own."""
    line = _DECORATION.sub("", line)
    if line[:1] in ("'", '"') and line[-1:] == line[:1]:
        line = line[1:-1].strip()
    return line
