"""New facts beside known ones: which ends which, and when, also if texts are learned out of order.

A fact holds from the time of its text until the time of the next text that outdates it, in whatever order the two are
learned.

Without a model, a new fact of a functional relation replaces the known one. Which relations are functional, the user
says (`Options.single`, `Options.supersede`); all else is the reader's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.dated import AsOf, Known
from ariadne.memory.arigraph.core.endings import (
    CORRECTED,
    FORGOTTEN,
    OUTDATED,
    REPLACED,
    TOLD_AGAIN,
    Ending,
    shortened,
)
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.reading import Replacement, Span
from ariadne.memory.arigraph.core.state import State
from ariadne.triplet import Edge, Triplet

SINGLE = "single"
"""`Retired.who` of a fact that the option retires."""
LATER = 20
"""How many texts of later times may end a fact: those of the nearest times."""
_DAWN = datetime.min.replace(tzinfo=UTC)


def by_relation(fresh: Sequence[Triplet], known: Known, takes_one: Callable[[str], bool]) -> list[Replacement]:
    """The known facts that new ones of a functional relation replace. Of several values in a text the last holds."""
    of_one = [fact for fact in fresh if takes_one(fact.relation) and not is_spatial(fact)]
    last = {(fact.subject, fact.relation): fact for fact in of_one}
    before = [*(old for fact in of_one for old in known.told_of(fact.subject)), *of_one]
    pairs = ((old, last.get((old.subject, old.relation))) for old in dict.fromkeys(before))
    return [Replacement(old, new, who=SINGLE) for old, new in pairs if new and new != old]


def gives_way(
    each: Replacement,
    told: dict[Triplet, Span],
    then: Known,
    state: State,
    moment: datetime,
    is_now: bool,
) -> bool:
    """Whether a new fact ends where a known one begins, instead of ending it.

    That is so if the known fact begins later, or a later text told it. No text is later than the present: if one seems
    to be, the clock was ahead.
    """
    if each.old not in then or each.new is None:
        return False
    known = then.edge(each.old)
    begins = told[each.new][0] or moment
    told_at = state.graph.when(known.valid_from)
    is_ahead = bool(told_at and told_at > moment)
    return (bool(known.since and known.since > begins) or is_ahead) and not (is_now and is_ahead)


def before_plans(edges: Sequence[Edge], moment: datetime, state: State) -> list[Ending]:
    """The endings of facts planned for later times that a new fact, planned for a still later time, will replace."""
    found = []
    for edge in edges:
        if edge.valid_to is not None or edge.since is None or edge.since <= moment:
            continue
        for each in by_relation([edge.triplet], state.graph, state.options.takes_one):
            known = state.graph.edge(each.old)
            if known.since and moment < known.since < edge.since:
                found.append(Ending(state.graph.number(each.old), REPLACED, edge.triplet, edge.since))
    return found


def yielding(edge: Edge, yields: Sequence[Replacement], then: Known) -> Edge:
    """A new edge, ended where the first of the facts begins that it gives way to, or at once."""
    known = [then.edge(each.old) for each in yields if each.new == edge.triplet]
    first = min(known, key=lambda each: each.since or _DAWN, default=None)
    if first is None or edge.valid_to is not None or edge.since is None:
        return edge
    begins = max(first.since or edge.since, edge.since)
    if edge.until and edge.until <= begins:
        return edge
    valid_to = None if begins > edge.since else edge.valid_from
    return replace(edge, valid_to=valid_to, until=begins, reason=REPLACED, retired_by=first.triplet)


def before_first(span: Span, fact: Triplet, graph: SemanticGraph, step: int, moment: datetime) -> Edge | None:
    """An edge for the time before a fact's first known edge, if the fact began earlier and that edge has ended."""
    since, until = span
    if since is None:
        return None
    known = [edge for edge in graph.edges_of(fact).values() if edge.since and edge.until]
    first = min(known, key=lambda edge: edge.since or moment, default=None)
    if first is None or first.since is None or not since < first.since < moment:
        return None
    return None if until and until < first.since else Edge(fact, step, first.valid_from, since, first.since, TOLD_AGAIN)


def from_last_end(span: Span, fact: Triplet, graph: SemanticGraph, moment: datetime) -> Span:
    """The dates of a fact that begins again: not before its last known end."""
    since, until = span
    if since is None:
        return span
    ends = [edge.until for edge in graph.edges_of(fact).values() if edge.until]
    last = max((end for end in ends if end <= moment), default=None)
    if last is None or since >= last or (until and until <= last):
        return span
    return last, until


def among_later(
    edges: Sequence[Edge],
    then: Known,
    endings: Sequence[Ending],
    replaced: Sequence[Replacement],
    state: State,
) -> list[Edge]:
    """The edges of new facts, ended where texts of later times end them, and edges for what continues of those that
    the new facts end."""
    if not isinstance(then, AsOf):
        return [*edges]
    over = [edge for edge in edges if edge.valid_to is not None]
    new = [edge for edge in edges if edge.valid_to is None]
    known = SemanticGraph(edge for edge in new if not is_spatial(edge.triplet))
    later = told_later(then, state, new)
    told = [(node, [*merging.canonical_of(node.triplets, state.graph).values()]) for node in later]
    ends = [
        (node, each)
        for node, facts in told
        for each in by_relation(facts, known, state.options.takes_one)
        if each.old not in facts and (known.edge(each.old).since or _DAWN) <= _moment(node)[0]
    ]
    ends += [(next((node for node, facts in told if each.new in facts), later[0]), each) for each in replaced if later]
    dated = [_up_to(edge, ends, state) for edge in new]
    latest = max(state.latest or then.time, then.time)
    cut = [shortened(state.graph.edges[ending.number], ending, then.time, latest) for ending in endings]
    return [*over, *dated, *_resumed([ending for ending in cut if ending], state)]


def told_later(then: Known, state: State, edges: Sequence[Edge]) -> list[EpisodeNode]:
    """The next texts of later times that have facts about the subjects of new edges, in the order of their times."""
    if not isinstance(then, AsOf):
        return []
    subjects = dict.fromkeys(edge.triplet.subject for edge in edges if not is_spatial(edge.triplet))
    history = (edge.triplet for subject in subjects for edge in state.graph.history(subject))
    told = dict.fromkeys(fact for fact in history if fact.subject in subjects)
    nodes = {id(node): node for fact in told for node in _after(then.time, fact, state)}
    return sorted(nodes.values(), key=_moment)[:LATER]


def _up_to(edge: Edge, ends: Sequence[tuple[EpisodeNode, Replacement]], state: State) -> Edge:
    """A new edge, ended where a later text tells its triplet again or replaces it (`ends`), or another edge begins."""
    found = [
        (_ends(edge, each, node, state.graph), node.step, each.reason, each.new)
        for node, each in ends
        if each.old == edge.triplet != each.new
    ]
    again = [*map(_moment, _told_again(edge.since, edge.triplet, state)), *_begun_after(edge, state.graph)]
    found += [(*begun, TOLD_AGAIN, None) for begun in again]
    if not found:
        return edge
    time, step, reason, retired_by = min(found, key=lambda end: end[:2])
    if edge.until and edge.until <= time:
        return edge
    return replace(edge, valid_to=step, until=time, reason=reason, retired_by=retired_by)


def _ends(edge: Edge, each: Replacement, node: EpisodeNode, graph: SemanticGraph) -> datetime:
    """The time at which a text ends an edge: the stated one, or the beginning of the fact in its place, by its own date
    or the text's. It is not before the edge begins; a corrected edge ends where it begins."""
    edges = graph.edges_of(each.new).values() if each.new else ()
    begun = (other.since for other in edges if other.valid_from == node.step and other.since)
    time = each.until or next(begun, _moment(node)[0])
    if edge.since is None:
        return time
    return edge.since if each.reason == CORRECTED else max(time, edge.since)


def _begun_after(edge: Edge, graph: SemanticGraph) -> Iterator[tuple[datetime, int]]:
    """The beginnings of later edges of the same triplet, with their steps; their texts may be forgotten."""
    for other in graph.edges_of(edge.triplet).values():
        told = graph.when(other.valid_from)
        is_plan = other.since and told and other.since > told
        # A forgotten fact begins when it is told again, and a plan may come true early.
        if other.since and edge.since and other.since > edge.since and not is_plan and other.reason != FORGOTTEN:
            yield other.since, other.valid_from


def _resumed(ended: Sequence[Ending], state: State) -> list[Edge]:
    """New edges for those that end, from the time at which their triplets were told again."""
    found = []
    for ending in ended:
        edge = state.graph.edges[ending.number]
        again = min(_told_again(ending.until, edge.triplet, state), key=_moment, default=None)
        goes_on = again and again.time and (edge.until is None or again.time < edge.until)
        if ending.closes and again and goes_on:
            found.append(replace(edge, valid_from=again.step, since=again.time))
    return found


def _after(time: datetime | None, triplet: Triplet, state: State) -> list[EpisodeNode]:
    """The remembered texts of later times that tell a fact, under any of its names."""
    told = filter(remembered, state.episodic.telling(*merging.origins(state.graph, triplet)))
    return [node for node in told if time and node.time and node.time > time]


def _told_again(time: datetime | None, triplet: Triplet, state: State) -> list[EpisodeNode]:
    """Those of these texts at whose time the fact held; a text may also tell of earlier or later times."""
    edges, told = state.graph.edges_of(triplet).values(), _after(time, triplet, state)
    return [node for node in told if node.time and any(edge.valid_at(node.time) for edge in edges)]


def _moment(node: EpisodeNode) -> tuple[datetime, int]:
    assert node.time is not None
    return node.time, node.step


@dataclass
class Retold:
    """Known facts that texts tell again, and what their new dates change.

    Attributes:
        restarted: facts that begin again: their known end has passed, or they were planned for later and hold already.
        spans: the dates of the latter; their known ends stay.
        limited: facts for which the texts name an end.
        endings: how known edges end. `edges`: new ones for the time before them.
    """

    restarted: set[Triplet] = field(default_factory=set)
    spans: dict[Triplet, Span] = field(default_factory=dict)
    limited: list[Triplet] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


def retold(told: dict[Triplet, Span], then: Known, ended: Collection[Triplet], moment: datetime, step: int) -> Retold:
    """What the known ones among the facts told change at the time of the texts, without those that these end."""
    found = Retold()
    for fact in [fact for fact in told if fact in then and fact not in ended]:
        number, edge, (since, until) = then.number(fact), then.edge(fact), told[fact]
        begins = since or moment
        if edge.since and begins <= moment < edge.since:
            found.restarted.add(fact)
            found.spans[fact] = since, until or edge.until
            found.endings.append(Ending(number, TOLD_AGAIN, until=edge.since))
        elif is_past((edge.since, edge.until), moment):
            found.restarted.add(fact)
            found.endings.append(_as_told(number, edge, edge.until))
        elif edge.since and is_past(told[fact], edge.since):
            found.edges.append(Edge(fact, step, step, since, until, OUTDATED))
        else:
            if until:
                found.limited.append(fact)
                found.endings.append(replace(_as_told(number, edge, until), is_told=True))
            if edge.since and begins < edge.since:
                found.edges.append(Edge(fact, step, edge.valid_from, begins, edge.since, TOLD_AGAIN))
    return found


def is_past(span: Span, moment: datetime) -> bool:
    """Whether a span has ended at a time."""
    return span[1] is not None and span[1] <= moment


def _as_told(number: int, edge: Edge, until: datetime | None) -> Ending:
    """The ending of an edge whose end a text names."""
    return Ending(number, edge.reason or OUTDATED, edge.retired_by, until)
