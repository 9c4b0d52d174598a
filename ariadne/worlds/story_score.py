"""The score of a story, read from its text: reported points, or the milestones of a card."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence

from ariadne.worlds.story_text import StoryPage

_CHANGE = re.compile(
    r"\bscore (?:has )?(?:just )?(?:gone|went) (up|down) by ([\w-]+(?: hundred(?: and [\w-]+)?)?) points?\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:you (?:have )?(?:so far )?scored|your score (?:is(?: now)?|was|would be)) (-?\d{1,6})\b"
    r"(?: points?)?,?(?: (?:out )?of a (?:possible|maximum)(?: of)? (\d{1,6})| \(total of (\d{1,6}) points?\))?",
    re.IGNORECASE,
)
_STATUS = re.compile(r"Score:\s*(-?\d{1,6})|((?:(?<!=)-)?\d{1,6})/\d+$")

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

# Limits of a search for a card's pattern: characters of a line, and of a text.
LINE, TEXT = 500, 4000
_LENGTH = 200


class Points:
    """The points that a story's text and status line report."""

    def __init__(self) -> None:
        self.score = 0
        self.maximum = 0

    def read(self, page: StoryPage, drawn: int | None = None) -> None:
        """Update from a page, and from the points in the status line that the machine draws, if any.

        If status line and text differ, the status line counts.
        """
        for way, number in _CHANGE.findall(page.text):
            self.score += numeral(number) * (1 if way.lower() == "up" else -1)
        for score, *maximum in _TOTAL.findall(page.text):
            self.score = int(score)
            self.maximum = int(next(filter(None, maximum), self.maximum))
        if status := _STATUS.search(page.status):
            self.score = int(status[1] or status[2])
        if drawn is not None:
            self.score = drawn


class Milestones:
    """The number of a card's milestones that have appeared in a story's text."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._ahead = [compile_milestone(pattern) for pattern in patterns]
        self.maximum = len(patterns)

    @property
    def score(self) -> int:
        return self.maximum - len(self._ahead)

    def read(self, text: str) -> None:
        """Update from printed text."""
        lines = [line[:LINE] for line in text[:TEXT].splitlines()]
        self._ahead = [pattern for pattern in self._ahead if not any(map(pattern.search, lines))]


def compile_milestone(pattern: str) -> re.Pattern[str]:
    """Compile a case-insensitive pattern for a line of text. A search that takes too long ends the story's process.

    Raises:
        ValueError: it is not a regular expression, or too long.
    """
    if not 0 < len(pattern) <= _LENGTH:
        raise ValueError(f"a milestone has 1 to {_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)
            return re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError, FutureWarning) as error:
        raise ValueError(f"not a regular expression: {error}") from error


def numeral(word: str) -> int:
    """Parse a number in digits or English words, such as `twenty-five`; return 0 for anything else."""
    if word.isdecimal() and len(word) < 7:
        return int(word)
    hundreds, _, rest = word.lower().rpartition("hundred")
    return 100 * _small(hundreds.split("-")) + _small(rest.replace(" and ", " ").strip().split("-"))


def _small(words: Iterable[str]) -> int:
    known = {**{word: n for n, word in enumerate(_UNITS)}, **{word: 10 * n for n, word in enumerate(_TENS, 2)}}
    return sum(known.get(word.strip(), 0) for word in words)
