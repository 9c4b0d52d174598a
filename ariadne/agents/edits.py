"""Edits of a plan, a line each: `done 1`, `drop 2`, `first 3`, `2: other words | reason`, or a new sub-goal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.agents.sub_goals import name

LONGEST = 40
"""Sub-goals of a plan: who drops none is not shown more and more of them."""

_GONE = re.compile(r"(?:done|dropped|drop)\b[\s:#]*(\d{1,3})\W*", re.IGNORECASE)
_FIRST = re.compile(r"first\b[\s:#]*(\d{1,3})\W*", re.IGNORECASE)
_REWORDED = re.compile(r"(\d{1,3})\s*[:.)]\s+(\S.*)", re.DOTALL)


def edited(plan: Sequence[str], edits: Sequence[str]) -> tuple[str, ...]:
    """A plan after its edits: new sub-goals in their order, then what is left of it, what comes first before the rest.

    What is written anew though it stands in the plan has another reason or another place now. What names no sub-goal of
    the plan changes nothing.
    """
    left: dict[int, str] = dict(enumerate(plan, 1))
    new: list[str] = []
    for edit in map(_line, edits):
        if match := _GONE.fullmatch(edit):
            left.pop(int(match[1]), None)
        elif match := _FIRST.fullmatch(edit):
            if line := left.pop(int(match[1]), None):
                new.append(line)
        elif (match := _REWORDED.fullmatch(edit)) and int(match[1]) in left:
            left[int(match[1])] = match[2]
        elif edit:
            new.append(match[2] if match else edit)
    named = {name(line).lower() for line in new}
    kept = (line for line in left.values() if name(line).lower() not in named)
    return tuple(dict.fromkeys((*new, *kept)))[:LONGEST]


def _line(edit: str) -> str:
    return " ".join(edit.split())
