"""Plain records: the sentences in which the reasoner writes its knowledge (`tell.py`), parsed into facts.

They are ordinary English for what prose and room descriptions cannot express about other rooms: connections, untried
exits, things on floors elsewhere, states of things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.geography import OPPOSITE
from ariadne.reasoner.reading.forms import forms, says
from ariadne.reasoner.reading.language import DIRECTION, LONGEST, MADE, bare
from ariadne.reasoner.reading.notes import KEYS, LOCKS, Statement, named

STATES = ("open", "closed", "locked", "unlocked", "examined", "burned", *MADE.values())
"""The states that records express."""


def recorded(sentence: str) -> list[Statement]:
    """Return the statements of a record; empty if the sentence is not one."""
    if len(sentence) > LONGEST:
        return []
    sentence = " ".join(sentence.lower().split()).rstrip(".")
    for pattern, reader in _FORMS:
        if match := pattern.fullmatch(sentence):
            return list(reader(match, ""))
    return []


def connection(origin: str, way: str, destination: str) -> list[Statement]:
    """A connection from one room to another, and the assumed opposite way back."""
    return [(destination, beside(way), origin), (origin, beside(OPPOSITE[way]), destination)]


def beside(way: str) -> str:
    """The relation of a room to its neighbour: `is north of` for `north`."""
    return f"is {way} {'from' if way in ('up', 'down') else 'of'}"


def way_of(relation: str) -> str:
    """The direction in a relation between two rooms; empty if it has none."""
    match = _BESIDE.fullmatch(relation)
    return match["way"] if match else ""


_BESIDE = re.compile(rf"is (?:to the )?{DIRECTION} (?:of|from)")
_WAY = DIRECTION.replace("?P<way>", "?:")
_LIST_OF_WAYS = rf"(?P<ways>{_WAY}(?:(?:,| and| or|, and) {_WAY})*)"
_NAME = r"(?:(?!\b(?:is|are|was|were|has|have|that|which|who|if|when|so|but|not|you|it)\b)[^,.;:!?\"()])+"
_THINGS = rf"(?P<list>the {_NAME}(?:, (?:and )?the {_NAME})*)"
_ROOM = rf"the (?P<room>{_NAME})"
# A name may contain `and north to the …`, which is separated later.
_TO = rf"{_WAY} to the {_NAME}"
_LEG = re.compile(rf"{DIRECTION} to the (?P<to>.+?)(?=(?:,|,? and) {_WAY} to the |$)")
_A_LIST = r"(?P<list>(?:an?|some) .+)"


def _legs(match: re.Match[str], here: str) -> Iterator[Statement]:
    for leg in _LEG.finditer(match["legs"]):
        yield from connection(bare(match["room"]), leg["way"], bare(leg["to"]))


def _neighbour(match: re.Match[str], here: str) -> Iterator[Statement]:
    # For a lock or a key this is a hint at a part of the house, which prose reads.
    if not named(match["to"], LOCKS) and not named(match["to"], KEYS):
        yield from connection(bare(match["room"]), match["way"], bare(match["to"]))


def _door(match: re.Match[str], here: str) -> Iterator[Statement]:
    yield (bare(match["door"]), "leads", f"{match['way']} from {bare(match['room'])}")


_ARE = r"(?:is|are|was|were)"
_STATE, _MADE = (rf"(?:{'|'.join(states)})" for states in (STATES, MADE.values()))
_EXITS = says("room", "has exit", "ways")
_FORMS = forms(
    {
        rf"from {_ROOM} one gets (?P<legs>{_TO}(?:,(?: and)? {_TO})*)": _legs,
        rf"(?:the )?(?P<to>{_NAME}) is (?:to the )?{DIRECTION} of (?:the )?(?P<room>{_NAME})": _neighbour,
        rf"from {_ROOM} the ways? {_LIST_OF_WAYS} {_ARE} (?:untried|not tried|unexplored)": _EXITS,
        rf"{_ROOM} has (?:an )?(?:untried |unexplored )?exits? (?:to the )?{_LIST_OF_WAYS}": _EXITS,
        rf"the (?P<door>{_NAME}) leads {DIRECTION} from {_ROOM}": _door,
        rf"on the (?:floor|ground) of {_ROOM} (?:is|are|lies|lie) {_A_LIST}": says(
            "list", "is on the floor of", "room"
        ),
        rf"{_THINGS} {_ARE} (?P<state>{_STATE}(?: and {_STATE})*)(?: and empty)?": says("list", "is", "state"),
        rf"the recipe (?:requires|asks for|calls for) {_A_LIST}": says("recipe", "requires", "list"),
        rf"the (?P<thing>{_NAME}) (?:is|are) to be (?P<state>{_MADE}(?:(?:,| and) {_MADE})*)": says(
            "thing", "to be", "state"
        ),
        rf"the (?P<key>{_NAME}) has opened the (?P<lock>{_NAME})": says("key", "has opened", "lock"),
    }
)
