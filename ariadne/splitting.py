"""Split long texts in any language into parts short enough to be read or embedded."""

from __future__ import annotations

import re

_LONGEST = 300
"""The most words of a part."""
_WIDEST = 4000
"""The most characters of a part, for scripts without spaces between words."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")


def parts(text: str) -> list[str]:
    """Split a text for reading, if long, into parts of about three hundred words at line and sentence ends.

    Only spaces between the parts are lost. A sentence longer than a part is cut.
    """
    if _fits(text):
        return [text]
    found: list[str] = []
    for line in lines(text):
        before = "\n"
        for sentence in _sentences(line):
            if found and _fits(joined := found[-1] + before + sentence):
                found[-1] = joined
            else:
                found.append(sentence)
            before = " "
    return found


def pieces(text: str) -> list[str]:
    """Split a text for comparing, if long, into lines, and long lines into parts of about three hundred words."""
    return [text] if _fits(text) else [part for line in lines(text) for part in parts(line)]


def lines(text: str) -> list[str]:
    """Return the nonblank lines of a text."""
    return [said for line in text.splitlines() if (said := line.strip())]


def _sentences(line: str) -> list[str]:
    """The sentences of a line, none longer than a part."""
    found: list[str] = []
    for sentence in filter(None, _SENTENCE.split(line)):
        words = [word[at : at + _WIDEST] for word in sentence.split() for at in range(0, len(word), _WIDEST)]
        while words:
            end = _LONGEST
            while not _fits(part := " ".join(words[:end])):
                end = max(1, end // 2)
            found.append(part)
            words = words[end:]
    return found


def _fits(text: str) -> bool:
    return len(text) <= _WIDEST and len(text.split()) <= _LONGEST
