"""Metadata of texts: names with texts, numbers and truth values."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ariadne.text import MOST_DIGITS, kept

Metadata = Mapping[str, str | int | float | bool]


def flat(metadata: object) -> Metadata:
    """Check metadata, and return them as they are stored.

    Raises:
        ValueError: they are not a mapping from names to texts, truth values and finite numbers.
    """
    if not isinstance(metadata, Mapping):
        raise ValueError("metadata must be a mapping of names to values")
    for name, value in metadata.items():
        if not isinstance(name, str) or not isinstance(value, str | int | float | bool):
            raise ValueError(f"metadata '{kept(str(name))}' must be a text, a number, true or false")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"metadata '{kept(name)}' is not a finite number")
        if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
            raise ValueError(f"metadata '{kept(name)}' has more than {MOST_DIGITS} digits")
    return {kept(name): _kept(value) for name, value in metadata.items()}


def has(own: Metadata, wanted: Metadata) -> bool:
    """Whether a text's metadata include all wanted values."""
    # In Python, True equals 1.
    return all(
        name in own and own[name] == value and isinstance(own[name], bool) == isinstance(value, bool)
        for name, value in wanted.items()
    )


def _kept(value: str | float) -> str | float:
    """A value as it is stored. A number whose digits contain an API key becomes a text without it."""
    if isinstance(value, str):
        return kept(value)
    said = str(value)
    return value if kept(said) == said else kept(said)
