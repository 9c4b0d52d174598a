"""Answering `lesson`: the lesson of a failed attempt for the next one (Reflexion: Shinn et al. 2023, section 3).

The next attempt starts from the same state. So things are described where and as they were first seen, whatever the
attempt did to them. Its actions appear only as possibilities: which key fits, which command lost the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import COMMAND, lines, text
from ariadne.reasoner.reading.language import headings
from ariadne.reasoner.reading.notes import OPENS
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import EXAMINED, HAS_OPENED, INVENTORY, IS, PLACED, ReadFact
from ariadne.reasoner.remembering.knowledge import Knowledge, useful
from ariadne.reasoner.remembering.tell import statements
from ariadne.reasoner.sense.kinds import Similarity

WORDS = 500
"""The word limit of a lesson."""

_LOOKING = re.compile(r"(?:go|look|examine|read|inventory)\b|[a-z]+$")
_LOST = re.compile(r"\byou (?:have )?(?:lost|died)\b", re.IGNORECASE)


def lesson(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return what the next attempt should know and no earlier lesson says."""
    history, earlier = lines(inputs, "history"), "\n".join(lines(inputs, "lessons"))
    old = read(earlier)
    known = Knowledge(old)
    for fact in _at_first(history):
        known.hear_first(fact)
    new = [fact for fact in known if fact not in set(old)]
    mistake = _mistake(history)
    mistake = "" if mistake in earlier else mistake
    facts = useful(new, text(inputs, "goal"), lambda chosen: len(_written(chosen, mistake).split()) <= WORDS)
    return {"lesson": _written(facts, mistake)}


def _written(facts: Sequence[ReadFact], mistake: str) -> str:
    sentences = [*([mistake] if mistake else []), *statements(facts)]
    return " ".join(sentences) or "This attempt showed nothing that was not known before."


def _at_first(history: Sequence[str]) -> Iterator[ReadFact]:
    """The state at the start of the game, as far as the attempt showed it.

    A command's effect on a thing hides its earlier state, unless that was seen before.
    """
    changed: set[tuple[str, bool]] = set()
    here = ""
    for turn in history:
        command = "".join(COMMAND.findall(turn)[:1])
        is_looking = not command or _LOOKING.match(command) is not None
        for fact in read(turn, here):
            is_place = fact.relation in PLACED
            is_revealed = is_place and command == f"open {fact.object}"
            if fact.relation == HAS_OPENED:
                yield ReadFact(fact.subject, OPENS, fact.object)
            elif not is_place and fact.relation != IS:
                yield fact
            elif (fact.subject, is_place) in changed or fact.object == EXAMINED:
                continue
            elif fact.object != INVENTORY and (is_looking or is_revealed):
                yield fact
            else:
                changed.add((fact.subject, is_place))
        here = [here, *headings(turn)][-1]


def _mistake(history: Sequence[str]) -> str:
    """The command that lost the game: the last one before the world said so, as a quotation."""
    for turn in reversed(history):
        commands = COMMAND.findall(turn)
        if commands and _LOST.search(turn):
            return f'What lost the game was the command "{commands[-1].strip()}".'
    return ""
