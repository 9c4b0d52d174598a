"""Answering `salient` and `reconcile`, which maintain facts in plain words, and `recognize`, which selects useful
facts.

A fact is a sentence that the reader parses as exactly that fact (`tell.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import lines, text, triplets
from ariadne.reasoner.reading.language import headings, mentions
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import way_of
from ariadne.reasoner.reading.relations import EXIT, INVENTORY, ReadFact
from ariadne.reasoner.remembering.knowledge import Knowledge, topic
from ariadne.reasoner.remembering.learn import conflict
from ariadne.reasoner.remembering.tell import is_sayable, sentence
from ariadne.reasoner.sense.kinds import Similarity


def salient(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return what the newest turns say, one sentence a fact; of several facts on one topic, the last."""
    before = "\n".join(lines(inputs, "recent"))
    here = ["", *headings(text(inputs, "summary")), *headings(before)][-1]
    known = Knowledge()
    for seen in lines(inputs, "observations"):
        for fact in read(seen, here):
            known.hear(fact)
        here = [here, *headings(seen)][-1]
    statements = (sentence(fact) for fact in known if fact.object == INVENTORY or is_sayable(fact))
    return {"facts": list(dict.fromkeys(statements))}


def reconcile(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Update known facts: new ones replace those on the same topic; known ones are left alone.

    If a fact contradicts several memories, the first is changed and the others are deleted.
    """
    memories = lines(inputs, "memories")
    known = [read(memory) for memory in memories]
    add: list[str] = []
    update: dict[int, str] = {}
    delete: dict[int, None] = {}
    for line in lines(inputs, "facts"):
        new = read(line)
        if line in memories or (new and _is_covered(new, [fact for facts in known for fact in facts])):
            continue
        left = (place for place in range(1, len(known) + 1) if place not in update and place not in delete)
        about = [place for place in left if _concerns(known[place - 1], new)]
        if about:
            update[about[0]] = line
            delete.update(dict.fromkeys(about[1:]))
        else:
            add.append(line)
    changed = [f"{place}: {line}" for place, line in update.items()]
    return {"add": add, "update": changed, "delete": list(delete)}


def recognize(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return the facts that share a thing with the query."""
    query = text(inputs, "query").lower()
    facts = (triplets([line]) for line in lines(inputs, "facts"))
    ends = ((place, name) for place, found in enumerate(facts, 1) for fact in found for name in fact[::2])
    return {"kept": list(dict.fromkeys(place for place, name in ends if mentions(query, name)))}


def _is_covered(new: Sequence[ReadFact], known: Sequence[ReadFact]) -> bool:
    """Whether everything in `new` is known; a known destination of an exit implies the exit."""
    ways = {(fact.object, way_of(fact.relation)) for fact in known}
    return all(fact in known or (fact.relation == EXIT and (fact.subject, fact.object) in ways) for fact in new)


def _concerns(known: Sequence[ReadFact], new: Sequence[ReadFact]) -> bool:
    """Whether two memories share a topic and cannot both be true: an exit gives way to its destination."""

    def is_so(old: ReadFact, fact: ReadFact) -> bool:
        return conflict(old, fact) or (old.relation == EXIT and topic(fact) == (old.subject, old.object))

    return any(is_so(old, fact) for old in known for fact in new)
