"""Reading: English text into facts.

It covers how text games describe places (rooms, exits, doors, containers, lists), how they answer commands, and the
plain forms of notes, recipes and speech.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.geography import WAYS, direction_of
from ariadne.reasoner.reading.language import HEADING, LONGEST, MADE, bare, headings, items, sentences, unmade
from ariadne.reasoner.reading.notes import Prose, Statement
from ariadne.reasoner.reading.records import connection, recorded
from ariadne.reasoner.reading.relations import (
    EXAMINED,
    HAS_OPENED,
    IN,
    INVENTORY,
    IS,
    PLACED,
    REQUIRES,
    TELLS,
    TO_BE,
    ReadFact,
)  # fmt: skip
from ariadne.reasoner.reading.sentence_forms import PLACE_NAMES, main_and_relative, placed, reader_of, stands
from ariadne.triplet import clean

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
                yield from main_and_relative(sentence[:LONGEST]) if len(sentence) >= _SHORTEST else ()
    if whole:
        yield "\n".join(whole)


def _named(statement: Statement) -> ReadFact:
    """A fact about a place or a state, with the thing's name as in lists: without its preparation."""
    subject, relation, thing = statement
    return ReadFact(unmade(subject)[0] if relation in (*PLACED, IS) else subject, relation, thing)


def _read_block(block: str, location: str, command: str, prose: Prose) -> Iterator[Statement]:
    if _INGREDIENTS.match(block):
        yield from _recipe(block)
        return
    if _CARRIED.match(block) and "\n" in block:
        yield from placed(carried(block), IN, INVENTORY)
        return
    block = _MEANT.sub("", block)
    examined = bare(match[1]) if (match := _EXAMINING.match(command)) else ""
    if examined and (seen := _INSIDE.match(block)):
        yield (examined, IS, seen["state"] or ("closed" if seen["closed"] else "open"))
        return
    if _NOTHING.match(block):
        return
    reader, match = reader_of(block)
    if examined:
        yield (examined, IS, EXAMINED)
    if records := recorded(block):
        prose.topic = records[-1][0]
        yield from records
        return
    # An examined thing shows no new furniture: a note about contents refers to another place.
    if match and not (examined and reader is stands):
        yield from reader(match, location)
    else:
        yield from _aside(block, examined, location, prose)


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


def _aside(block: str, source: str, location: str, prose: Prose) -> Iterator[Statement]:
    """Sentences without a form of their own: a briefing, plain statements, or a `source`'s text."""
    statements = [
        (location if name in PLACE_NAMES else name, relation, thing) for name, relation, thing in prose.read(block)
    ]
    yield from statements
    if source:
        for name in dict.fromkeys(name for subject, _, thing in statements for name in (subject, thing)):
            yield (source, TELLS, name)
