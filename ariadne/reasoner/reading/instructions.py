"""Reading instructions: clauses of everyday English as intents, and a goal's steps in order.

A clause is something done to a thing, a direction, a place to be at, or a desired state of a thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from ariadne.geography import ABBREVIATIONS, COMPASS, WAYS
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS, bare
from ariadne.reasoner.reading.notes import IS_KEY, NEGATED, READABLE
from ariadne.reasoner.reading.word_classes import BE, PREPOSITIONS, RELATIVES

_WAYS = "|".join(WAYS)
_SYNONYMS = {
    "take": r"take|pick up|pick-up|pick|grab|get|retrieve|recover|collect|obtain|steal|acquire|fetch|lift|seize|claim",
    "unlock": r"unlock",
    "lock": r"lock",
    "open": r"open",
    "close": r"close|shut",
    "read": r"read|examine|look at|check|consult|study|open and read",
    "put": r"put|place|insert|set|sit|rest|lay|deposit|stick|leave|return|move|bring|carry|deliver|give|tuck",
    "drop": r"drop|discard|throw|toss|ditch",
    "eat": r"eat|consume|devour",
    "prepare": r"prepare",
    "find": r"find|locate|search for|look for|discover",
    **{verb: verb for verb in (*CUTS, *HEATS)},
}
_WITH = {
    "take": r"from|off|out of|in|on|inside|within|hidden",
    **dict.fromkeys(("unlock", "lock", "open"), r"with|using|by means of"),
    "drop": r"on|onto|upon|in|at",
    "put": r"on top of|on|onto|upon|into|inside|in|at|to",
    **dict.fromkeys((*CUTS, *HEATS), r"with|using|on|in"),
}
_SENTENCE = re.compile(r"[.!?;\n]+(?:[^\S\n]*\d+[.)])?|^\s*\d+[.)]")
_CLAUSE = re.compile(
    r"[:,]\s*(?:and |then |so )*|\s*(?:[-=]>|→|&)\s*|\band (?:then )?|\bthen\b|\bafter that\b|\bbefore (?=\w+ing\b)",
    re.IGNORECASE,
)
# Negated or merely possible clauses are not requests.
_DENIED = re.compile(rf"{NEGATED.pattern}|\b(?:no|may|might)\b", re.IGNORECASE)
_AIM = re.compile(r"\s*to \w+", re.IGNORECASE)
# Words between a verb and its object: `get hold of`, `take out`, `take from it`.
_HOLD = re.compile(
    r"^(?:(?:hold of|your hands on|possession of|away with|rid of|back|out|up|down|off|away|over|only|just)\s+(?=\S)"
    r"|(?:from|out of) .+? (?=(?:the|an?) ))+",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\s+(?:that|which|who|where|hidden|lying|inside|within|behind|in (?:the|order)|so|for|before|after|as|it)\b|[,:(]"
    r"|\s+(?:found|located|situated|placed|kept|stored|standing|sitting|resting|hanging)(?= (?:in|on|at|under)\b|$)"
    rf"|\s+(?:to|on|leading) (?:the )?(?:{_WAYS})\b",
    re.IGNORECASE,
)
# Words that end a clause after a name and are not part of it: when, and where to.
_LAST = frozenset(
    "instead please there here asap too first now again next up down back away over somewhere anywhere nearby".split()
)
_STATED = re.compile(
    # If the first thing has no statement, no later one does.
    r"^(?>.*?\b(?:that|sure|see) (?=(?:the|an?|your|all) .))(?P<thing>\w+ .+?) (?:is|are|be) (?:\w+ )?"
    r"(?P<state>open(?:ed)?|ajar|closed|shut|locked|unlocked)\b(?: (?:with|using) (?P<other>.+))?",
    re.IGNORECASE,
)
# A wish about a thing's place is a request to put it there.
_PLACED = re.compile(
    r"\b(?:let|have|(?:see|ensure|make (?:sure|certain))(?: to it)?(?: that)?) "
    r"(?P<things>(?:both |all )?(?:the|an?|your) .{1,120}?) (?:(?:must |should )?be|is|are|rests?|lies?|stands?|sits?"
    r"|ends? up) (?P<where>(?:up)?on|onto|on top of|in|inside|into)\b(?= \w)",
    re.IGNORECASE,
)
_STATES = {"opened": "open", "ajar": "open", "closed": "close", "shut": "close", "locked": "lock", "unlocked": "unlock"}
_PURPOSE = re.compile(
    r"(?>(?P<means>.+?) (?:in|into) )(?P<thing>.+?)(?:'s \w+)? to (?P<verb>(?:un)?lock|open) it\b", re.IGNORECASE
)
_PRONOUN = re.compile(r"(?:it|them|him)\b.*|this|that|these|those|one|(?:every|any|some|no)thing|you|me")
_CONTINUES = re.compile(r"(?:it|they)\b", re.IGNORECASE)
_NO_OBJECTS = PREPOSITIONS | frozenset("ready set going started busy all every each whatever things".split())
"""Words that cannot begin the name of a particular thing after a verb: `get through with that`, `get ready`, `put all
toys away`."""
_FLOOR = re.compile(r"(?:floor|ground)(?: (?:of|in) (.+))?$")
_STATE = re.compile(r"^((?:the|an?) )?(?:locked|closed|unlocked|open) ", re.IGNORECASE)
_TO = re.compile(r"\s+to (?:the|your|my|his|her|their) ")
_A_THING = re.compile(r"(?:.*?\s)??(?:the|an?|my|your|his|her|their|some) (?P<name>.+)", re.IGNORECASE)
_BESIDE = re.compile(rf"\s+(?:{'|'.join(sorted(PREPOSITIONS | BE | RELATIVES))})\b")

_MOVING = "go|head|walk|return|proceed|run|get|way|come|move|travel|venture|trip|step|climb"
_WAY = re.compile(
    rf"\b(?P<way>{'|'.join(COMPASS)})(?:wards?)?\b(?! (?:of|from)\b)|\b(?:{_MOVING}) (?P<steep>up|down)\b",
    re.IGNORECASE,
)
_LETTERS = {letter: way for letter, way in ABBREVIATIONS.items() if len(letter) == 1}
_NO_WAY = re.compile(
    rf"\b(?:is|are|was|were|lies?|leads?|stands?|from)(?: to)?(?: the)? (?:{_WAYS})\b"
    rf"|\b(?:{_WAYS})(?: \w+)? (?:is|are|was|were|leads?)\b",
    re.IGNORECASE,
)
"""Describes a location and is not a direction to go."""
_NO_THINGS = frozenset(("trip", "way", "turn", "step", "steps", "path", "route", "right", "left", *WAYS))
_VISIT = re.compile(
    rf"\b(?:(?:{_MOVING})(?: back| over| on| straight| up| down)? (?:in|into|to|for|towards?|inside)|enter|reach|visit)"
    r" (?P<place>(?:the|your|my|our|his|her|their|an?) .+|(?-i:[A-Z]).+)",
    re.IGNORECASE,
)
_TIMES = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3}


def steps(goal: str) -> list[Intent]:
    """Return a goal's steps in order. To find something means to read it if possible, else to take it.

    Finding a thing is not a step of its own if a later step uses it.
    """
    wanted = [intent for intent in intents(goal) if intent.verb != "put" or intent.other]
    last = {name: number for number, step in enumerate(wanted) for name in (step.thing, step.other)}
    found = []
    for number, step in enumerate(wanted):
        if step.verb != "find":
            found.append(step)
        elif last[step.thing] == number:
            found.append(replace(step, verb="read" if READABLE.search(step.thing) else "take"))
    return [replace(step, step=number) for number, step in enumerate(found, 1)] if len(found) > 1 else found


def intents(text: str) -> Iterator[Intent]:
    """Yield the intents of a text, clause by clause.

    `it` is the last thing mentioned. Within a sentence, a thing without a verb takes the verb before it: `take the rope
    and the lamp`. Negated clauses are skipped.
    """
    spoken_of = ""
    for sentence in (re.sub(r"\s+", " ", part) for part in _SENTENCE.split(text)):
        found, spoken_of = _of_sentence(_PLACED.sub(r"put \g<things> \g<where>", sentence), spoken_of)
        yield from _with_places(found)


def _of_sentence(sentence: str, spoken_of: str) -> tuple[list[Intent], str]:
    """The intents of a sentence, and the last thing mentioned."""
    found: list[Intent] = []
    before, is_denied = None, False
    for number, clause in enumerate(part.strip() for part in _CLAUSE.split(sentence)):
        if _DENIED.search(clause) or (number == 0 and _AIM.match(clause) and sentence.strip() != clause):
            is_denied = len(clause.split()) < 3
            continue
        intent = None if is_denied or not clause else _read_clause(clause) or _more_of(before, clause)
        is_denied = False
        if intent is None:
            spoken_of = _spoken_of(clause) or spoken_of
            continue
        thing, other = (spoken_of if _PRONOUN.fullmatch(name) else name for name in (intent.thing, intent.other))
        if thing and bool(other) == bool(intent.other):
            before = replace(intent, thing=thing, other=other)
            times = next((count for words, count in _TIMES.items() if words in clause.lower()), 1)
            found += [before] * (times if intent.verb == "go" else 1)
        spoken_of = thing if intent.verb != "go" else spoken_of
    return found, spoken_of


def _with_places(told: Sequence[Intent]) -> Iterator[Intent]:
    """Steps without a place for a thing to be put take that of the next one."""
    for number, step in enumerate(told):
        same = takewhile(lambda each: each.verb == "put", told[number:])
        place = next((each.other for each in same if each.other), step.other)
        yield replace(step, other=place)


def _read_clause(clause: str) -> Intent | None:
    if match := _STATED.search(clause):
        verb = _STATES.get(match["state"].lower(), match["state"].lower())
        return Intent(verb, _object(match["thing"]), _object(match["other"] or ""))
    if clause.lower() in _LETTERS:
        return Intent("go", _LETTERS[clause.lower()])
    # `…, which is to be opened` refers to the thing before it.
    clause = f"{clause} it" if _is_relative(clause) else clause
    best: tuple[int, Intent] | None = None
    for verb, pattern in _doings().items():
        match = pattern.search(clause)
        if match and (best is None or match.start() < best[0]):
            best = (match.start(), _with_other(verb, match["rest"]))
    meant = best[1] if best and set(best[1].thing.split()) - _NO_THINGS else None
    if meant and (meant.verb != "put" or meant.other):
        return meant
    if (way := _WAY.search(clause)) and not _NO_WAY.search(clause):
        return Intent("go", (way["way"] or way["steep"]).lower())
    visit = _VISIT.search(clause)
    return Intent("go", place) if visit and (place := _object(visit["place"])) else meant


@cache
def _doings() -> Mapping[str, re.Pattern[str]]:
    """The patterns of verbs with their objects."""
    return {
        verb: re.compile(rf"\b(?:{words})\b(?: up)? (?P<rest>.+)", re.IGNORECASE) for verb, words in _SYNONYMS.items()
    }


def _more_of(before: Intent | None, clause: str) -> Intent | None:
    """A clause that is only a thing, as another object of the previous verb."""
    named = _A_THING.fullmatch(clause)
    is_alone = named and named.start("name") < 6 and not BE & set(clause.lower().split())
    if before is None or before.verb == "go" or not is_alone:
        return None
    return _with_other(before.verb, clause)


def _spoken_of(clause: str) -> str:
    """The first thing that a clause without a request names; empty if the clause is about the previous thing or a
    pronoun, which stays the topic (centering, Grosz et al. 1995)."""
    match = None if _is_relative(clause) or _CONTINUES.match(clause) else _A_THING.fullmatch(clause)
    return _object(_BESIDE.split(match["name"], maxsplit=1)[0]) if match else ""


def _is_relative(clause: str) -> bool:
    return clause.split(" ", maxsplit=1)[0].lower() in RELATIVES


def _with_other(verb: str, rest: str) -> Intent:
    rest = _HOLD.sub("", rest.strip())
    if verb == "put" and (aim := _PURPOSE.match(rest)):
        return Intent(aim["verb"].lower(), _object(aim["thing"]), _object(aim["means"]))
    if words := _WITH.get(verb):
        parts = re.split(rf"\s+(?:{words})\s+", rest, maxsplit=1)
        if len(parts) == 2:
            thing, other = _object(parts[0]), _object(parts[1])
            if floor := _FLOOR.match(other):
                return Intent("drop" if verb == "put" else verb, thing, bare(floor[1] or "") if verb != "take" else "")
            return Intent(verb, thing, other)
    parts = _TO.split(rest, maxsplit=1)
    if verb == "take" and len(parts) == 2 and not IS_KEY.search(parts[0]):
        return Intent("put", _object(parts[0]), _object(parts[1]))
    return Intent(verb, _object(rest))


def _object(words: str) -> str:
    """The name of a verb's object, without the rest of the clause."""
    names = _MORE.split(_STATE.sub(r"\1", words), maxsplit=1)[0].split()
    while len(names) > 1 and names[-1].lower() in _LAST:
        names.pop()
    if len(names) > 1 and names[0].lower() == "both":
        del names[0]
    name = bare(" ".join(names))
    return "" if not _NO_OBJECTS.isdisjoint(name.split()[:1]) else name
