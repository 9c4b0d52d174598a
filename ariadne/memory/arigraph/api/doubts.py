"""Facts that a text may have ended, but that the model was not shown when it read the text.

These were learned in the meantime, left out of the prompt, or are of a later time. The model is asked about them
afterwards, in one question for all texts that are learned together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
class Doubt:
    """What is in doubt about one lesson.

    Attributes:
        fresh: its new facts. `olds`: the known facts that they may end.
        later: facts of texts of later times, which may end the new ones. `later_texts`: these texts.
    """

    fresh: Mapping[Triplet, Edge]
    olds: Mapping[Triplet, Edge]
    later: Sequence[Edge]
    later_texts: Sequence[str]


def doubts_of(lessons: Sequence[TextLesson], now: datetime, state: State) -> list[Doubt]:
    """What is in doubt about lessons that are learned together, in this order."""
    found: list[Doubt] = []
    for lesson in lessons:
        found.append(_doubt(lesson, found, now, state))
    return found


def to_ask(doubts: Sequence[Doubt], lessons: Sequence[TextLesson]) -> tuple[list[Edge], list[str]]:
    """The facts of a question, in the order of their times, and the texts that tell the latest; nothing if nothing is
    in doubt."""
    olds = {fact: edge for each in doubts for fact, edge in each.olds.items()}
    known = sorted(olds.values(), key=_when)[-MOST:]
    later = [edge for each in doubts for edge in each.later]
    concerned = {edge.triplet.subject for edge in [*known, *later]}
    new = {fact: edge for each in doubts for fact, edge in each.fresh.items() if fact.subject in concerned}
    facts = {edge.triplet: edge for edge in known} | new
    texts = [text for lesson in lessons for text in about(concerned, lesson.seen.texts)]
    texts += [text for each in doubts for text in each.later_texts]
    return sorted(dict.fromkeys([*facts.values(), *later]), key=_when), [*dict.fromkeys(texts)][-MOST_TEXTS:]


def settled(doubts: Sequence[Doubt], lessons: Sequence[TextLesson], said: Reading) -> list[TextLesson]:
    """Distribute the endings of a reply over the lessons: to the one that tells the replacing fact, else to the last
    one that may have ended the fact."""
    found = [*lessons]
    for each in said.replaced:
        may = [at for at, doubt in enumerate(doubts) if each.old in doubt.olds]
        telling = [at for at in may if each.new in doubts[at].fresh] if each.new else may
        if telling:
            lesson = found[telling[-1]]
            found[telling[-1]] = replace(lesson, reading=lesson.reading + Reading(replaced=(each,)))
            continue
        for at, doubt in enumerate(doubts):
            if doubt.later and each.old in doubt.fresh:
                found[at] = replace(found[at], later=(*found[at].later, each))
    *before, last = found
    more = Reading(failed=said.failed, unmatched=said.unmatched)
    return [*before, replace(last, reading=last.reading + more)]


def _doubt(lesson: TextLesson, before: Sequence[Doubt], now: datetime, state: State) -> Doubt:
    """What is in doubt about a lesson, after those `before` it."""
    moment, then = lesson.time or now, state.then(lesson.time)
    spans = facts_told(lesson, then, state.options)
    fresh = {
        fact: Edge(fact, state.step, since=since or moment, until=until)
        for fact, (since, until) in spans.items()
        if fact not in then and _is_of_interest(fact)
    }
    subjects = dict.fromkeys(fact.subject for fact in fresh)
    edges = {fact: then.edge(fact) for subject in subjects for fact in then.told_of(subject)}
    edges |= {fact: edge for each in before for fact, edge in each.fresh.items() if fact.subject in subjects}
    is_settled = {*lesson.reading.known, *(each.old for each in lesson.reading.replaced), *spans}
    olds = {
        fact: edge
        for fact, edge in edges.items()
        if fact not in is_settled
        and (edge.since is None or edge.since < moment)
        and _is_of_interest(fact)
        and not any(state.options.takes_one(fact.relation) and fact[:2] == new[:2] for new in fresh)
    }
    nodes = told_later(then, state, [*fresh.values()])
    told = ((fact, node) for node in nodes for fact in node.triplets if fact.subject in subjects)
    later = [_as_told(fact, node, state) for fact, node in told if fact not in fresh]
    return Doubt(fresh, olds, later, [node.observation for node in nodes])


def about(subjects: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Texts, or, if one is long, the first parts that name one of some subjects."""
    every = [part for text in texts for part in parts(text)]
    wanted = {*subjects}
    naming = [part for part in every if any(is_named(name, part) for name in wanted)]
    return every if len(every) == len(texts) else (naming or every)[:PARTS]


def _is_of_interest(fact: Triplet) -> bool:
    """Whether a text may end a fact: not by moving about, and not by another name."""
    return not is_spatial(fact) and fact.relation != SAME


def _as_told(fact: Triplet, node: EpisodeNode, state: State) -> Edge:
    """The edge of a fact that a text told; from the text's time on if it was known before."""
    told = (edge for edge in state.graph.edges_of(fact).values() if edge.valid_from == node.step)
    return next(told, Edge(fact, node.step, since=node.time))


def _when(edge: Edge) -> float:
    """Sort key: the beginning of an edge; edges without one come first."""
    return edge.since.timestamp() if edge.since else float("-inf")
