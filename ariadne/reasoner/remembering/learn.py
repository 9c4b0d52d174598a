"""Answering `learn`, the paper's `extract`, `replace` and `entities`, and `read`, which treats any text as a game's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from ariadne.geography import read_connection
from ariadne.models.question import Inputs
from ariadne.reasoner.playing.intake import facts_of
from ariadne.reasoner.playing.shown import lines, shown_turns, stated, text, triplets
from ariadne.reasoner.playing.step import decide
from ariadne.reasoner.reading.language import bare, headings, unmade
from ariadne.reasoner.reading.notes import OPENS, READABLE
from ariadne.reasoner.reading.read import carried, read
from ariadne.reasoner.reading.relations import EXIT, HAS_OPENED, PLACED, REQUIRES, ReadFact
from ariadne.reasoner.reading.sub_goals import read_sub_goal
from ariadne.reasoner.remembering.knowledge import topic
from ariadne.reasoner.sense.kinds import Similarity
from ariadne.reasoner.sense.sense import likely_rooms
from ariadne.triplet import Triplet, triplets_of

MOST = 8


def learn(inputs: Inputs, similarity: Similarity) -> dict[str, list[Any]]:
    """Return the facts of the observations, which known ones they replace, and what matters now."""
    if new := text(inputs, "new"):
        return noted(inputs, int(new))
    facts = _extract(inputs)
    return {
        "triplets": [str(Triplet(*fact)) for fact in facts],
        "replaced": replacements(triplets(lines(inputs, "known")), facts),
        "entities": _entities(inputs, facts, similarity),
    }


def noted(inputs: Inputs, new: int) -> dict[str, list[Any]]:
    """Return the facts of the newest turns that were not known before, and the numbers of the known ones that they
    replace."""
    turns = shown_turns(inputs)
    facts = _extract({**inputs, "observations": turns[-new:] if new else []})
    known = enumerate(triplets(lines(inputs, "known")), 1)
    over = [number for number, old in known if any(_gives_way(old, fact) for fact in facts)]
    before, told = _known_before(inputs, turns[: len(turns) - new]), Counter(map(topic, facts))
    news = [fact for fact in facts if fact not in before or told[topic(fact)] > 1]
    return {"triplets": [str(Triplet(*fact)) for fact in news], "replaced": over}


def _known_before(inputs: Inputs, turns: Sequence[str]) -> frozenset[ReadFact]:
    """The facts that a question shows as known or in earlier turns, unless a later turn contradicts them. A known way
    is also an exit."""
    found: dict[tuple[str, ...], ReadFact] = {}
    ways = filter(None, map(read_connection, triplets_of(lines(inputs, "places"))))
    facts = [ReadFact(way.origin, EXIT, way.direction) for way in ways]
    facts += stated([*lines(inputs, "places"), *lines(inputs, "facts")])
    here = ""
    for turn in turns:
        facts += facts_of(turn, here)
        here = [here, *headings(turn)][-1]
    for fact in facts:
        found[topic(fact)] = fact
    return frozenset(found.values())


def one(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Answer `one`: learn from the newest turns and decide."""
    return {**noted(inputs, int(text(inputs, "new"))), **decide(inputs, similarity)}


def read_texts(inputs: Inputs, similarity: Similarity) -> dict[str, list[str]]:
    """Return the facts of texts, read as a game's observations, and which known ones they replace."""
    seen = learn({"observations": lines(inputs, "texts"), "known": lines(inputs, "known")}, similarity)
    return {name: seen[name] for name in ("triplets", "replaced")}


def outdated(inputs: Inputs, similarity: Similarity) -> dict[str, list[str]]:
    """Return the numbers of the facts, ordered by time, that a later one contradicts."""
    numbered = [(number, fact) for number, line in enumerate(lines(inputs, "facts"), 1) for fact in stated([line])]
    pairs = combinations(numbered, 2)
    return {"replaced": [f"{at} -> {later}" for (at, old), (later, new) in pairs if _gives_way(old, new)]}


def extract(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return the facts alone."""
    return {"triplets": [str(Triplet(*fact)) for fact in _extract(inputs)]}


def replace(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return the outdated facts alone."""
    known, new = (triplets(lines(inputs, name)) for name in ("known", "new"))
    return {"replaced": replacements(known, new)}


def entities(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return what matters now, alone."""
    return {"entities": _entities(inputs, _extract(inputs), similarity)}


def replacements(known: Iterable[ReadFact], new: Sequence[ReadFact]) -> list[str]:
    """Return `old -> new` for each known fact that a new one with the same subject contradicts."""
    return [f"{Triplet(*old)} -> {Triplet(*fact)}" for old in known for fact in new if _gives_way(old, fact)]


def _gives_way(old: ReadFact, new: ReadFact) -> bool:
    """Whether another fact with the same subject contradicts it."""
    return old != new and old.subject == new.subject and conflict(old, new)


def _extract(inputs: Inputs) -> list[ReadFact]:
    location = bare(text(inputs, "location"))
    found: dict[ReadFact, None] = {}
    for seen in lines(inputs, "observations"):
        # The text before a room's heading is from before the arrival, or a briefing.
        found.update(dict.fromkeys(read(seen, "" if headings(seen) else location)))
    return list(found)


def conflict(old: ReadFact, new: ReadFact) -> bool:
    """Whether two facts cannot both be true: a thing has one place and one state of a kind; a key that has opened its
    lock is not needed again."""
    if old.relation == OPENS and new.relation == HAS_OPENED:
        return old.object == new.object
    return topic(old) == topic(new)


def _entities(inputs: Inputs, facts: Sequence[ReadFact], similarity: Similarity) -> list[str]:
    """Things in the plan first, locks just read about, then what is carried and its likely places."""
    depths: dict[str, int] = {}
    for fact in facts:
        if fact.relation in (OPENS, REQUIRES):
            depths.setdefault(fact.object, 2 if fact.relation == OPENS else 1)
        elif fact.relation in PLACED and READABLE.search(fact.subject):
            depths.setdefault(fact.subject, 1)
    for intent in (read_sub_goal(line).intent for line in lines(inputs, "plan")):
        for place in likely_rooms(intent.thing, similarity) if intent.verb == "tidy" else ():
            depths.setdefault(place, 1)
        for name in (intent.thing if intent.verb != "prepare" else "recipe", intent.other):
            if name and intent.verb != "go":
                depths.setdefault(name, 1 if depths else 2)
    for name in carried(text(inputs, "inventory")):
        depths.setdefault(unmade(name)[0], 1)
    return [f"{name}: {depth}" for name, depth in list(depths.items())[:MOST]]
