"""Forms of sentences: patterns, each with a function that extracts facts from a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from ariadne.reasoner.reading.language import CUTS, EATEN, bare, items
from ariadne.reasoner.reading.notes import Statement

Extract = Callable[[re.Match[str], str], Iterator[Statement]]
"""Extracts the statements of a matching sentence, given the current room."""

HERE = "here"
_STATE_OF = {
    "opened": "open",
    "shut": "closed",
    "close": "closed",
    "unlock": "unlocked",
    "lock": "locked",
    "eat": EATEN,
    **CUTS,
}


def forms(readers: Mapping[str, Extract]) -> list[tuple[re.Pattern[str], Extract]]:
    """Compile the patterns of forms, ignoring case."""
    return [(re.compile(pattern, re.IGNORECASE), reader) for pattern, reader in readers.items()]


def says(subject: str, relation: str, thing: str) -> Extract:
    """Return an extractor of one fact, or one for each name in a list.

    Args:
        subject: a group of the pattern, `HERE`, or else a literal word; likewise `thing`.
    """

    def reader(match: re.Match[str], here: str) -> Iterator[Statement]:
        for name, other in product(_names(match, subject, here), _names(match, thing, here)):
            yield (name, relation, other)

    return reader


def state_of(word: str) -> str:
    """The state that an adjective or a verb expresses."""
    return _STATE_OF.get(word.lower(), word.lower())


def _names(match: re.Match[str], part: str, here: str) -> list[str]:
    if part == HERE:
        return [here]
    value = match.groupdict().get(part, part)
    match part:
        case "list":
            return items(value)
        case "ways" | "state":
            return [state_of(word) for word in re.findall(r"\w+", value) if word.lower() not in ("and", "or")]
    return [bare(value)]
