"""Updating the graph, in Algorithm 1's loop: `planned` computes what texts change, `State.change` applies it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import filterfalse

from ariadne.errors import UserError
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.core.dated import Known
from ariadne.memory.arigraph.core.endings import CORRECTED, OUTDATED, Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.later import (
    among_later,
    before_first,
    before_plans,
    by_relation,
    from_last_end,
    gives_way,
    is_past,
    retold,
    yielding,
)
from ariadne.memory.arigraph.core.learn import tied
from ariadne.memory.arigraph.core.merging import SAME
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.options import Options, Schema
from ariadne.memory.arigraph.core.reading import NOTHING_READ, Reading, Replacement, Seen, Span
from ariadne.memory.arigraph.core.results import Change, Retired
from ariadne.memory.arigraph.core.state import GraphStep, State
from ariadne.triplet import Edge, Triplet

CALLER = "caller"
"""`Retired.who` of a fact that the caller ends."""


_NO_SPAN: Span = (None, None)


@dataclass(frozen=True)
class TextLesson:
    """Texts with their reading, which are learned as one step.

    Attributes:
        time: the time of the texts; None for now.
        source, metadata: the caller's. `model`: the name of the model that reads the texts.
        handed: facts that the caller states. `over`: facts that the caller ends.
        later: facts of these texts that texts of later times have replaced.
        spent: the cost of reading.
    """

    seen: Seen
    reading: Reading = NOTHING_READ
    time: datetime | None = None
    source: str = ""
    metadata: Metadata = field(default_factory=dict, hash=False)
    model: str = ""
    handed: Sequence[Triplet] = ()
    over: Sequence[Triplet] = ()
    later: Sequence[Replacement] = ()
    spent: Spent = NOTHING_SPENT


@dataclass(frozen=True)
class LessonPlan:
    """What a lesson will change.

    Attributes:
        change: what the caller is told, with the facts in `removed` that are valid now and end, and without nodes.
        same: the facts that merge names.
    """

    step: GraphStep
    change: Change
    same: Sequence[Triplet]


def facts_told(lesson: TextLesson, then: Known, options: Options) -> dict[Triplet, Span]:
    """The facts of a lesson, under their merged names, with their own dates."""
    every = [*filter((options.schema or Schema()).allows, lesson.reading.triplets), *lesson.handed]
    names = merging.canonical_of(every, then)
    return {new: _in_order(lesson.reading.triplets.get(old, _NO_SPAN)) for old, new in names.items()}


def _in_order(span: Span) -> Span:
    """Dates, without the end if it is before the beginning."""
    since, until = span
    return (since, None) if since and until and until < since else span


def left_out(reading: Reading, options: Options) -> list[str]:
    """Messages about the facts that the schema does not allow."""
    dropped = filterfalse((options.schema or Schema()).allows, reading.triplets)
    return [f"'{fact}' was dropped: the schema has no relation '{fact.relation}'" for fact in dropped]


def planned(lesson: TextLesson, moment: datetime, state: State) -> LessonPlan:
    """What a lesson, whose texts are of this moment, changes of a memory's state."""
    then, options = state.then(lesson.time), state.options
    same, impossible = _same_names(lesson.reading.same, state.graph)
    told = facts_told(lesson, then, options) | dict.fromkeys(same, _NO_SPAN)
    said = [each._replace(who=lesson.model) for each in lesson.reading.replaced if not is_spatial(each.old)]
    replaced = [_in_canon(each, then) for each in said]
    replaced += [Replacement(old, who=CALLER) for old in merging.canonical_of(lesson.over, then).values()]
    single = [each for each in by_relation([*told], then, options.takes_one) if each.old != each.new]
    is_now = lesson.time is None
    yields = [each for each in single if each.old not in told and gives_way(each, told, then, state, moment, is_now)]
    replaced += [each for each in single if each not in yields]
    ended = _ended(replaced, [fact for fact, span in told.items() if not is_past(span, moment)], options)
    step = state.step + 1
    again = retold(told, then, ended, moment, step)
    told |= again.spans
    fresh = [fact for fact in told if fact not in then or fact in again.restarted]
    outdated = [each for each in ended.values() if each.old in then]
    at_once = {each.old: each for each in ended.values() if each.old in fresh}
    endings = [_ending(then.number(each.old), each, told) for each in outdated] + [*again.endings]
    edges: list[Edge] = []
    for fact in fresh:
        span = from_last_end(told[fact], fact, state.graph, moment)
        edges.append(yielding(_edge(fact, step, moment, span, at_once.get(fact)), yields, then))
    edges += [edge for fact in fresh if (edge := before_first(told[fact], fact, state.graph, step, moment))]
    edges += again.edges
    endings += before_plans(edges, moment, state)
    edges = among_later(edges, then, endings, lesson.later, state)
    origin, texts = (lesson.source, lesson.metadata, lesson.model), lesson.seen.texts
    own = zip(texts, tied([*told], texts), strict=True)
    nodes = [EpisodeNode(step, text, tuple(facts), moment, *origin) for text, facts in own]
    missing = [str(each.old) for each in ended.values() if each.old not in then and each.old not in at_once]
    retired = [Retired(each.old, each.reason, each.new, each.who) for each in [*outdated, *at_once.values()]]
    retired += [Retired(fact, OUTDATED, None, lesson.model) for fact in again.limited if is_past(told[fact], moment)]
    change = Change(
        added=tuple(fact for fact in fresh if fact not in at_once),
        removed=tuple(fact for fact in [*(each.old for each in outdated), *again.limited] if fact in state.graph),
        nodes=(),
        entities={name: min(depth, options.depth) for name, depth in lesson.reading.entities.items()},
        retired=tuple(retired),
        unmatched=(*lesson.reading.unmatched, *missing, *impossible),
        failed=lesson.reading.failed,
        usage=lesson.spent,
    )
    return LessonPlan(GraphStep(moment, edges, endings, nodes, is_now=is_now), change, same)


def _same_names(pairs: Sequence[tuple[str, str]], graph: SemanticGraph) -> tuple[list[Triplet], list[str]]:
    """The facts that merge names, and messages about the pairs that cannot be merged."""
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


def _in_canon(each: Replacement, then: Known) -> Replacement:
    """A replacement under merged names. A fact that is known as it was said keeps its name."""
    new = each.new and merging.canonical_of([each.new], then).get(each.new, each.new)
    old = each.old if each.old in then else merging.canonical_of([each.old], then).get(each.old, each.old)
    return each._replace(old=old, new=new)


def _ended(replaced: Sequence[Replacement], told: Sequence[Triplet], options: Options) -> dict[Triplet, Replacement]:
    """The facts that end, of those that are said to be replaced.

    A fact that the same texts state stays valid, except if they also state its replacement; in a world it always stays:
    it was seen.
    """
    ended: dict[Triplet, Replacement] = {}
    for each in replaced:
        is_over = each.new in told and each.new not in ended and each.new != each.old and options.calls == "text"
        if each.old not in told or is_over:
            known = ended.get(each.old)
            ended[each.old] = known if known and (known.new or not each.new) else each
    return ended


def _ending(number: int, each: Replacement, told: dict[Triplet, Span]) -> Ending:
    """The ending of an edge: at the stated time, or when the fact in its place begins."""
    until = each.until or told.get(each.old, _NO_SPAN)[1] or (told.get(each.new, _NO_SPAN)[0] if each.new else None)
    return Ending(number, each.reason, each.new, until)


def _edge(fact: Triplet, step: int, moment: datetime, span: Span, over: Replacement | None) -> Edge:
    """The edge of a new fact, with its own dates if it has any. If the same texts replace it, it ends at once.

    A fact that has ended before the texts, without a stated beginning, has an unknown one.
    """
    since, until = span
    if since is None and fact.relation != SAME and not is_past(span, moment):
        since = moment
    if over:
        end = since if since and (over.reason == CORRECTED or since > moment) else min(until or moment, moment)
        return Edge(fact, step, step, since=since, until=end, reason=over.reason, retired_by=over.new)
    if is_past(span, moment):
        return Edge(fact, step, step, since=since, until=until, reason=OUTDATED)
    return Edge(fact, step, since=since, until=until)
