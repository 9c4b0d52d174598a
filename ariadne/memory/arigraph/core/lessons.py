"""A text that was read, and what it changes of a memory: plain data, worked out in one go over one state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ariadne.errors import UserError
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core import merging, retiring
from ariadne.memory.arigraph.core.aliases import SAME
from ariadne.memory.arigraph.core.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.core.dated import Past
from ariadne.memory.arigraph.core.endings import CORRECTED, OUTDATED, Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.later import (
    among_later,
    before_first,
    before_plans,
    from_last_end,
    gives_way,
    yielding,
)
from ariadne.memory.arigraph.core.learn import tied
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.core.reading import NOTHING_READ, Reading, Replaced, Seen, Span
from ariadne.memory.arigraph.core.results import Retired
from ariadne.memory.arigraph.core.retold import Retold, is_past
from ariadne.memory.arigraph.core.state import State, Step
from ariadne.triplet import Edge, Triplet

CALLER = "caller"
"""Who ends facts by naming them."""


@dataclass(frozen=True)
class Origin:
    """What is kept with a text: where it comes from, what else is to be known of it, and the name of what read it."""

    source: str = ""
    metadata: Metadata | None = None
    model: str = ""


_NOWHERE = Origin()
_NO_SPAN: Span = (None, None)


@dataclass(frozen=True)
class Lesson:
    """Texts that were read at once.

    Attributes:
        time: when they were so; None for the moment at which they are learned.
        handed: facts that are known without reading. `over`: those that hold no more.
        later: which of the facts are known to have ended later, with what took their place.
        spent: what reading them cost.
    """

    seen: Seen
    reading: Reading = NOTHING_READ
    time: datetime | None = None
    origin: Origin = _NOWHERE
    handed: Sequence[Triplet] = ()
    over: Sequence[Triplet] = ()
    later: Sequence[Replaced] = ()
    spent: Spent = NOTHING_SPENT


@dataclass(frozen=True)
class Plan:
    """What a lesson is going to change.

    Attributes:
        fresh: what is valid from then on and was not. `was`: what was valid now, and is to end.
        retired: what ends, and why. `unmatched`: what was said to end, and is not known.
        same: the facts that names are one.
    """

    step: Step
    fresh: Sequence[Triplet]
    was: Sequence[Triplet]
    retired: Sequence[Retired]
    unmatched: Sequence[str]
    same: Sequence[Triplet] = ()


def facts_told(lesson: Lesson, then: SemanticGraph | Past, options: Options) -> dict[Triplet, Span]:
    """The facts of a lesson under the names that stand for their aliases, each once, with dates of their own."""
    every = [*lesson.reading.triplets, *lesson.handed]
    if options.schema:
        every = [fact for fact in every if options.schema.allows(fact) or fact in lesson.handed]
    names = merging.canonical_of(every, then)
    return {new: _in_order(lesson.reading.spans.get(old, _NO_SPAN)) for old, new in names.items()}


def _in_order(span: Span) -> Span:
    """Dates without an end that is before the beginning."""
    since, until = span
    return (since, None) if since and until and until < since else span


def left_out(reading: Reading, options: Options) -> list[str]:
    """What a reading tells that the schema has no relation for."""
    if not options.schema:
        return []
    return [
        f"'{fact}' is left out: the schema has no relation '{fact.relation}'"
        for fact in reading.triplets
        if not options.schema.allows(fact)
    ]


def planned(lesson: Lesson, moment: datetime, state: State, options: Options) -> Plan:
    """What a lesson changes of a memory's state, at the time at which its texts were so."""
    then = state.then(lesson.time)
    same, impossible = _same_names(lesson.reading.same, state.graph)
    state.graph.read_ahead(lesson.reading.triplets)
    told = facts_told(lesson, then, options) | dict.fromkeys(same, _NO_SPAN)
    replaced = [_in_canon(each, then) for each in lesson.reading.replaced if not is_spatial(each.old)]
    replaced += [Replaced(old, who=CALLER) for old in merging.canonical_of(lesson.over, then).values()]
    single = [each for each in retiring.by_relation([*told], then, options.takes_one) if each.old != each.new]
    is_now = lesson.time is None
    yields = [each for each in single if each.old not in told and gives_way(each, told, then, state, moment, is_now)]
    replaced += [each for each in single if each not in yields]
    ended = _ended(replaced, [fact for fact, span in told.items() if not is_past(span, moment)], options)
    again = Retold.of(told, then, ended, moment)
    told |= again.spans()
    fresh = [fact for fact in told if fact not in then or fact in again.anew]
    outdated = [each for each in ended.values() if each.old in then]
    at_once = {each.old: each for each in ended.values() if each.old in fresh}
    step = state.step + 1
    endings = [_ending(then.number(each.old), each, told) for each in outdated] + again.endings(then)
    edges = [
        _edge(fact, step, moment, from_last_end(told[fact], fact, then, moment), at_once.get(fact)) for fact in fresh
    ]
    edges = [yielding(edge, yields, then) for edge in edges]
    edges += [edge for fact in fresh if (edge := before_first(told[fact], fact, then, step, moment))]
    edges += again.edges(step)
    endings += before_plans(edges, moment, state, options)
    edges = among_later(edges, then, endings, lesson.later, state, options)
    origin = lesson.origin.source, lesson.origin.metadata or {}, lesson.origin.model
    texts = lesson.seen.texts
    nodes = [
        EpisodeNode(step, text, tuple(own), moment, *origin)
        for text, own in zip(texts, tied([*told], texts), strict=True)
    ]
    missing = [str(each.old) for each in ended.values() if each.old not in then and each.old not in at_once]
    return Plan(
        Step(moment, edges, endings, nodes, is_now=is_now),
        [fact for fact in fresh if fact not in at_once],
        [fact for fact in [*(each.old for each in outdated), *again.limited] if fact in state.graph],
        [
            *(Retired(each.old, each.reason, each.new, each.who) for each in [*outdated, *at_once.values()]),
            *(
                Retired(fact, OUTDATED, None, lesson.origin.model)
                for fact in again.limited
                if is_past(told[fact], moment)
            ),
        ],
        [*lesson.reading.unmatched, *missing, *impossible],
        same,
    )


def _same_names(pairs: Sequence[tuple[str, str]], graph: SemanticGraph) -> tuple[list[Triplet], list[str]]:
    """The facts that names are one, of those pairs that can be, and why the others cannot."""
    can: list[Triplet] = []
    cannot = []
    for alias, name in pairs:
        try:
            same = merging.as_one(graph, alias, name)
        except UserError as error:
            cannot.append(f"{alias} = {name} ({error})")
            continue
        if {same.subject, same.object}.isdisjoint(each.subject for each in can):
            can.append(same)
    return can, cannot


def _in_canon(each: Replaced, then: SemanticGraph | Past) -> Replaced:
    """What is replaced, and by what, under the names that stand for aliases; what is known as it was said stays."""
    new = each.new and next(iter(merging.canonical_of([each.new], then).values()), each.new)
    old = each.old if each.old in then else next(iter(merging.canonical_of([each.old], then).values()), each.old)
    return each._replace(old=old, new=new)


def _ended(replaced: Sequence[Replaced], told: Sequence[Triplet], options: Options) -> dict[Triplet, Replaced]:
    """What ends of what is said to be replaced. What the same texts tell holds, unless one of them tells, too, what
    takes its place; in a world, what is seen holds."""
    ended: dict[Triplet, Replaced] = {}
    for each in replaced:
        is_over = each.new in told and each.new not in ended and each.new != each.old and options.calls == "text"
        if each.old not in told or is_over:
            known = ended.get(each.old)
            ended[each.old] = known if known and (known.new or not each.new) else each
    return ended


def _ending(number: int, each: Replaced, told: dict[Triplet, Span]) -> Ending:
    """How an edge ends: at the time that is said, else when what takes its place begins."""
    until = each.until or told.get(each.old, _NO_SPAN)[1] or (told.get(each.new, _NO_SPAN)[0] if each.new else None)
    return Ending(number, each.reason, each.new, until)


def _edge(fact: Triplet, step: int, moment: datetime, span: Span, over: Replaced | None) -> Edge:
    """The edge of a new fact: from its own date on, and until its own; it ended at once if the same texts tell later
    what takes its place. Of what ended before, and no more is said, it is not known since when it held."""
    since, until = span
    if since is None and fact.relation != SAME and not is_past(span, moment):
        since = moment
    if since and until and until < since:
        until = None
    if over:
        end = since if since and (over.reason == CORRECTED or since > moment) else min(until or moment, moment)
        return Edge(fact, step, step, since=since, until=end, reason=over.reason, retired_by=over.new)
    if until and until <= moment:
        return Edge(fact, step, step, since=since, until=until, reason=OUTDATED)
    return Edge(fact, step, since=since, until=until)
