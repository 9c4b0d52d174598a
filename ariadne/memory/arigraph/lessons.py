"""A text that was read, and what it changes of a memory: plain data, worked out in one go over one state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ariadne.geography import is_spatial
from ariadne.memory.arigraph import merging, retiring
from ariadne.memory.arigraph.aliases import SAME
from ariadne.memory.arigraph.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.dated import Past, resumed, told_later, up_to
from ariadne.memory.arigraph.episodes import EpisodeNode, Metadata
from ariadne.memory.arigraph.graph import CORRECTED, OUTDATED, Ending, SemanticGraph
from ariadne.memory.arigraph.learn import tied
from ariadne.memory.arigraph.options import Options
from ariadne.memory.arigraph.reading import NOTHING_READ, Reading, Replaced, Seen, Span
from ariadne.memory.arigraph.results import Retired
from ariadne.memory.arigraph.state import State, Step
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
    """

    step: Step
    fresh: Sequence[Triplet]
    was: Sequence[Triplet]
    retired: Sequence[Retired]
    unmatched: Sequence[str]


def facts_told(lesson: Lesson, then: SemanticGraph | Past, options: Options) -> dict[Triplet, Span]:
    """The facts of a lesson under the names that stand for their aliases, each once, with dates of their own."""
    every = [*lesson.reading.triplets, *lesson.handed]
    if options.schema:
        every = [fact for fact in every if options.schema.allows(fact) or fact in lesson.handed]
    names = merging.canonical_of(every, then)
    return {new: lesson.reading.spans.get(old, (None, None)) for old, new in names.items()}


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
    then = state.then(moment)
    told = facts_told(lesson, then, options)
    replaced = [_in_canon(each, then) for each in lesson.reading.replaced if not is_spatial(each.old)]
    replaced += [Replaced(old, who=CALLER) for old in merging.canonical_of(lesson.over, then).values()]
    replaced += retiring.by_relation([*told], then, options.takes_one)
    ended = _ended(replaced, [fact for fact, span in told.items() if not _is_past(span, moment)], options)
    known = {fact: then.edge(fact) for fact in told if fact in then and fact not in ended}
    expired = [fact for fact, edge in known.items() if _is_past((edge.since, edge.until), moment)]
    fresh = [fact for fact in told if fact not in then or fact in expired]
    outdated = [each for each in ended.values() if each.old in then]
    endings = [_ending(then.edge(each.old), then.number(each.old), each, told, moment) for each in outdated]
    endings += [_as_told(then.number(fact), known[fact], known[fact].until) for fact in expired]
    limited = [fact for fact, edge in known.items() if fact not in expired and told[fact][1] not in (None, edge.until)]
    endings += [_as_told(then.number(fact), known[fact], told[fact][1]) for fact in limited]
    at_once = {each.old: each for each in ended.values() if each.old in fresh}
    edges = [_edge(fact, state.step + 1, moment, told[fact], at_once.get(fact)) for fact in fresh]
    edges = _among_later(edges, moment, [ending.number for ending in endings], lesson, state, options)
    origin = lesson.origin.source, lesson.origin.metadata or {}, lesson.origin.model
    texts = lesson.seen.texts
    nodes = [
        EpisodeNode(state.step + 1, text, tuple(own), moment, *origin)
        for text, own in zip(texts, tied([*told], texts), strict=True)
    ]
    missing = [str(each.old) for each in ended.values() if each.old not in then and each.old not in at_once]
    return Plan(
        Step(moment, edges, endings, nodes),
        [fact for fact in fresh if fact not in at_once],
        [fact for fact in [*(each.old for each in outdated), *limited] if fact in state.graph],
        [
            *(Retired(each.old, each.reason, each.new, each.who) for each in [*outdated, *at_once.values()]),
            *(Retired(fact, OUTDATED, None, lesson.origin.model) for fact in limited),
        ],
        [*lesson.reading.unmatched, *missing],
    )


def _in_canon(each: Replaced, then: SemanticGraph | Past) -> Replaced:
    """What is replaced, under the name that stands for its aliases, unless it is known as it was said."""
    if each.old in then:
        return each
    return each._replace(old=next(iter(merging.canonical_of([each.old], then).values()), each.old))


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


def _is_past(span: Span, moment: datetime) -> bool:
    """Whether what holds so long holds no more at a time."""
    return span[1] is not None and span[1] <= moment


def _ending(edge: Edge, number: int, each: Replaced, told: dict[Triplet, Span], moment: datetime) -> Ending:
    """How an edge ends: at the time that is said, else when what takes its place begins, but not before it began."""
    if each.reason == CORRECTED:
        return Ending(number, CORRECTED, each.new, edge.since)
    nothing = None, None
    until = each.until or told.get(each.old, nothing)[1] or (told.get(each.new, nothing)[0] if each.new else None)
    return Ending(number, each.reason, each.new, max(until, edge.since) if until and edge.since else until)


def _as_told(number: int, edge: Edge, until: datetime | None) -> Ending:
    """How an edge ends of which it is told until when it holds."""
    until = max(until, edge.since) if until and edge.since else until
    return Ending(number, edge.reason or OUTDATED, edge.retired_by, until)


def _edge(fact: Triplet, step: int, moment: datetime, span: Span, over: Replaced | None) -> Edge:
    """The edge of a new fact: from its own date on, and until its own; it ended at once if the same texts tell later
    what takes its place. Of what ended before, and no more is said, it is not known since when it held."""
    since, until = span
    if since is None and fact.relation != SAME and not _is_past(span, moment):
        since = moment
    if since and until and until < since:
        until = None
    if over:
        end = min(until or moment, moment)
        if over.reason == CORRECTED:
            end = since or end
        return Edge(fact, step, step, since=since, until=end, reason=over.reason, retired_by=over.new)
    if until and until <= moment:
        return Edge(fact, step, step, since=since, until=until, reason=OUTDATED)
    return Edge(fact, step, since=since, until=until)


def _among_later(
    edges: Sequence[Edge], time: datetime, ended: Iterable[int], lesson: Lesson, state: State, options: Options
) -> list[Edge]:
    """The edges of new facts as they hold at a time, and what goes on of those that end, beside what was told of later
    times."""
    then = state.then(time)
    if not isinstance(then, Past):
        return [*edges]
    over = [edge for edge in edges if edge.valid_to is not None]
    new = [edge for edge in edges if edge.valid_to is None]
    later = told_later(state.graph, state.episodic, new)
    known = SemanticGraph(edge for edge in new if not is_spatial(edge.triplet))
    told = [fact for node in later for fact in node.triplets]
    ends = [*lesson.later, *retiring.by_relation(told, known, options.takes_one)]
    dated = [up_to(edge, later, state.episodic, ends, state.graph) for edge in new]
    return [*over, *dated, *resumed(ended, then, state.episodic)]
