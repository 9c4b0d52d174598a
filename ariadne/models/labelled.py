"""Answers as lines with labels, `Subgoal: …` and `Action: …`, as agents without JSON write them (HiAgent, appendix B).

Models number the lines, put both on one, make them bold, forget a colon, or go on to dream up what happens next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_DECORATION = " \t*_`#>\"'"
_BEFORE = r"(?:^|(?<=\s))[ \t*_`#>-]*(?:\d+[.):]?[ \t]*)?[*_`]*"


def read_labelled(text: str, labels: Sequence[str]) -> dict[str, Any]:
    """What the first line of each label says, by label. A reply of one plain line is the last label's.

    A label counts with a colon anywhere, without one at the start of a line. What follows on a line of another kind
    (`Observation:`) is nobody's.
    """
    known = [_pattern(label) for label in labels]
    marks = re.compile(
        rf"{_BEFORE}(?P<label>{'|'.join((*known, 'observation', 'thought'))})[ \t]*\d*[ \t*_`]*[:：][*_`]*"
        rf"|^[ \t*_`#>-]*(?:\d+[.):]?[ \t]*)?(?P<bare>{'|'.join(known)})[ \t]+(?=\S)",
        re.IGNORECASE | re.MULTILINE,
    )
    found: dict[str, Any] = {}
    places = [*marks.finditer(text)]
    ends = [*(place.start() for place in places[1:]), len(text)]
    for place, end in zip(places, ends, strict=False):
        name = re.sub(r"[\s-]", "", place["label"] or place["bare"]).lower()
        value = _first_line(text[place.end() : end])
        if name in labels and name not in found and value:
            found[name] = value
    before = (text[: places[0].start()] if places else text).strip()
    if not found and before and "\n" not in before:
        found[labels[-1]] = _first_line(before)
    return found


def _pattern(label: str) -> str:
    """A label as models write it: `subgoal`, `sub-goal`, `sub goal`."""
    return re.escape(label).replace("subgoal", r"sub[- ]?goal")


def _first_line(text: str) -> str:
    lines = (line.strip(_DECORATION) for line in text.splitlines())
    return next((line for line in lines if line), "")
