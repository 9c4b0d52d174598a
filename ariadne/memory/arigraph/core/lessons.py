"""A text that was read, and what it changes of a memory: plain data, worked out in one go over one state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from ariadne.errors import UserError
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core import merging, retiring
from ariadne.memory.arigraph.core.aliases import SAME
from ariadne.memory.arigraph.core.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.core.dated import Past, resumed, told_later, up_to
from ariadne.memory.arigraph.core.endings import CORRECTED, OUTDATED, REPLACED, TOLD_AGAIN, Ending, shortened
from ariadne.memory.arigraph.core.episodes import EpisodeNode, Metadata
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.learn import tied
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.core.reading import NOTHING_READ, Reading, Replaced, Seen, Span
from ariadne.memory.arigraph.core.results import Retired
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
_DAWN = datetime.min.replace(tzinfo=UTC)


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


@dataclass(frozen=True)
class _Retold:
    """Known facts that texts tell again, by what the dates that are told change.

    Attributes:
        known: their edges. `told`: since when and until when the texts say that they hold.
        moment: the texts' time.
        over: those that have ended by themselves. `begun`: those that were to come, and are so by now.
        before: those of which an earlier time is told, that was over when the known one began.
        limited: those of which is told until when they hold.
    """

    known: dict[Triplet, Edge]
    told: dict[Triplet, Span]
    moment: datetime
    over: Sequence[Triplet]
    begun: Sequence[Triplet]
    before: Sequence[Triplet]
    limited: Sequence[Triplet]

    @classmethod
    def of(
        cls,
        told: dict[Triplet, Span],
        then: SemanticGraph | Past,
        ended: Collection[Triplet],
        moment: datetime,
    ) -> _Retold:
        """Those among the facts that are told, but for those that end."""
        known = {fact: then.edge(fact) for fact in told if fact in then and fact not in ended}
        begun = [
            fact for fact, edge in known.items() if edge.since and (told[fact][0] or moment) <= moment < edge.since
        ]
        over = [
            fact for fact, edge in known.items() if _is_past((edge.since, edge.until), moment) and fact not in begun
        ]
        stays = {fact: edge for fact, edge in known.items() if fact not in over and fact not in begun}
        before = [fact for fact, edge in stays.items() if edge.since and _is_past(told[fact], edge.since)]
        limited = [fact for fact in stays if fact not in before and told[fact][1] is not None]
        return cls(known, {fact: told[fact] for fact in known}, moment, over, begun, before, limited)

    @property
    def anew(self) -> frozenset[Triplet]:
        """Those that begin anew."""
        return frozenset((*self.over, *self.begun))

    def spans(self) -> dict[Triplet, Span]:
        """The dates of those that are so by now: they end as it was known."""
        return {fact: (self.told[fact][0], self.told[fact][1] or self.known[fact].until) for fact in self.begun}

    def endings(self, then: SemanticGraph | Past) -> list[Ending]:
        """How their edges end."""
        over = [_as_told(then.number(fact), self.known[fact], self.known[fact].until) for fact in self.over]
        begun = [Ending(then.number(fact), TOLD_AGAIN, until=self.known[fact].since) for fact in self.begun]
        told = [_as_told(then.number(fact), self.known[fact], self.told[fact][1]) for fact in self.limited]
        return [*over, *begun, *(replace(each, is_told=True) for each in told)]

    def edges(self, step: int) -> list[Edge]:
        """What held before the known edges, as the texts tell it."""
        past = [Edge(fact, step, step, *self.told[fact], OUTDATED) for fact in self.before]
        longer = [
            Edge(fact, step, edge.valid_from, self.told[fact][0] or self.moment, edge.since, TOLD_AGAIN)
            for fact, edge in self.known.items()
            if fact not in self.anew and fact not in self.before
            if edge.since and (self.told[fact][0] or self.moment) < edge.since
        ]
        return [*past, *longer]


def planned(lesson: Lesson, moment: datetime, state: State, options: Options) -> Plan:
    """What a lesson changes of a memory's state, at the time at which its texts were so."""
    then = state.then(moment)
    same, impossible = _same_names(lesson.reading.same, state.graph)
    state.graph.read_ahead(lesson.reading.triplets)
    told = facts_told(lesson, then, options) | dict.fromkeys(same, _NO_SPAN)
    replaced = [_in_canon(each, then) for each in lesson.reading.replaced if not is_spatial(each.old)]
    replaced += [Replaced(old, who=CALLER) for old in merging.canonical_of(lesson.over, then).values()]
    single = [each for each in retiring.by_relation([*told], then, options.takes_one) if each.old != each.new]
    yields = [each for each in single if each.old not in told and _gives_way(each, told, then, state, moment)]
    replaced += [each for each in single if each not in yields]
    ended = _ended(replaced, [fact for fact, span in told.items() if not _is_past(span, moment)], options)
    again = _Retold.of(told, then, ended, moment)
    told |= again.spans()
    fresh = [fact for fact in told if fact not in then or fact in again.anew]
    outdated = [each for each in ended.values() if each.old in then]
    at_once = {each.old: each for each in ended.values() if each.old in fresh}
    step = state.step + 1
    endings = [_ending(then.number(each.old), each, told) for each in outdated] + again.endings(then)
    edges = [
        _edge(fact, step, moment, _from_last_end(told[fact], fact, then, moment), at_once.get(fact)) for fact in fresh
    ]
    edges = [_yielding(edge, yields, then) for edge in edges]
    edges += [edge for fact in fresh if (edge := _before_first(told[fact], fact, then, step, moment))]
    edges += again.edges(step)
    endings += _before_plans(edges, moment, state, options)
    edges = _among_later(edges, moment, endings, lesson, state, options)
    origin = lesson.origin.source, lesson.origin.metadata or {}, lesson.origin.model
    texts = lesson.seen.texts
    nodes = [
        EpisodeNode(step, text, tuple(own), moment, *origin)
        for text, own in zip(texts, tied([*told], texts), strict=True)
    ]
    missing = [str(each.old) for each in ended.values() if each.old not in then and each.old not in at_once]
    return Plan(
        Step(moment, edges, endings, nodes),
        [fact for fact in fresh if fact not in at_once],
        [fact for fact in [*(each.old for each in outdated), *again.limited] if fact in state.graph],
        [
            *(Retired(each.old, each.reason, each.new, each.who) for each in [*outdated, *at_once.values()]),
            *(
                Retired(fact, OUTDATED, None, lesson.origin.model)
                for fact in again.limited
                if _is_past(told[fact], moment)
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


def _gives_way(
    each: Replaced, told: dict[Triplet, Span], then: SemanticGraph | Past, state: State, moment: datetime
) -> bool:
    """Whether a new fact ends where a known one begins, and does not end it: that begins later, or a later text
    told it."""
    if each.old not in then or each.new is None:
        return False
    known = then.edge(each.old)
    begins = told[each.new][0] or moment
    told_at = state.graph.when(known.valid_from)
    return bool(known.since and known.since > begins) or bool(told_at and told_at > moment)


def _before_plans(edges: Sequence[Edge], moment: datetime, state: State, options: Options) -> list[Ending]:
    """How facts of later times end of which a new one, by a date of its own, is to take the place."""
    found = []
    for edge in edges:
        fact, since = edge.triplet, edge.since
        if edge.valid_to is not None or since is None or since <= moment or not options.takes_one(fact.relation):
            continue
        for old in state.graph.told_of(fact.subject):
            known = state.graph.edge(old)
            if old.relation == fact.relation and old != fact and known.since and moment < known.since < since:
                found.append(Ending(state.graph.number(old), REPLACED, fact, since))
    return found


def _yielding(edge: Edge, yields: Sequence[Replaced], then: SemanticGraph | Past) -> Edge:
    """A new edge that ends where the first of those begins that it gives way to, or at once."""
    known = [then.edge(each.old) for each in yields if each.new == edge.triplet]
    first = min(known, key=lambda each: each.since or _DAWN, default=None)
    if first is None or edge.valid_to is not None or edge.since is None:
        return edge
    begins = max(first.since or edge.since, edge.since)
    if edge.until and edge.until <= begins:
        return edge
    if begins > edge.since:
        return replace(edge, until=begins, reason=REPLACED, retired_by=first.triplet)
    return replace(edge, valid_to=edge.valid_from, until=begins, reason=REPLACED, retired_by=first.triplet)


def _before_first(span: Span, fact: Triplet, then: SemanticGraph | Past, step: int, moment: datetime) -> Edge | None:
    """The edge of a fact that is told to have begun before it is known to have begun first, and ended since."""
    since, until = span
    if since is None:
        return None
    graph = then.graph if isinstance(then, Past) else then
    known = [edge for edge in graph.history(fact.subject) if edge.triplet == fact and edge.since and edge.until]
    first = min(known, key=lambda edge: edge.since or moment, default=None)
    if first is None or first.since is None or not since < first.since < moment:
        return None
    return None if until and until < first.since else Edge(fact, step, first.valid_from, since, first.since, TOLD_AGAIN)


def _from_last_end(span: Span, fact: Triplet, then: SemanticGraph | Past, moment: datetime) -> Span:
    """The dates of a fact, which begins anew no earlier than it is known to have ended last."""
    since, until = span
    if since is None:
        return span
    graph = then.graph if isinstance(then, Past) else then
    ends = [edge.until for edge in graph.history(fact.subject) if edge.triplet == fact and edge.until]
    last = max((end for end in ends if end <= moment), default=None)
    if last is None or since >= last or (until and until <= last):
        return span
    return last, until


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


def _is_past(span: Span, moment: datetime) -> bool:
    """Whether what holds so long holds no more at a time."""
    return span[1] is not None and span[1] <= moment


def _ending(number: int, each: Replaced, told: dict[Triplet, Span]) -> Ending:
    """How an edge ends: at the time that is said, else when what takes its place begins."""
    until = each.until or told.get(each.old, _NO_SPAN)[1] or (told.get(each.new, _NO_SPAN)[0] if each.new else None)
    return Ending(number, each.reason, each.new, until)


def _as_told(number: int, edge: Edge, until: datetime | None) -> Ending:
    """How an edge ends of which it is told until when it holds."""
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
        end = since if since and (over.reason == CORRECTED or since > moment) else min(until or moment, moment)
        return Edge(fact, step, step, since=since, until=end, reason=over.reason, retired_by=over.new)
    if until and until <= moment:
        return Edge(fact, step, step, since=since, until=until, reason=OUTDATED)
    return Edge(fact, step, since=since, until=until)


def _among_later(
    edges: Sequence[Edge],
    time: datetime,
    endings: Sequence[Ending],
    lesson: Lesson,
    state: State,
    options: Options,
) -> list[Edge]:
    """The edges of new facts as they hold at a time, and what goes on of those that end, beside what was told of later
    times."""
    then = state.then(time)
    if not isinstance(then, Past):
        return [*edges]
    over = [edge for edge in edges if edge.valid_to is not None]
    new = [edge for edge in edges if edge.valid_to is None]
    known = SemanticGraph(edge for edge in new if not is_spatial(edge.triplet))
    later = told_later(then, state.episodic, new)
    told = [(node, [*merging.canonical_of(node.triplets, state.graph).values()]) for node in later]
    ends = [
        (node, each)
        for node, facts in told
        for each in retiring.by_relation(facts, known, options.takes_one)
        if each.old not in facts and not _is_after(known.edge(each.old), node)
    ]
    ends += [
        (next((node for node, facts in told if each.new in facts), later[0]), each) for each in lesson.later if later
    ]
    dated = [up_to(edge, ends, state.episodic, state.graph) for edge in new]
    latest = max(state.latest or time, time)
    cut = [shortened(state.graph[ending.number], ending, time, latest) for ending in endings]
    return [*over, *dated, *resumed([ending for ending in cut if ending], then, state.episodic)]


def _is_after(edge: Edge, node: EpisodeNode) -> bool:
    """Whether an edge begins, by a date of its own, only after a text was so."""
    return bool(edge.since and node.time and edge.since > node.time)
