"""Answering `wonder` and `insights`: reflection (Park et al. 2023, section 4.2).

The questions are about what the goal, a recipe or a key leaves open. An insight combines several memories, newer ones
winning, as far as they bear on the question, and adds nothing to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import lines, text
from ariadne.reasoner.reading.instructions import intents
from ariadne.reasoner.reading.language import mentions
from ariadne.reasoner.reading.notes import IS_KEY, OPENS
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import way_of
from ariadne.reasoner.reading.relations import EXIT, HAS_OPENED, IS, LEADS, PLACED, REQUIRES, ReadFact
from ariadne.reasoner.remembering.knowledge import Knowledge
from ariadne.reasoner.remembering.tell import is_sayable, statements
from ariadne.reasoner.sense.kinds import Similarity

QUESTIONS, INSIGHTS = 3, 5
"""The largest numbers of questions and of insights in an answer."""

_FOUND_EMPTY = re.compile(r"\b(?:the ([\w' -]{1,80}?) is empty|you open the ([\w' -]{1,80}?)\.)")
_ABOUT_WAYS = re.compile(r"\b(?:ways?|exits?|rooms?|explored?|tried|leads?)\b")
_ABOUT_LOCKS = re.compile(r"\b(?:keys?|locks?|locked|opens?|unlocks?)\b")
_ABOUT_FAILURE = re.compile(r"\b(?:vain|empty|searched|again|worth)\b")
_NO_THING = re.compile(r"\b(?:things?|all|every\w*|any\w*|it|them|some\w*)\b")
_LOCKED = (IS, "locked")
# A longer text is not a question.
_LONGEST = 1000
_WHEREABOUTS = re.compile(r" (?:in|on|at|inside|within|under|from) .*")


def wonder(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return questions that help towards the goal, the most pressing first."""
    facts = list(_known(lines(inputs, "memories")))
    asked = dict.fromkeys(_open_questions(text(inputs, "goal"), facts))
    return {"questions": list(asked)[:QUESTIONS]}


def insights(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return what the memories together say about a question, the most relevant first."""
    memories, question = lines(inputs, "memories"), text(inputs, "question").lower()[:_LONGEST]
    facts = [fact for fact in _known(memories) if is_sayable(fact)]
    bearing = _bearing(facts, question)
    relevant = sorted((fact for fact in facts if bearing[fact]), key=lambda fact: -bearing[fact])
    found = statements(relevant, untried=False)
    if _ABOUT_FAILURE.search(question):
        found = [*_empty(memories, facts), *found]
    return {"insights": list(dict.fromkeys(found))[:INSIGHTS]}


def _known(memories: Sequence[str]) -> Knowledge:
    return Knowledge(fact for memory in memories for fact in read(memory))


def _open_questions(goal: str, facts: list[ReadFact]) -> Iterator[str]:
    """Questions whose answers would help."""
    placed = {fact.subject: fact.object for fact in facts if fact.relation in PLACED}
    locks = {fact.object: fact.subject for fact in facts if fact.relation == OPENS}
    used = {fact.subject for fact in facts if fact.relation in (OPENS, HAS_OPENED)}
    locked = [fact.subject for fact in facts if fact[1:] == _LOCKED]
    wanted = (*locks, *locks.values(), *_wanted(goal, facts))
    yield from (f"Where is the {name}?" for name in wanted if name not in placed)
    yield from (f"What does the {name} open?" for name in placed if IS_KEY.search(name) and name not in used)
    yield from (f"Which key opens the {name}?" for name in locked if name not in locks)
    if any(fact.relation == EXIT for fact in facts):
        yield "Which ways were not tried?"
    yield "What was tried in vain?"


def _wanted(goal: str, facts: list[ReadFact]) -> Iterator[str]:
    """Things to take for the goal, and the ingredients of a recipe."""
    for intent in intents(goal):
        name = _WHEREABOUTS.sub("", intent.thing)
        if intent.verb in ("find", "take", "unlock", "open") and not _NO_THING.search(name):
            yield name
    yield from (fact.object for fact in facts if fact.relation == REQUIRES)


def _bearing(facts: list[ReadFact], question: str) -> dict[ReadFact, int]:
    """The relevance of each fact to a question; 0 for none."""
    places = {fact.subject: fact.object for fact in facts if fact.relation in PLACED}
    asked = {name for fact in facts for name in (fact.subject, fact.object) if mentions(question, name)}
    holders = {places[name] for name in asked if name in places}
    locks, ways, failure = (about.search(question) for about in (_ABOUT_LOCKS, _ABOUT_WAYS, _ABOUT_FAILURE))

    def bearing(fact: ReadFact) -> int:
        about = 2 * ((fact.subject in asked) + (fact.object in asked))
        about += fact.relation in PLACED and fact.subject in holders
        if locks:
            about += 2 * (fact.relation in (OPENS, HAS_OPENED)) + (fact[1:] == _LOCKED)
        if ways:
            about += 2 * (fact.relation == EXIT and not failure) + bool(fact.relation == LEADS or way_of(fact.relation))
        return about

    return {fact: bearing(fact) for fact in facts}


def _empty(memories: Sequence[str], facts: list[ReadFact]) -> Iterator[str]:
    """Containers that were empty, in one sentence that the reader parses as their being open."""
    seen = {first or second for memory in memories for first, second in _FOUND_EMPTY.findall(memory.lower())}
    full = {fact.object for fact in facts if fact.relation in PLACED}
    bare = [fact for fact in facts if fact[1:] == (IS, "open") and fact.subject in seen - full]
    yield from (sentence.removesuffix(".") + " and empty." for sentence in statements(bare))
