"""The names that a game's engine gives to things and places, and their mentions in texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ariadne.exam.truth import EATEN, INVENTORY, MADE, TruthSnapshot, plain

_HANDS = ("inventory", "hands", "hand")
_STATE = {"open": "open", "opened": "open", "closed": "closed", "shut": "closed", "unlocked": "closed",
          "locked": "locked"}  # fmt: skip
_INDEFINITE = ("a", "an", "some", "one", "two", "three", "several", "another")
_DEFINITE = ("the", "your", "my", "our", "their", "his", "her", "its", "this", "that", "these", "those", "all the")
_NONE = ("no", "neither", "nor", "any", "not a", "not an", "nor the", "neither the", "not the")
# What ends the words between an article and a name.
_GRAMMAR = (
    "is are was were be been am has have had do does did can could will would should must may might you i we he she it "
    "they them there here in on at into onto to from with of by for as and or but not no nor so than then which who "
    "what where when a an the your my"
).split()
_OTHER_WORD = rf"(?!(?:{'|'.join(_GRAMMAR)})\b)[\w'-]+ "


@dataclass(frozen=True)
class Mention:
    """A name in a text.

    Attributes:
        name: the thing's, or `inventory` for the player's hands.
        is_new: whether its article is indefinite (`a lamp`). `state`: from an adjective (`a closed box`).
    """

    name: str
    is_new: bool = False
    state: str = ""


# Compared by identity, so that it can be a cache key.
@dataclass(frozen=True, eq=False)
class EngineNames:
    """What an engine calls things.

    Attributes:
        things: those with a place. `others`: those without, such as rooms and doors.
    """

    things: frozenset[str]
    others: frozenset[str] = frozenset()

    def marked(self, sentence: str) -> tuple[str, list[Mention]]:
        """Replace the names in a sentence, with articles and adjectives, by `⟨1⟩`, `⟨2⟩` and so on; return the
        lower-case result and the mentions. Negated names (`no lamp`) become `nothing`."""
        found: list[Mention] = []

        def mark(match: re.Match[str]) -> str:
            article, adjectives = match["article"] or "", (match["adjectives"] or "").split()
            if article in _NONE:
                return "nothing"
            name = INVENTORY if match["name"] in _HANDS else match["name"]
            state = next((_STATE[word] for word in adjectives if word in _STATE), "")
            found.append(Mention(name, article in _INDEFINITE, state))
            return f"⟨{len(found)}⟩"

        text = sentence.lower().replace("⟨", "(").replace("⟩", ")")
        return self._pattern.sub(mark, text), found

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # The longest first: `patio table` before `table`.
        names = sorted({*self.things, *self.others, *_HANDS}, key=lambda name: (-len(name), name))
        article = "|".join(sorted((*_INDEFINITE, *_DEFINITE, *_NONE), key=len, reverse=True))
        return re.compile(
            rf"(?<![\w-])(?:(?P<article>{article}) (?P<adjectives>(?:{_OTHER_WORD}){{0,3}}?))?"
            rf"(?:(?:{'|'.join(MADE)}) )*(?P<name>{'|'.join(map(re.escape, names))})(?![\w-])"
        )


def names_in(snapshots: Iterable[TruthSnapshot]) -> EngineNames:
    """The names in snapshots of the engine."""
    placed, others = set[str](), set[str]()
    for now in snapshots:
        others.add(now.room)
        for topic, value in now.values.items():
            others.add(topic.thing)
            if topic.aspect == "place":
                placed.add(plain(topic.thing))
                others.add(value)
    return EngineNames(frozenset(placed), frozenset(map(plain, others)) - placed - {INVENTORY, EATEN, ""})


def mentions(text: str, name: str) -> bool:
    """Whether a text contains a name as whole words."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a line break ends one too."""
    return (part.strip() for part in re.split(r"(?<=[.!?])[\"')]*\s+|\n+", text) if part.strip())
