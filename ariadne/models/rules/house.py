"""Tidying a house: what is out of place, and where it belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.models.rules.intents import Intent
from ariadne.models.rules.situation import Similarity, Situation

_TIDY = re.compile(
    r"\b(?:tid(?:y|ying)|clean(?:ing)?(?: up)?|misplaced|out of place|where (?:it|they) belongs?|proper places?)\b",
    re.I,
)


def is_tidying(now: Situation) -> bool:
    """Whether the goal is to put things where they belong."""
    return _TIDY.search(now.goal) is not None


def tidying(now: Situation, similarity: Similarity) -> Iterator[Intent]:
    """What lies out of place here."""
    yield from ()
