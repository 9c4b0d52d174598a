"""Reading: English text into facts.

It covers how text games describe places (rooms, exits, doors, containers, lists), how they answer commands, and the
plain forms of notes, recipes and speech. A fact is (subject, relation, object).

A thing in a room, on a table, in a box or in the inventory has exactly one fact with a relation of `PLACED`; a state is
a fact with the relation `is`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ariadne.geography import WAYS, direction_of
from ariadne.reasoner.reading.forms import HERE, Extract, forms, says, state_of
from ariadne.reasoner.reading.language import (
    CUTS,
    DIRECTION,
    HEADING,
    HEATS,
    LONGEST,
    MADE,
    bare,
    headings,
    items,
    sentences,
    unmade,
)
from ariadne.reasoner.reading.notes import Prose, Statement
from ariadne.reasoner.reading.records import connection, recorded
from ariadne.triplet import clean

INVENTORY = "inventory"
EXAMINED, HAS_OPENED = "examined", "has opened"
IN, ON, ON_FLOOR, IS, EXIT, LEADS, TO_BE, REQUIRES, TELLS = (
    "is in", "is on", "is on the floor of", "is", "has exit", "leads", "to be", "requires", "tells of",
)  # fmt: skip
PLACED = (IN, ON, ON_FLOOR)


class ReadFact(NamedTuple):
    """A fact as (subject, relation, object)."""

    subject: str
    relation: str
    object: str


_COMMAND = re.compile(r"^> ?(.*)$")
# Disambiguation of a command before its outcome: `(the red key) You pick up …`
_MEANT = re.compile(r"^\((?:with )?the [^)]*\)\s*")
_EXAMINING = re.compile(r"(?:examine|read) (.+)")
_UNLOCKING = re.compile(r"unlock (?P<lock>.+) with (?P<key>.+)")
_INSIDE = re.compile(r"it is (?P<state>open|closed|locked)\.$|you can(?P<closed>'t)? see inside it\b", re.IGNORECASE)
_NOTHING = re.compile(
    r"you can't|you cannot|nothing happens|that's |i (?:didn't|only|beg)|what do you want|this is some kind of "
    r"|errand \d",
    re.IGNORECASE,
)
_CARRYING = re.compile(r"(?:carrying|inventory|have|holding|hold)\s*(?:\([^)]*\))?\s*:?\s+(.+)", re.DOTALL)
_EMPTY = re.compile(r"\b(?:inventory|hands?) (?:is|are) (?:\w+ )?empty\b")
# Fewer characters are not a sentence.
_SHORTEST = 3
_INGREDIENTS = re.compile(r"ingredients:\s*", re.IGNORECASE)
# The heading of an inventory list.
_CARRIED = re.compile(
    r"\s*(?:inventory|you(?: are|'re)(?: now)? (?:carrying|holding)|you have)\b[^.!?:]{0,80}:\s*", re.IGNORECASE
)


def read(text: str, location: str = "") -> list[ReadFact]:
    """Return the facts of a text; `location` is the reader's place before the text names another."""
    found: dict[Statement, None] = {}
    command, prose = "", Prose()
    for block in _blocks(text):
        if match := _COMMAND.match(block):
            command = match[1].strip().lower()
            continue
        if HEADING.fullmatch(block):
            before, location = location, headings(block)[0]
            if (way := direction_of(command) or "") in WAYS:
                found.update(dict.fromkeys(connection(before, way, location)))
            continue
        found.update(dict.fromkeys(_read_block(block, location, command, prose)))
        if (used := _UNLOCKING.fullmatch(command)) and block.lower().startswith("you unlock"):
            found[bare(used["key"]), HAS_OPENED, bare(used["lock"])] = None
    facts = dict.fromkeys(map(_named, found))
    return [fact for fact in facts if clean(fact.subject) and clean(fact.object) and fact.subject != fact.object]


def carried(inventory: str) -> list[str]:
    """The things in an inventory text, with their cooking states."""
    match = _CARRYING.search(inventory.lower())
    if not match or _EMPTY.search(match[1]):
        return []
    names = [name for line in match[1].splitlines() for name in items(line.rstrip("."))]
    return [name for name in names if name not in ("nothing", "empty-handed")]


def _blocks(text: str) -> Iterator[str]:
    """Split a text into single commands and headers, whole recipes up to the next command, inventory lists up to the
    next empty line, and sentences."""
    whole: list[str] = []
    for line in text.splitlines():
        starts = bool(_COMMAND.match(line) or HEADING.fullmatch(line))
        is_over = starts or (not line.strip() and bool(whole) and _CARRIED.fullmatch(whole[0]) is not None)
        if whole and not is_over:
            whole.append(line)
            continue
        if whole:
            yield "\n".join(whole)
        whole = [line] * bool(_INGREDIENTS.fullmatch(line) or _CARRIED.fullmatch(line))
        if starts:
            yield line
        elif not whole:
            for sentence in sentences(line):
                yield from _main_and_relative(sentence[:LONGEST]) if len(sentence) >= _SHORTEST else ()
    if whole:
        yield "\n".join(whole)


def _main_and_relative(sentence: str) -> Iterator[str]:
    """Split a sentence with a relative clause (`You see a box that is closed.`) in two."""
    if match := _RELATIVE.fullmatch(sentence):
        yield f"{match['main']}."
        yield f"The {_OPEN.sub('', match['thing'])} {match['rest']}"
    else:
        yield sentence


def _named(statement: Statement) -> ReadFact:
    """A fact about a place or a state, with the thing's name as in lists: without its preparation."""
    subject, relation, thing = statement
    return ReadFact(unmade(subject)[0] if relation in (*PLACED, IS) else subject, relation, thing)


def _read_block(block: str, location: str, command: str, prose: Prose) -> Iterator[Statement]:
    if _INGREDIENTS.match(block):
        yield from _recipe(block)
        return
    if _CARRIED.match(block) and "\n" in block:
        yield from _placed(carried(block), IN, INVENTORY)
        return
    block = _MEANT.sub("", block)
    examined = bare(match[1]) if (match := _EXAMINING.match(command)) else ""
    if examined and (seen := _INSIDE.match(block)):
        yield (examined, IS, seen["state"] or ("closed" if seen["closed"] else "open"))
        return
    if _NOTHING.match(block):
        return
    reader, match = _reader_of(block)
    if examined:
        yield (examined, IS, EXAMINED)
    if records := recorded(block):
        prose.topic = records[-1][0]
        yield from records
        return
    # An examined thing shows no new furniture: a note about contents refers to another place.
    if match and not (examined and reader is _stands):
        yield from reader(match, location)
    else:
        yield from _aside(block, examined, location, prose)


def _reader_of(block: str) -> tuple[Extract, re.Match[str] | None]:
    for pattern, reader in _FORMS:
        if match := pattern.search(block):
            return reader, match
    return _stands, None


def _recipe(block: str) -> Iterator[Statement]:
    """Ingredients and directions, a line each."""
    section = ""
    for line in block.splitlines():
        text = bare(line)
        if line.strip().endswith(":"):
            section = text
        elif section == "ingredients":
            yield ("recipe", REQUIRES, text)
        elif section == "directions":
            verb, _, thing = text.partition(" ")
            yield (bare(thing), TO_BE, MADE[verb]) if verb in MADE else ("recipe", "ends with", text)


def _placed(names: list[str], relation: str, holder: str) -> Iterator[Statement]:
    for name in names:
        base, made = unmade(name)
        yield (base, relation, holder)
        yield from ((base, IS, state) for state in made if state != "raw")


def _door(match: re.Match[str], location: str) -> Iterator[Statement]:
    door, way = bare(match["door"]), match["way"].lower()
    yield (location, EXIT, way)
    yield (door, LEADS, f"{way} from {location}")
    yield (door, IS, state_of(match["state"]))


def _holds(relation: str) -> Extract:
    """Return an extractor of a list of things in or on a holder, or on the floor here."""

    def reader(match: re.Match[str], location: str) -> Iterator[Statement]:
        holder = location if relation == ON_FLOOR else _SOMEWHERE.sub("", bare(match["holder"]))
        yield (holder, IN, location)
        yield from _placed(items(_until_joke(match["list"])), relation, holder)

    return reader


def _has(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What something has on or in it, which is often nothing."""
    names = [name for name in items(match["list"]) if name != "nothing"]
    yield from _placed(names, ON if match["how"].lower() == "on" else IN, bare(match["holder"]))


def _put(match: re.Match[str], location: str) -> Iterator[Statement]:
    relation = ON if match["how"].lower() == "on" else IN
    yield (bare(match["thing"]), relation, bare(match["holder"]))


def _revealed(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What was opened, and its contents; a door has none."""
    holder = bare(match["holder"])
    yield (holder, IS, "open")
    if match["list"] and not holder.endswith("door"):
        yield from _placed(items(match["list"]), IN, holder)


def _stated(match: re.Match[str], location: str) -> Iterator[Statement]:
    """A container introduced with its state."""
    name = re.sub(r"^(?:\w+ looking) ", "", bare(match["name"]))
    yield (name, IN, location)
    yield (name, IS, state_of(match["state"]))


def _stands(match: re.Match[str], location: str) -> Iterator[Statement]:
    """Furniture, or anything else that a sentence points out."""
    names = [name for name in items(_until_joke(match["name"] or match["bare"])) if _is_thing(name, location)]
    if location:
        yield from _placed(names, IN, location)


def _nothing(match: re.Match[str], location: str) -> Iterator[Statement]:
    """That something is empty is not remembered: putting a thing there would not be reported."""
    yield from ()


def _missing(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What a person needs, cut or cooked, counts as a recipe."""
    for name, made in map(unmade, items(match["list"])):
        yield ("recipe", REQUIRES, name)
        yield from ((name, TO_BE, state) for state in made)


def _directed(match: re.Match[str], location: str) -> Iterator[Statement]:
    """The preparation of a food, in order."""
    for direction in items(match["list"]):
        if made := MADE.get(direction.partition(" ")[0]):
            yield (bare(match["thing"]), TO_BE, made)


def _is_thing(name: str, location: str) -> bool:
    """Whether this names a thing rather than the room itself (`a kitchen`, `an ordinary one`)."""
    words = name.split()
    return (
        len(words) <= 5
        and words[-1] not in ("one", "yourself", location, *_HERE)
        and not set(words) & {"you", "that", "kind", "type", "sort", "is"}
        and name not in (location, "smell", "wall", "gleam")
    )


def _until_joke(text: str) -> str:
    """A list, cut where the sentence continues with something else."""
    return re.split(
        r"[.!?:;]|, (?:so|which|that|but|huh|and you|though)\b"
        r"| (?:here|nearby|close by|in the corner|in the room|right there|over there|by the wall|on the wall)\b",
        text,
        maxsplit=1,
    )[0]


_HERE = ("place", "room")
"""Names of the current place in sentences."""
_SOMEWHERE = re.compile(r" (?:of (?:this|the|your|our) \w+|there)\b")
_A = r"(?:an?|some)"
_STATE = r"(?P<state>open(?:ed)?|closed|shut|locked)"
_MADE = "|".join((*CUTS.values(), *HEATS.values()))
_LIST = r"(?P<list>(?:an?|some|the) .+)"
_SHOWS = r"(?:is|are|you (?:can )?(?:see|make out|find))"
_NOTICE = (
    r"(?:see|seeing|make out|find|notice|spot|reveal|just|like it's|here's|other than|onto|follow it to|it's|is"
    r"|there,|there!|comes|there are)"
)

_RELATIVE = re.compile(
    rf"(?P<main>(?>[^.!?]*?(?:\b{_NOTICE}(?: also)? |^){_A} )(?P<thing>[^,.!?]+?)),? (?:that|which) "
    r"(?P<rest>(?:is|are|has|have|holds?|contains?) .+)",
    re.IGNORECASE,
)
_OPEN = re.compile(rf"^{_STATE} ", re.IGNORECASE)

# These keep the time linear in the text: only the first word of a sentence that can start a form is tried, since a
# later one cannot match if the rest did not; and the sentence's end is searched once.
_FIRST = r"(?:^|[.!?])(?>[^.!?]*?"
_UP_TO_A_STOP = r"(?=[^.!?]*+[.!])(?P<thing>[^.!?]+?)"

_HEARSAY = (
    rf"^(?P<who>[^.!?]+) has (?:taken|moved|carried) the {_UP_TO_A_STOP} (?P<how>to) the (?P<holder>[^.!?]+?)[.!]"
)

_TAKEN, _CHANGED, _LEADS_ON = says("thing", IN, INVENTORY), says("thing", IS, "state"), says(HERE, EXIT, "way")

_FORMS = forms({
    rf"\b(?:there is|to the {DIRECTION} (?:is|lies)) an? (?:open doorway|passage|corridor)$": _LEADS_ON,
    rf"\bto the {DIRECTION} you (?:can )?see {_A} {_STATE} (?P<door>[^.!?]*?door)\b": _door,
    rf"{_FIRST}\b{_A} {_STATE} )(?P<door>[^.!?]+?) (?:leading|leads|going|to the) (?:to the )?{DIRECTION}\b": _door,
    rf"\bto the {DIRECTION} you (?:can )?see\b": _LEADS_ON,
    rf"{_FIRST}\b(?:exit|path|passage|way out|doorway|opening|stairs?|ladder)\b)[^.!?]*?"
    rf"\b(?:to the|leading|leads|going|goes) (?:to the )?{DIRECTION}\b": _LEADS_ON,
    rf"\btry going {DIRECTION}\b": _LEADS_ON,
    rf"^there (?:is|are) {_LIST} (?:on|lying on|scattered on) the (?:floor|ground)": _holds(ON_FLOOR),
    rf"^you (?:take|pick up|get|grab) (?:up )?the {_UP_TO_A_STOP}(?: (?:from|out of|off) [^.!?]+)?[.!]": _TAKEN,
    r"^adding the (?P<thing>[^.!?]+?) to your inventory": _TAKEN,
    r"^you drop the (?P<thing>[^.!?]+?)(?: on the (?:ground|floor))?[.!]": says("thing", ON_FLOOR, HERE),
    rf"^you (?:put|place|insert) the {_UP_TO_A_STOP} (?P<how>on|into|in)(?:to)? the (?P<holder>[^.!?]+?)[.!]": _put,
    _HEARSAY: _put,
    r"^you open (?:the )?(?P<holder>[^,.!?]+?)(?:, revealing (?P<list>.+?))?[.!]": _revealed,
    r"^you (?P<state>close|unlock|lock) (?:the )?(?=[^.!?]*+[.!])(?P<thing>[^,.!?]+?)(?: with [^.!?]+)?[.!]": _CHANGED,
    rf"^you (?P<state>{'|'.join(('eat', *CUTS, *HEATS.values(), 'burned'))}) the (?P<thing>[^.!?]+?)[.!]": _CHANGED,
    rf"^(?P<thing>[^:.!?]+): (?P<list>(?:{'|'.join(MADE)}) the .+)": _directed,
    rf"\b(?:missing|lack(?:s|ing)?|needs?|wants?) (?:only )?(?P<list>{_A} (?:{_MADE}) .+)": _missing,
    rf"^the (?P<holder>[^,.!?]+?) (?:contains|holds) {_LIST}": _holds(IN),
    r"^the (?P<holder>[^,.!?]+?) (?:has|have) (?P<list>[^.!?]+?) (?P<how>on|in|inside) (?:it|them)\b": _has,
    r"^the [^,.!?]+? is (?:\w+ )?empty\b": _nothing,
    r"^the (?P<holder>[^,.!?]+?) is (?:carrying|holding) (?P<thing>[^,.!?]+)": says("thing", IN, "holder"),
    rf"^in(?:side)? the (?P<holder>[^,.!?]+?) {_SHOWS} {_LIST}": _holds(IN),
    rf"^on(?: top of)? the (?P<holder>[^,.!?]+?) {_SHOWS} {_LIST}": _holds(ON),
    rf"^you (?:can )?(?:see|make out) {_LIST} on the (?P<holder>[^,.!?]+)": _holds(ON),
    rf"\b{_A} {_STATE} (?P<name>[^,.!?]+?)"
    r"(?=[,.!?]|$| here| in the| nearby| close by| right there| is (?:here|nearby|close by|in the|right))": _stated,
    rf"^(?:(?:.*\?)?+[^?]*(?:\b{_NOTICE}|!)(?:[:-]| oh| also)* (?P<name>{_A} [^?]+)"
    rf"|(?P<bare>(?-i:{_A}) [^?]+))$": _stands,
})  # fmt: skip


def _aside(block: str, source: str, location: str, prose: Prose) -> Iterator[Statement]:
    """Sentences without a form of their own: a briefing, plain statements, or a `source`'s text."""
    statements = [(location if name in _HERE else name, relation, thing) for name, relation, thing in prose.read(block)]
    yield from statements
    if source:
        for name in dict.fromkeys(name for subject, _, thing in statements for name in (subject, thing)):
            yield (source, TELLS, name)
