"""Sub-goals as sentences, and what they mean as actions.

The planner writes its sub-goals in these words, and the actor reads them back; it also reads what other planners, goals
and briefings say in everyday synonyms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ariadne.models.rules.language import CUTS, DIRECTION, HEATS, bare


@dataclass(frozen=True)
class Intent:
    """What a sub-goal wants done.

    Attributes:
        verb: take, drop, unlock, open, close, read, put, prepare, eat, find, go, explore, revisit, tidy, or a way
            to cut or to heat.
        thing: what it is done to; a direction for `go`.
        other: the tool, or the holder that a thing is put on or into.
        is_back: for `tidy`, whether that is where the thing lay: no better place is known.
    """

    verb: str
    thing: str = ""
    other: str = ""
    is_back: bool = False

    def __str__(self) -> str:
        form = _FORMS.get(self.verb, "{verb} the {thing}")
        text = form.format(verb=self.verb, thing=self.thing)
        return (text[0].upper() + text[1:]) + (
            _OTHER.get(self.verb, " with the {}").format(self.other) if self.other else ""
        )


_FORMS = {
    "explore": "explore the unknown exits",
    "revisit": "see every room again",
    "go": "go {thing}",
    "tidy": "put the {thing} where it belongs",
}
_OTHER = {"put": " at the {}", "take": " from the {}", "tidy": ""}

_SYNONYMS = {
    "take": r"take|pick up|pick-up|grab|get|retrieve|recover|collect|obtain|steal|acquire|fetch|lift|secure|seize"
    r"|claim",
    "unlock": r"unlock",
    "open": r"open",
    "close": r"close|shut",
    "read": r"read|examine|look at|check|consult|study|open and read",
    "put": r"put|place|insert|set|rest|lay|deposit|stick|leave|return|move",
    "drop": r"drop|discard",
    "eat": r"eat|consume|devour",
    "prepare": r"prepare",
    "find": r"find|locate|search for|look for|discover|reach",
    **{verb: verb for verb in (*CUTS, *HEATS)},
}  # fmt: skip
_WITH = {
    "take": r"from|off|out of|in|on|inside|within|hidden",
    "unlock": r"with|using|by means of",
    "put": r"on top of|on|onto|into|inside|in|at|to",
    **dict.fromkeys((*CUTS, *HEATS), r"with|using|on|in"),
}
_CLAUSE = re.compile(r"[.!?;\n]+|,\s*(?:and |then |so )*|\band (?:then )?|\bthen\b|\bafter that\b", re.IGNORECASE)
_HOLD = re.compile(r"^(?:hold of|your hands on|possession of|away with|rid of|back)\s+", re.IGNORECASE)
_MORE = re.compile(
    r"\s+(?:that|which|who|where|hidden|lying|inside|within|in order|so|for|before|as|it)\b|[,:(]",
    re.IGNORECASE,
)
BELONGS, BACK = "as far as I know it belongs at the", "no better place is known than the"
HOME = re.compile(
    rf"\| (?:{BELONGS}|(?P<back>{BACK})) (?P<holder>.+?) in the (?P<room>.+?)(?:, beside the (?P<like>.+))?$"
)
_GOING = re.compile(
    rf"\b(?:go|going|head|travel|move|walk|venture|trip|proceed|run)\b(?: to the| towards?| over)? {DIRECTION}\b",
    re.IGNORECASE,
)


def parse(sub_goal: str) -> Intent | None:
    """What a sub-goal means, or None where it names no doing."""
    text = sub_goal.split(" | ", maxsplit=1)[0].strip()
    if re.search(r"\bexplor\w+", text, re.IGNORECASE):
        return Intent("explore")
    if text == str(Intent("revisit")):
        return Intent("revisit")
    if match := re.match(r"put the (.+?) where it belongs", text, re.IGNORECASE):
        thing, home = bare(match[1]), HOME.search(sub_goal)
        return Intent("tidy", thing, bare(home["holder"]), bool(home["back"])) if home else Intent("tidy", thing)
    return next(intents(text), None)


def intents(text: str) -> Iterator[Intent]:
    """What a text asks to be done, clause by clause."""
    for clause in _CLAUSE.split(text):
        if clause and (intent := _read_clause(clause.strip())):
            yield intent


def _read_clause(clause: str) -> Intent | None:
    if match := _GOING.search(clause):
        return Intent("go", match["way"].lower())
    best: tuple[int, Intent] | None = None
    for verb, words in _SYNONYMS.items():
        match = re.search(rf"\b(?:{words})\b(?: up)? (?P<rest>.+)", clause, re.IGNORECASE)
        if match and (best is None or match.start() < best[0]):
            best = (match.start(), _with_other(verb, match["rest"]))
    if best is None or not best[1].thing:
        return None
    return best[1]


def _with_other(verb: str, rest: str) -> Intent:
    if words := _WITH.get(verb):
        parts = re.split(rf"\s+(?:{words})\s+", rest, maxsplit=1)
        if len(parts) == 2:
            return Intent(verb, _object(parts[0]), _object(parts[1]))
    return Intent(verb, _object(rest))


def _object(words: str) -> str:
    """The name of what something is done to, without what else the clause says of it."""
    words = _HOLD.sub("", words.strip())
    return bare(_MORE.split(words, maxsplit=1)[0])
