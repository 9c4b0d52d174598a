"""Searching a history for a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from rich.text import Text

from ariadne.history import History
from ariadne.report.panes import PANES, Pane, questions

FOUND = "black on yellow not dim"
# More than anyone reads on one page.
MOST_MARKED = 500

QUESTIONS = "questions"
SEARCHED: Mapping[str, Pane] = {**PANES, QUESTIONS: questions}


def panes_with(history: History, step: int, needle: str) -> list[str]:
    """Return the panes of a step that contain a text, ignoring case."""
    return [name for name, pane in SEARCHED.items() if held(pane(history, step), needle) is not None]


def steps_with(history: History, needle: str) -> list[int]:
    """Return the steps that contain a text."""
    return [step for step in range(len(history.steps)) if panes_with(history, step, needle)]


def held(text: Text, needle: str) -> int | None:
    """Return the offset of the needle's first match in a text; None if there is none."""
    return next((start for start, _ in _places(text, needle)), None)


def marked(text: Text, needle: str) -> Text:
    """Return the text with all matches of the needle marked."""
    for start, end in islice(_places(text, needle), MOST_MARKED):
        text.stylize(FOUND, start, end)
    return text


def _places(text: Text, needle: str) -> Iterator[tuple[int, int]]:
    # The text shown may have a line break where the user typed a space.
    pattern = r"\s+".join(map(re.escape, needle.split()))
    return (match.span() for match in re.finditer(pattern, text.plain, re.IGNORECASE)) if pattern else iter(())
