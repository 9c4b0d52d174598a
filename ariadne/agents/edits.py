"""Edits of a plan, one a line: `done 1`, `drop 2`, `first 3`, `2: other words | reason`, or a new sub-goal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.agents.sub_goals import name

LONGEST = 40
"""Maximum number of sub-goals, so a plan stays short even if the model never drops one."""

_GONE = re.compile(r"(?:done|dropped|drop)\b[\s:#]*(\d{1,3})\W*", re.IGNORECASE)
_FIRST = re.compile(r"first\b[\s:#]*(\d{1,3})\W*", re.IGNORECASE)
_REWORDED = re.compile(r"(\d{1,3})\s*[:.)]\s+(\S.*)", re.DOTALL)


def edited(plan: Sequence[str], edits: Sequence[str]) -> tuple[str, ...]:
    """Return a plan after its edits: new and `first` sub-goals in the order of the edits, then the rest.

    An edit that repeats a sub-goal moves it and replaces its reason. A number outside the plan changes nothing.
    """
    lines = [*(" ".join(edit.split()) for edit in edits)]
    reworded = {int(match[1]): match[2] for line in lines if (match := _REWORDED.fullmatch(line))}
    left = {number: reworded.get(number, line) for number, line in enumerate(plan, 1)}
    new: list[str] = []
    for line in lines:
        if match := _GONE.fullmatch(line):
            left.pop(int(match[1]), None)
        elif match := _FIRST.fullmatch(line):
            new += [left.pop(int(match[1]))] if int(match[1]) in left else []
        elif not (match := _REWORDED.fullmatch(line)):
            new += [line] if line else []
        elif int(match[1]) > len(plan):
            new.append(match[2])
    named = {name(line).lower() for line in new}
    kept = (line for line in left.values() if name(line).lower() not in named)
    return tuple(dict.fromkeys((*new, *kept)))[:LONGEST]
