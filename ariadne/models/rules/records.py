"""Plain records: the sentences in which the reasoner writes down what it knows (`tell.py`), read back into facts.

They are ordinary English for what prose and room descriptions leave unsaid, since those speak of the room one is in:
how rooms are connected, which of their exits are untried, what lies on a floor elsewhere, in what state things are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ariadne.models.rules.language import CUTS, DIRECTION, HEATS, OPPOSITE, bare, items
from ariadne.models.rules.notes import KEYS, LOCKS, Statement, named

STATES = ("open", "closed", "locked", "unlocked", "examined", "burned", *CUTS.values(), *HEATS.values())
"""The states that records tell."""

_Reader = Callable[[re.Match[str]], Iterator[Statement]]


def recorded(sentence: str) -> list[Statement]:
    """What a record states; empty if the sentence is none."""
    sentence = " ".join(sentence.split()).rstrip(".")
    for pattern, reader in _FORMS:
        if match := pattern.fullmatch(sentence):
            return list(reader(match))
    return []


def connection(origin: str, way: str, destination: str) -> list[Statement]:
    """That a way leads from one room to another, and, as one assumes, the opposite way back."""
    return [(destination, beside(way), origin), (origin, beside(OPPOSITE[way]), destination)]


def beside(way: str) -> str:
    """The relation of a room to the one from which it lies that way."""
    return f"is {way} {'from' if way in ('up', 'down') else 'of'}"


def way_of(relation: str) -> str:
    """The way that a relation between two rooms speaks of; empty if it is none."""
    match = _BESIDE.fullmatch(relation)
    return match["way"] if match else ""


_BESIDE = re.compile(rf"is (?:to the )?{DIRECTION} (?:of|from)")
_WAY = DIRECTION.replace("?P<way>", "?:")
_LIST_OF_WAYS = rf"(?P<ways>{_WAY}(?:(?:,| and| or|, and) {_WAY})*)"
_NAME = r"(?:(?!\b(?:is|are|was|were|has|have|that|which|who|if|when|so|but|not|you|it)\b)[^,.;:!?\"()])+"
_NAMES = rf"(?P<names>the {_NAME}(?:, (?:and )?the {_NAME})*)"
_ROOM = rf"the (?P<room>{_NAME})"
_TO = rf"{_WAY} to the {_NAME}"
_LEG = re.compile(rf"{DIRECTION} to the (?P<to>.+?)(?=(?:,|,? and) {_WAY} to the |$)", re.IGNORECASE)
_A_LIST = r"(?P<list>(?:an?|some) .+)"


def _legs(match: re.Match[str]) -> Iterator[Statement]:
    for leg in _LEG.finditer(match["legs"]):
        yield from connection(bare(match["room"]), leg["way"].lower(), bare(leg["to"]))


def _neighbour(match: re.Match[str]) -> Iterator[Statement]:
    # Of a lock or a key this is a hint at a part of the house, which prose reads.
    if not named(match["to"], LOCKS) and not named(match["to"], KEYS):
        yield from connection(bare(match["room"]), match["way"].lower(), bare(match["to"]))


def _exits(match: re.Match[str]) -> Iterator[Statement]:
    for way in re.findall(_WAY, match["ways"], re.IGNORECASE):
        yield (bare(match["room"]), "has exit", way.lower())


def _door(match: re.Match[str]) -> Iterator[Statement]:
    yield (bare(match["door"]), "leads", f"{match['way'].lower()} from {bare(match['room'])}")


def _floor(match: re.Match[str]) -> Iterator[Statement]:
    for name in items(match["list"]):
        yield (name, "is on the floor of", bare(match["room"]))


def _states(match: re.Match[str]) -> Iterator[Statement]:
    for name in items(match["names"]):
        for state in re.findall(r"\w+", match["states"]):
            if state.lower() in STATES:
                yield (name, "is", state.lower())


def _recipe(match: re.Match[str]) -> Iterator[Statement]:
    for name in items(match["list"]):
        yield ("recipe", "requires", name)


def _to_be(match: re.Match[str]) -> Iterator[Statement]:
    for made in re.findall(r"\w+", match["made"]):
        if made.lower() in STATES:
            yield (bare(match["thing"]), "to be", made.lower())


def _opened(match: re.Match[str]) -> Iterator[Statement]:
    yield (bare(match["key"]), "has opened", bare(match["lock"]))


def _form(pattern: str, reader: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(pattern, re.IGNORECASE), reader


_STATE, _MADE = "|".join(STATES), "|".join((*CUTS.values(), *HEATS.values()))
_FORMS = (
    _form(rf"from {_ROOM} one gets (?P<legs>{_TO}(?:(?:,|,? and) {_TO})*)", _legs),
    _form(rf"(?:the )?(?P<to>{_NAME}) is (?:to the )?{DIRECTION} of (?:the )?(?P<room>{_NAME})", _neighbour),
    _form(rf"from {_ROOM} the ways? {_LIST_OF_WAYS} (?:is|are|was|were) (?:untried|not tried|unexplored)", _exits),
    _form(rf"{_ROOM} has (?:an )?(?:untried |unexplored )?exits? (?:to the )?{_LIST_OF_WAYS}", _exits),
    _form(rf"the (?P<door>{_NAME}) leads {DIRECTION} from {_ROOM}", _door),
    _form(rf"on the (?:floor|ground) of {_ROOM} (?:is|are|lies|lie) {_A_LIST}", _floor),
    _form(rf"{_NAMES} (?:is|are|was|were) (?P<states>(?:{_STATE})(?: and (?:{_STATE}))*)(?: and empty)?", _states),
    _form(rf"the recipe (?:requires|asks for|calls for) {_A_LIST}", _recipe),
    _form(rf"the (?P<thing>{_NAME}) (?:is|are) to be (?P<made>(?:{_MADE})(?:(?:,| and) (?:{_MADE}))*)", _to_be),
    _form(rf"the (?P<key>{_NAME}) has opened the (?P<lock>{_NAME})", _opened),
)
