"""A triplet (subject, relation, object): an edge of the semantic graph (AriGraph, section 2)."""

from __future__ import annotations

from dataclasses import dataclass

_QUOTES = "\"'`“”‘’«»"
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENING = {closing: opening for opening, closing in _BRACKETS.items()}


@dataclass(frozen=True, slots=True)
class Triplet:
    """What is known of a subject: lower case, single spaces, no quotes, brackets or stops around a part.

    Every way to make one cleans its parts by the same rule, so two spellings of a triplet are equal.

    Raises:
        ValueError: a part is empty.
    """

    subject: str
    relation: str
    object: str

    def __post_init__(self) -> None:
        for name in ("subject", "relation", "object"):
            part = clean(getattr(self, name))
            if not part:
                raise ValueError(f"a triplet's {name} is empty")
            object.__setattr__(self, name, part)

    @classmethod
    def of_clean(cls, subject: str, relation: str, object_: str) -> Triplet:
        """A triplet of parts that were a triplet's before, such as those in a file: they are not cleaned again."""
        triplet = cls.__new__(cls)
        for name, part in zip(cls.__slots__, (subject, relation, object_), strict=True):
            object.__setattr__(triplet, name, part)
        return triplet

    def __str__(self) -> str:
        """`subject, relation, object`; with ` | ` in place of the commas where a part holds a comma."""
        parts = (self.subject, self.relation, self.object)
        return (" | " if any("," in part for part in parts) else ", ").join(parts)

    @property
    def vertices(self) -> tuple[str, str]:
        """The two vertices that the edge joins."""
        return self.subject, self.object

    @classmethod
    def parse(cls, text: str) -> Triplet:
        """Read what `str` wrote, or what a model wrote in that manner.

        Quotes, brackets and stops around the whole or its parts are dropped. What follows the second
        separator is the object, commas and all.

        Raises:
            ValueError: there are not three parts.
        """
        text = _trim(text)
        parts = text.split("|" if "|" in text else ",", 2)
        if len(parts) != 3:
            raise ValueError(f"not a triplet: {text!r}")
        return cls(*parts)


def clean(text: str) -> str:
    """A part of a triplet, or a query for it, in the one form in which they are compared."""
    return _trim(text.replace("|", "/"))


def _trim(text: str) -> str:
    text = " ".join(text.lower().split())
    before = None
    while text != before:
        before = text
        text = _without_brackets(text.strip(f"{_QUOTES} ").rstrip(".;, "))
    return text


def _without_brackets(text: str) -> str:
    """Drop a pair of brackets around the whole, or a bracket at an end whose partner is missing."""
    if text and text[0] in _BRACKETS:
        end = _partner(text, text[0], _BRACKETS[text[0]])
        if end == len(text) - 1:
            return text[1:-1]
        if end is None:
            return text[1:]
    if text and text[-1] in _OPENING and _partner(text[::-1], text[-1], _OPENING[text[-1]]) is None:
        return text[:-1]
    return text


def _partner(text: str, first: str, partner: str) -> int | None:
    """Where the bracket that `text` begins with is closed."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == first) - (character == partner)
        if depth == 0:
            return index
    return None
