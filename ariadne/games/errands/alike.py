"""Things of a kind: names that end in the same noun."""

from __future__ import annotations

from collections.abc import Iterable

from ariadne.plurals import singular

_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def noun(name: str) -> str:
    """Return the last word of a name."""
    return name.rsplit(maxsplit=1)[-1]


def plural(word: str) -> str:
    """Return the plural of a noun, guessed from its spelling."""
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"


def of_a_kind(names: Iterable[str]) -> dict[str, list[str]]:
    """Group names by their noun, where several share it. Nouns of materials are left out."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        if " of " not in name and _has_plural(noun(name)):
            kinds.setdefault(noun(name), []).append(name)
    return {word: its for word, its in kinds.items() if len(its) > 1}


def _has_plural(word: str) -> bool:
    """Whether a word is singular and its plural can be recognised."""
    return singular(word) == word and not word.endswith(("f", "fe")) and singular(plural(word)) == word
