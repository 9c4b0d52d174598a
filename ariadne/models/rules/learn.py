"""Answering `learn`, and the paper's `extract`, `replace` and `entities`."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.models.question import Inputs
from ariadne.models.rules.instructions import parse
from ariadne.models.rules.kinds import Similarity
from ariadne.models.rules.knowledge import topic
from ariadne.models.rules.language import bare, unmade
from ariadne.models.rules.notes import OPENS, READABLE
from ariadne.models.rules.outdated import replacements
from ariadne.models.rules.read import HAS_OPENED, PLACED, REQUIRES, Fact, carried, read
from ariadne.models.rules.sense import haunts
from ariadne.models.rules.situation import HEADER, lines, text, triplets
from ariadne.triplet import Triplet

MOST = 8


def learn(inputs: Inputs, similarity: Similarity) -> dict[str, list[str]]:
    """Facts of what was seen, which known ones they replace, and what matters now."""
    facts = _extract(inputs)
    return {
        "triplets": [str(Triplet(*fact)) for fact in facts],
        "replaced": replacements(triplets(lines(inputs, "known")), facts, _conflict),
        "entities": _entities(inputs, facts, similarity),
    }


def extract(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Facts alone."""
    return {"triplets": [str(Triplet(*fact)) for fact in _extract(inputs)]}


def replace(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Outdated facts alone."""
    known, new = (triplets(lines(inputs, name)) for name in ("known", "new"))
    return {"replaced": replacements(known, new, _conflict)}


def entities(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """What matters now, alone."""
    return {"entities": _entities(inputs, _extract(inputs), similarity)}


def _extract(inputs: Inputs) -> list[Fact]:
    location = bare(text(inputs, "location"))
    found: dict[Fact, None] = {}
    for seen in lines(inputs, "observations"):
        # Before a room's header speaks who is not there yet, or a briefing.
        found.update(dict.fromkeys(read(seen, "" if HEADER.search(seen) else location)))
    return list(found)


def _conflict(old: Fact, new: Fact) -> bool:
    """A thing is in one place, and in one state of a kind; a key that has opened its lock is done with it."""
    if old.relation == OPENS and new.relation == HAS_OPENED:
        return old.object == new.object
    return topic(old) == topic(new)


def _entities(inputs: Inputs, facts: Sequence[Fact], similarity: Similarity) -> list[str]:
    """What the plan names first, the locks that were just read of, then what is carried and where it may belong."""
    depths: dict[str, int] = {}
    for fact in facts:
        if fact.relation in (OPENS, REQUIRES):
            depths.setdefault(fact.object, 2 if fact.relation == OPENS else 1)
        elif fact.relation in PLACED and READABLE.search(fact.subject):
            depths.setdefault(fact.subject, 1)
    for intent in filter(None, map(parse, lines(inputs, "plan"))):
        for place in haunts(intent.thing, similarity) if intent.verb == "tidy" else ():
            depths.setdefault(place, 1)
        for name in (intent.thing if intent.verb != "prepare" else "recipe", intent.other):
            if name and intent.verb != "go":
                depths.setdefault(name, 1 if depths else 2)
    for name in carried(text(inputs, "inventory")):
        depths.setdefault(unmade(name)[0], 1)
    return [f"{name}: {depth}" for name, depth in list(depths.items())[:MOST]]
