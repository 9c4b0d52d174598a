"""Names that TextWorld can compile and tell apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ariadne.errors import UserError

# The Z-machine's dictionary keeps this many letters of a word; the rest is ignored.
_DICTIONARY_LETTERS = 9
_NAME = re.compile(r"[a-z0-9]+(?:[ -][a-z0-9]+)*")
# Words that the parser reads as part of a command, or that make a list of things ambiguous.
_RESERVED = frozenset("a an and but except from in into it on some the then to with".split())


def check_names(names: Iterable[str]) -> None:
    """Check that TextWorld can compile these names and that they cannot be confused.

    Raises:
        UserError: the first unusable name, and why.
    """
    seen: list[tuple[str, frozenset[str]]] = []
    for name in names:
        if not _NAME.fullmatch(name):
            raise UserError(f"the name '{name}' cannot be used: only lower-case letters, digits, spaces, hyphens")
        if reserved := _RESERVED & set(name.split()):
            raise UserError(f"the name '{name}' cannot be used: it contains the word '{min(reserved)}'")
        words = dictionary_words(name)
        for other, others in seen:
            if words <= others or others <= words:
                raise UserError(f"the names '{name}' and '{other}' cannot be told apart: each needs its own word")
        seen.append((name, words))


def without_clashes(candidates: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return the candidates, in order, that cannot be confused with a taken name or an earlier candidate."""
    known = [dictionary_words(name) for name in taken]
    kept = []
    for name in candidates:
        words = dictionary_words(name)
        if not any(words <= other or other <= words for other in known):
            kept.append(name)
            known.append(words)
    return kept


def dictionary_words(name: str) -> frozenset[str]:
    """Return the words of a name as the Z-machine's dictionary stores them."""
    return frozenset(word[:_DICTIONARY_LETTERS] for word in name.split())
