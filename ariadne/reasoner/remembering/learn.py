"""Answering `learn`, the paper's `extract`, `replace` and `entities`, and `read`, which learns from any text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.situation import lines, text, triplets
from ariadne.reasoner.reading.language import bare, headings, unmade
from ariadne.reasoner.reading.notes import OPENS, READABLE
from ariadne.reasoner.reading.prose import Extractor
from ariadne.reasoner.reading.read import HAS_OPENED, PLACED, REQUIRES, Fact, carried, read
from ariadne.reasoner.reading.sub_goals import read_sub_goal
from ariadne.reasoner.reading.verbs import MODAL, is_to_come
from ariadne.reasoner.remembering.aliases import as_known, under_names
from ariadne.reasoner.remembering.ended import changes
from ariadne.reasoner.remembering.hear import read_messages, speaker_of
from ariadne.reasoner.remembering.knowledge import topic
from ariadne.reasoner.remembering.outdated import replacements
from ariadne.reasoner.remembering.replacing import changed, done_anew, grown, in_offices, moved, renewed, succeeded
from ariadne.reasoner.sense.kinds import Similarity
from ariadne.reasoner.sense.sense import likely_rooms
from ariadne.triplet import Triplet

MOST = 8
# How games speak: of commands, to the player, and of what lies before them.
_GAME = re.compile(
    r"^> ?\w|^You (?:are (?:in|at|on|carrying|standing)|can't|take|pick up|put|open|close|drop|unlock)\b"
    r"|\b[Yy]ou (?:can )?see\b",
    re.MULTILINE,
)


def learn(inputs: Inputs, similarity: Similarity) -> dict[str, list[str]]:
    """Facts of what was seen, which known ones they replace, and what matters now."""
    facts = _extract(inputs)
    return {
        "triplets": [str(Triplet(*fact)) for fact in facts],
        "replaced": replacements(triplets(lines(inputs, "known")), facts, conflict),
        "entities": _entities(inputs, facts, similarity),
    }


def read_texts(inputs: Inputs, similarity: Similarity) -> dict[str, list[str]]:
    """Facts of texts, or of messages where there are speakers, and which known ones they replace.

    What looks like a game's text is read as one.
    """
    texts, known = lines(inputs, "texts"), triplets(lines(inputs, "known"))
    speakers = lines(inputs, "speakers")
    spoken = [each for each in texts if speaker_of(each, speakers)]
    heard = read_messages(spoken, speakers, text(inputs, "time"), known, lines(inputs, "before")) if spoken else {}
    texts = [each for each in texts if not speaker_of(each, speakers)]
    played = [each for each in texts if headings(each) or _GAME.search(each)]
    extractor = Extractor()
    for each in texts:
        if each not in played:
            extractor.read(each)
    found, news = (
        in_offices(as_known(under_names(facts, known), known)) for facts in (extractor.found, extractor.news)
    )
    of_now = renewed(found)
    found, news = [of_now.get(fact, fact) for fact in found], [*news, *of_now.values()]
    sure = [fact for fact in found if MODAL.isdisjoint(fact.relation.split()) and not is_to_come(fact.relation)]
    before = [(found[: found.index(fact)], fact) for fact in sure]
    there = (
        moved(known, sure)
        | done_anew(known, sure)
        | grown(known, sure)
        | changed(known, sure, news)
        | succeeded([*known, *found], sure)
    )
    for earlier, fact in before:
        there |= moved(earlier, [fact]) | changed(earlier, [fact], news)
    said = {
        "triplets": [str(Triplet(*fact)) for fact in [*found, *there]],
        "replaced": [
            *changes(known, sure, news),
            *(line for earlier, fact in before for line in changes(earlier, [fact], {fact}.intersection(news))),
            *(f"{Triplet(*was)} -> {Triplet(*now)}" for now, was in there.items()),
        ],
    }
    seen = learn({"observations": played, "known": lines(inputs, "known")}, similarity) if played else {}
    return {name: list(dict.fromkeys([*own, *seen.get(name, ()), *heard.get(name, ())])) for name, own in said.items()}


def extract(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Facts alone."""
    return {"triplets": [str(Triplet(*fact)) for fact in _extract(inputs)]}


def replace(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Outdated facts alone."""
    known, new = (triplets(lines(inputs, name)) for name in ("known", "new"))
    return {"replaced": replacements(known, new, conflict)}


def entities(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """What matters now, alone."""
    return {"entities": _entities(inputs, _extract(inputs), similarity)}


def _extract(inputs: Inputs) -> list[Fact]:
    location = bare(text(inputs, "location"))
    found: dict[Fact, None] = {}
    for seen in lines(inputs, "observations"):
        # Before a room's heading speaks who is not there yet, or a briefing.
        found.update(dict.fromkeys(read(seen, "" if headings(seen) else location)))
    return list(found)


def conflict(old: Fact, new: Fact) -> bool:
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
    for intent in (read_sub_goal(line).intent for line in lines(inputs, "plan")):
        for place in likely_rooms(intent.thing, similarity) if intent.verb == "tidy" else ():
            depths.setdefault(place, 1)
        for name in (intent.thing if intent.verb != "prepare" else "recipe", intent.other):
            if name and intent.verb != "go":
                depths.setdefault(name, 1 if depths else 2)
    for name in carried(text(inputs, "inventory")):
        depths.setdefault(unmade(name)[0], 1)
    return [f"{name}: {depth}" for name, depth in list(depths.items())[:MOST]]
