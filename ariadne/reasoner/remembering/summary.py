"""Answering `summarize`: notes that are rewritten at every step (AriGraph, appendix D).

They continue the last notes and add what just happened; newer facts win. They have a size limit as a language model's
notes do, so a long game loses information: first what serves neither goal nor plan, then the oldest.
"""

from __future__ import annotations

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import lines, text
from ariadne.reasoner.reading.language import bare, headings
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import ReadFact
from ariadne.reasoner.remembering.knowledge import Knowledge, useful
from ariadne.reasoner.remembering.tell import paragraphs
from ariadne.reasoner.sense.kinds import Similarity

WORDS, CHARACTERS = 700, 4000
"""The size limits of a summary."""

_HERE = "You are in the {}."


def summarize(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return the notes so far and what just happened, as new notes."""
    before = text(inputs, "summary")
    known = Knowledge(read(before))
    here = ["", *headings(before)][-1]
    # Turn by turn, so that what was true, then false, and is true again counts as newest.
    for observation in lines(inputs, "observations"):
        for fact in read(observation, here):
            known.hear(fact)
        here = [here, *headings(observation)][-1]
    here = bare(text(inputs, "location"))
    end = _HERE.format(here)
    # Omit a place whose name would be parsed as more than a place.
    end = end if headings(end) == [here] and not read(end) else ""
    about = "\n".join((text(inputs, "goal"), *lines(inputs, "plan")))
    facts = useful(known, about, lambda chosen: _fits(_written(chosen, end)))
    return {"summary": _written(facts, end)}


def _written(facts: list[ReadFact], end: str) -> str:
    return "\n\n".join(paragraphs(facts)) + (f" {end}" if facts and end else end)


def _fits(summary: str) -> bool:
    return len(summary) <= CHARACTERS and len(summary.split()) <= WORDS
