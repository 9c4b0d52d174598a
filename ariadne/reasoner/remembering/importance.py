"""Answering `importance`: the expected later use of a text, from 1 to 10 (Park et al. 2023, section 4.1)."""

from __future__ import annotations

import re

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import lines, text
from ariadne.reasoner.reading.language import headings, mentions
from ariadne.reasoner.reading.notes import COULD_BE, IS_KEY, OPENS, READABLE, USED_FOR
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import EXIT, HAS_OPENED, PLACED, REQUIRES, TELLS, TO_BE, ReadFact
from ariadne.reasoner.sense.kinds import Similarity

NOTHING, KNOWN, CHANGE, ROOM, READING, KEY, AIM, RULE = 1, 2, 3, 5, 6, 7, 8, 10
"""Nothing was learned; nothing new; something moved or changed; a new room; something to read; a key, or a lock that
was opened; something in the goal or a recipe; the text of a note, a sign or a recipe, or the end of the game."""

_WEIGHTS = {**dict.fromkeys((OPENS, REQUIRES, TO_BE, USED_FOR, TELLS), RULE), HAS_OPENED: KEY, EXIT: ROOM}
_END = re.compile(r"\*\*\*|\byou (?:have )?(?:lost|won|died)\b", re.IGNORECASE)


def importance(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Rate each text, in order; a repetition of an earlier one is not new."""
    aim = text(inputs, "goal")
    known: set[ReadFact] = set()
    ratings = []
    for seen in lines(inputs, "observations"):
        facts = read(seen)
        new = [fact for fact in facts if fact not in known]
        known.update(new)
        aim += "".join(f"\n{fact.object}" for fact in new if fact.relation == REQUIRES)
        ratings.append(_rating(seen, bool(facts), new, aim))
    return {"ratings": ratings}


def _rating(seen: str, is_told: bool, new: list[ReadFact], aim: str) -> int:
    if _END.search(seen):
        return RULE
    if not new:
        return KNOWN if is_told or headings(seen) else NOTHING
    return max(_weight(fact, aim) for fact in new)


def _weight(fact: ReadFact, aim: str) -> int:
    """The rating of one new fact."""
    if fact.relation not in PLACED:
        return RULE if fact.relation.startswith(COULD_BE) else _WEIGHTS.get(fact.relation, CHANGE)
    if mentions(aim, fact.subject):
        return AIM
    if IS_KEY.search(fact.subject):
        return KEY
    return READING if READABLE.search(fact.subject) else CHANGE
