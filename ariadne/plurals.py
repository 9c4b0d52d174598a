"""Plurals of English nouns, recognized by their spelling."""

from __future__ import annotations

from collections.abc import Sequence

_SHORTEST = 3
"""The fewest letters of a noun before the ending that changes in its plural."""
_ALIKE = frozenset("headquarters lens news series species".split())
_IRREGULAR = {
    "children": "child",
    "men": "man",
    "people": "person",
    "wives": "wife",
    "women": "woman",
    **{f"{noun}s": noun for noun in "beanie cookie hoodie movie necktie nightie onesie scrunchie smoothie".split()},
    **{f"{noun}s": noun for noun in "bikini bonsai bureau chilli kiwi menu sari ski taxi tutu".split()},
}
# Endings, the number of letters to remove, and their possible replacements, likeliest first. `us` is rarely a plural.
_ENDINGS: Sequence[tuple[tuple[str, ...], int, tuple[str, ...]]] = (
    (("ss",), 0, ("",)),
    (("us", "is"), 1, ("s", "")),
    (("men",), 3, ("men", "man")),
    (("leaves", "shelves", "halves", "wolves", "loaves", "scarves", "thieves"), 3, ("f", "ve")),
    (("knives", "wives"), 3, ("fe",)),
    (("ves",), 3, ("ve", "f", "fe")),
    (("ies",), 3, ("y", "ie")),
    (("sses", "shes", "ches", "xes", "zzes", "atoes"), 2, ("", "e")),
    (("es",), 2, ("e", "")),
    (("s",), 1, ("",)),
)


def singulars(word: str) -> Sequence[str]:
    """Return the possible singulars of a lower-case word, the likeliest first."""
    if word in _IRREGULAR:
        return (_IRREGULAR[word],)
    for endings, gone, instead in _ENDINGS:
        rest = word[: len(word) - gone]
        if word.endswith(endings) and len(rest) >= _SHORTEST and word not in _ALIKE:
            return [rest + end for end in instead]
    return (word,)


def singular(word: str) -> str:
    """Return the likeliest singular: `box` for `boxes`; a word not spelled like a plural stays unchanged."""
    return singulars(word)[0]
