"""Facts that a text may have ended, but that the model was not shown when it read the text.

These were learned in the meantime, left out of the prompt, or are of a later time. The model is asked about them
afterwards, in one question for all texts that are learned together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.beside import is_named
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.later import told_later
from ariadne.memory.arigraph.core.lessons import TextLesson, facts_told
from ariadne.memory.arigraph.core.merging import SAME
from ariadne.memory.arigraph.core.reading import Reading
from ariadne.memory.arigraph.core.state import State
from ariadne.splitting import parts
from ariadne.triplet import Edge, Triplet

MOST = 40
"""Limit on the known facts in a question, the latest."""
MOST_TEXTS = 12
PARTS = 2
"""How many parts of a long text the model is shown."""


@dataclass(frozen=True)
class Doubts:
    """What the question is about.

    Attributes:
        facts: in the order of their times. `texts`: those that tell the latest facts.
        may_end: the known facts that each lesson may end. `may_end_later`: its own facts that later texts may end.
        told: the facts of each lesson.
    """

    facts: Sequence[Edge]
    texts: Sequence[str]
    may_end: Sequence[frozenset[Triplet]]
    may_end_later: Sequence[frozenset[Triplet]]
    told: Sequence[frozenset[Triplet]]

    def settled(self, lessons: Sequence[TextLesson], said: Reading) -> list[TextLesson]:
        """Distribute the endings of a reply over the lessons: to the one that tells the replacing fact, else to the
        last one that may have ended the fact."""
        found = [*lessons]
        for each in said.replaced:
            may = [at for at, olds in enumerate(self.may_end) if each.old in olds]
            telling = [at for at in may if each.new in self.told[at]] if each.new else may
            if telling:
                lesson = found[telling[-1]]
                found[telling[-1]] = replace(lesson, reading=lesson.reading + Reading(replaced=(each,)))
                continue
            for at, own in enumerate(self.may_end_later):
                if each.old in own:
                    found[at] = replace(found[at], later=(*found[at].later, each))
        *before, last = found
        more = Reading(failed=said.failed, unmatched=said.unmatched)
        return [*before, replace(last, reading=last.reading + more)]


def doubts(lessons: Sequence[TextLesson], now: datetime, state: State) -> Doubts | None:
    """What to ask about lessons that are learned together, in this order; None if there is nothing to ask."""
    told: list[dict[Triplet, Edge]] = []
    known: dict[Triplet, Edge] = {}
    later: list[Edge] = []
    may_end: list[frozenset[Triplet]] = []
    may_end_later: list[frozenset[Triplet]] = []
    later_texts: list[str] = []
    for lesson in lessons:
        moment = lesson.time or now
        then = state.then(lesson.time)
        spans = facts_told(lesson, then, state.options)
        fresh = [fact for fact in spans if fact not in then and not is_spatial(fact) and fact.relation != SAME]
        subjects = dict.fromkeys(fact.subject for fact in fresh)
        settled = {*lesson.reading.known, *(each.old for each in lesson.reading.replaced), *spans}
        edges = {fact: then.edge(fact) for subject in subjects for fact in then.told_of(subject)}
        edges |= {fact: edge for before in told for fact, edge in before.items() if fact.subject in subjects}
        olds = {
            fact: edge
            for fact, edge in edges.items()
            if fact not in settled
            and (edge.since is None or edge.since < moment)
            and not is_spatial(fact)
            and fact.relation != SAME
            and not any(state.options.takes_one(fact.relation) and fact[:2] == new[:2] for new in fresh)
        }
        known |= olds
        may_end.append(frozenset(olds))
        own = {fact: Edge(fact, state.step, since=spans[fact][0] or moment, until=spans[fact][1]) for fact in fresh}
        told.append(own)
        nodes = told_later(then, state, [*own.values()])
        after = [
            _as_told(fact, node, state)
            for node in nodes
            for fact in node.triplets
            if fact.subject in subjects and fact not in own
        ]
        later += after
        may_end_later.append(frozenset(own) if after else frozenset())
        later_texts += [node.observation for node in nodes]
    asked = dict(sorted(known.items(), key=lambda item: _when(item[1]))[-MOST:])
    if not asked and not later:
        return None
    concerned = {edge.triplet.subject for edge in [*asked.values(), *later]}
    new = {fact: edge for own in told for fact, edge in own.items() if fact.subject in concerned}
    facts = sorted(dict.fromkeys([*{**asked, **new}.values(), *later]), key=_when)
    texts = [text for lesson in lessons for text in about(concerned, lesson.seen.texts)]
    shown = [*dict.fromkeys([*texts, *later_texts])][-MOST_TEXTS:]
    return Doubts(facts, shown, may_end, may_end_later, [frozenset(own) for own in told])


def about(subjects: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Texts, or, if one is long, the first parts that name one of some subjects."""
    every = [part for text in texts for part in parts(text)]
    wanted = {*subjects}
    naming = [part for part in every if any(is_named(name, part) for name in wanted)]
    return every if len(every) == len(texts) else (naming or every)[:PARTS]


def _as_told(fact: Triplet, node: EpisodeNode, state: State) -> Edge:
    """The edge of a fact that a text told; from the text's time on if it was known before."""
    told = (edge for edge in state.graph.edges_of(fact).values() if edge.valid_from == node.step)
    return next(told, Edge(fact, node.step, since=node.time))


def _when(edge: Edge) -> float:
    """Sort key: the beginning of an edge; edges without one come first."""
    return edge.since.timestamp() if edge.since else float("-inf")
