"""Detect the point at which a reply begins to repeat itself, as small models do when they find no end."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Sequence

TIMES = 3
"""The number of successive runs of items or lines that counts as a repetition."""
WORD_TIMES = 5
"""The same for words, since a normal sentence may repeat some."""
FEW_WORDS = 3
"""Shorter runs, such as the steps of a way (`go north; go north`), may be repeated more often."""
FEW_TIMES = 30
ITEMS_SEEN = 96
WORDS_SEEN = 320
WORDS_BETWEEN = 8
"""Words between two checks of the last ones."""

_ITEM_ENDS = re.compile(r'["\n]')
_BLANKS = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W\d_]")


class Repetition:
    """Watches a text that arrives in pieces, in linear time."""

    def __init__(self) -> None:
        self._item, self._word = _TextParts(_ITEM_ENDS), _TextParts(_BLANKS)
        self._items: deque[str] = deque(maxlen=ITEMS_SEEN)
        self._words: deque[str] = deque(maxlen=WORDS_SEEN)
        self._unseen = 0

    def is_in(self, piece: str) -> bool:
        """Whether the text, with this piece, repeats itself: the same items or lines three times, or words."""
        return any(map(self._is_item, self._item.ended(piece))) or any(map(self._is_word, self._word.ended(piece)))

    def _is_item(self, item: str) -> bool:
        item = item.strip()
        if not _LETTER.search(item):  # a comma between strings, a blank line
            return False
        is_new = item not in self._items
        self._items.append(item)
        return not is_new and last_run(self._items, TIMES) > 0

    def _is_word(self, word: str) -> bool:
        if word:
            self._words.append(word)
            self._unseen += 1
        if self._unseen < WORDS_BETWEEN:
            return False
        self._unseen = 0
        length = last_run(self._words, WORD_TIMES)
        if 0 < length < FEW_WORDS:
            length = last_run(self._words, FEW_TIMES)
        return length > 0 and any(_LETTER.search(self._words[-place]) for place in range(1, length + 1))


def repeated_from(items: Sequence[Hashable]) -> int:
    """The position where a run of items occurs for the third time in succession; the number of items if there is
    none."""
    seen: set[Hashable] = set()
    for place, item in enumerate(items):
        if item in seen and last_run(items[max(place + 1 - ITEMS_SEEN, 0) : place + 1], TIMES):
            return place
        seen.add(item)
    return len(items)


def last_run(items: Sequence[Hashable], times: int) -> int:
    """The length of the shortest run that the items end with `times` times; 0 if there is none.

    It is found by the prefix function of Knuth, Morris and Pratt, from the end.
    """
    last = [*reversed(items)]
    borders = [0]
    for place in range(1, len(last)):
        border = borders[-1]
        while border and last[border] != last[place]:
            border = borders[border - 1]
        borders.append(border + (last[border] == last[place]))
        length = place + 1 - borders[-1]
        if place + 1 == times * length:
            return length
    return 0


class _TextParts:
    """The parts of a text that arrives in pieces, without their separators."""

    def __init__(self, ends: re.Pattern[str]) -> None:
        self._ends = ends
        self._begun: list[str] = []

    def ended(self, piece: str) -> list[str]:
        """The parts that end within a piece."""
        *parts, rest = self._ends.split(piece)
        if parts:
            parts[0] = "".join((*self._begun, parts[0]))
            self._begun = []
        self._begun.append(rest)
        return parts
