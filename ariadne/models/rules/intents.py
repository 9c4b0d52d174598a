"""Sub-goals as sentences, and what they mean as actions.

The planner writes its sub-goals in these words, and the actor reads them back; it also reads what other planners, goals
and briefings say in everyday synonyms. What a goal tells to do, one after another, are its steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ariadne.models.rules.language import CUTS, DIRECTION, HEATS, bare
from ariadne.models.rules.notes import NEGATED, READABLE
from ariadne.models.rules.verbs import PREPOSITIONS


@dataclass(frozen=True)
class Intent:
    """What a sub-goal wants done.

    Attributes:
        verb: take, drop, unlock, open, close, read, put, prepare, eat, find, go, explore, revisit, tidy, or a way
            to cut or to heat.
        thing: what it is done to; a direction for `go`.
        other: the tool, or the holder that a thing is put on or into.
        is_back: for `tidy`, whether that is where the thing lay: no better place is known.
        step: which of the told steps it is, from 1; 0 if it is none, or the only one.
    """

    verb: str
    thing: str = ""
    other: str = ""
    is_back: bool = False
    step: int = 0

    def __str__(self) -> str:
        form = _FORMS.get(self.verb, "{verb} the {thing}")
        text = form.format(verb=self.verb, thing=self.thing)
        text += _OTHER.get(self.verb, " with the {}").format(self.other) if self.other else ""
        return f"Step {self.step}: {text}" if self.step else text[0].upper() + text[1:]


_FORMS = {
    "explore": "explore the unknown exits",
    "revisit": "see every room again",
    "go": "go {thing}",
    "tidy": "put the {thing} where it belongs",
}
_OTHER = {"put": " at the {}", "drop": " in the {}", "take": " from the {}", "tidy": ""}

_SYNONYMS = {
    "take": r"take|pick up|pick-up|grab|get|retrieve|recover|collect|obtain|steal|acquire|fetch|lift|secure|seize"
    r"|claim",
    "unlock": r"unlock",
    "lock": r"lock",
    "open": r"open",
    "close": r"close|shut",
    "read": r"read|examine|look at|check|consult|study|open and read",
    "put": r"put|place|insert|set|sit|rest|lay|deposit|stick|leave|return|move",
    "drop": r"drop|discard|throw|toss|ditch",
    "eat": r"eat|consume|devour",
    "prepare": r"prepare",
    "find": r"find|locate|search for|look for|discover|reach",
    **{verb: verb for verb in (*CUTS, *HEATS)},
}  # fmt: skip
_WITH = {
    "take": r"from|off|out of|in|on|inside|within|hidden",
    **dict.fromkeys(("unlock", "lock", "open"), r"with|using|by means of"),
    "drop": r"on|onto|in|at",
    "put": r"on top of|on|onto|into|inside|in|at|to",
    **dict.fromkeys((*CUTS, *HEATS), r"with|using|on|in"),
}
_CLAUSE = re.compile(r"[.!?;:\n]+|,\s*(?:and |then |so )*|\band (?:then )?|\bthen\b|\bafter that\b", re.IGNORECASE)
_HOLD = re.compile(r"^(?:hold of|your hands on|possession of|away with|rid of|back)\s+", re.IGNORECASE)
_MORE = re.compile(
    r"\s+(?:that|which|who|where|hidden|lying|inside|within|in (?:the|order)|so|for|before|after|as|it)\b|[,:(]",
    re.IGNORECASE,
)
BELONGS, BACK = "as far as I know it belongs at the", "no better place is known than the"
HOME = re.compile(
    rf"\| (?:{BELONGS}|(?P<back>{BACK})) (?P<holder>.+?) in the (?P<room>.+?)(?:, beside the (?P<like>.+))?$"
)
_STATED = re.compile(
    r"\b(?:that|sure|see) (?P<thing>(?:the|an?|your|all) .+?) (?:is|are|be) (?:\w+ )?"
    r"(?P<state>open(?:ed)?|ajar|closed|shut|locked|unlocked)\b(?: (?:with|using) (?P<other>.+))?",
    re.IGNORECASE,
)
_STATES = {"opened": "open", "ajar": "open", "closed": "close", "shut": "close", "locked": "lock", "unlocked": "unlock"}
_PURPOSE = re.compile(
    r"(?P<means>.+?) (?:in|into) (?P<thing>.+?)(?:'s \w+)? to (?P<verb>(?:un)?lock|open) it\b", re.IGNORECASE
)
_STEP = re.compile(r"Step (\d+): ")
_PRONOUNS = frozenset("it them this that these those one everything anything something nothing you me".split())
_NO_OBJECTS = PREPOSITIONS - {"past"} | frozenset("ready set going started busy all every each whatever things".split())
"""What begins no name of a certain thing after a verb: `get through with that`, `get ready`, `put all toys away`."""
_FLOOR = re.compile(r"(?:floor|ground)(?: (?:of|in) (.+))?$")
_STATE = re.compile(r"^((?:the|an?) )?(?:locked|closed|unlocked|open) ", re.IGNORECASE)
_GOING = re.compile(
    rf"\b(?:go|going|head|travel|move|walk|venture|trip|proceed|run)\b(?: to the| towards?| over)? {DIRECTION}\b",
    re.IGNORECASE,
)


def parse(sub_goal: str) -> Intent | None:
    """What a sub-goal means, or None where it names no doing."""
    text = sub_goal.split(" | ", maxsplit=1)[0].strip()
    if step := _STEP.match(text):
        intent = parse(sub_goal[step.end() :])
        return intent and replace(intent, step=int(step[1]))
    if re.search(r"\bexplor\w+", text, re.IGNORECASE):
        return Intent("explore")
    if text == str(Intent("revisit")):
        return Intent("revisit")
    if match := re.match(r"put the (.+?) where it belongs", text, re.IGNORECASE):
        thing, home = bare(match[1]), HOME.search(sub_goal)
        return Intent("tidy", thing, bare(home["holder"]), bool(home["back"])) if home else Intent("tidy", thing)
    return next(intents(text), None)


def steps(goal: str) -> list[Intent]:
    """What a goal tells to do, in its order; what is to be found is to be read if it can be, else to be taken.

    Of what is said to be done with a thing later, finding it is no step of its own.
    """
    told = list(intents(goal))
    found = []
    for number, step in enumerate(told):
        if step.verb != "find":
            found.append(step)
        elif not any(step.thing in (later.thing, later.other) for later in told[number + 1 :]):
            found.append(replace(step, verb="read" if READABLE.search(step.thing) else "take"))
    return [replace(step, step=number) for number, step in enumerate(found, 1)] if len(found) > 1 else found


def intents(text: str) -> Iterator[Intent]:
    """What a text asks to be done, clause by clause; `it` is what the clause before spoke of."""
    spoken_of = ""
    for clause in _CLAUSE.split(text):
        intent = _read_clause(clause.strip()) if clause else None
        if intent is None:
            continue
        thing, other = (spoken_of if name in _PRONOUNS else name for name in (intent.thing, intent.other))
        if thing and bool(other) == bool(intent.other):
            yield replace(intent, thing=thing, other=other)
        spoken_of = thing if intent.verb != "go" else spoken_of


def _read_clause(clause: str) -> Intent | None:
    if NEGATED.search(clause):
        return None
    if match := _GOING.search(clause):
        return Intent("go", match["way"].lower())
    if match := _STATED.search(clause):
        verb = _STATES.get(match["state"].lower(), match["state"].lower())
        return Intent(verb, _object(match["thing"]), _object(match["other"] or ""))
    best: tuple[int, Intent] | None = None
    for verb, words in _SYNONYMS.items():
        match = re.search(rf"\b(?:{words})\b(?: up)? (?P<rest>.+)", clause, re.IGNORECASE)
        if match and (best is None or match.start() < best[0]):
            best = (match.start(), _with_other(verb, match["rest"]))
    if best is None or not best[1].thing:
        return None
    return best[1]


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
    return Intent(verb, _object(rest))


def _object(words: str) -> str:
    """The name of what something is done to, without what else the clause says of it."""
    name = bare(_MORE.split(_STATE.sub(r"\1", words), maxsplit=1)[0])
    return "" if not _NO_OBJECTS.isdisjoint(name.split()[:1]) else name
