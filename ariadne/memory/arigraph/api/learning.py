"""The update of Algorithm 1 (AriGraph, section 2): a model reads texts, then the graph and the file are changed.

Nothing is locked while the model reads.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from itertools import chain

from ariadne.embed.cache import Unembedded
from ariadne.errors import Failure, UserError
from ariadne.memory.arigraph.api.doubts import doubts_of, settled, to_ask
from ariadne.memory.arigraph.api.messages import ever_told, said_before, told
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.arguments import as_texts
from ariadne.memory.arigraph.core.costs import Meter
from ariadne.memory.arigraph.core.dated import moment, zone_of
from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.episodes import remembered
from ariadne.memory.arigraph.core.histories import AT_ONCE, Progress, Text, ahead, in_order
from ariadne.memory.arigraph.core.lessons import LessonPlan, TextLesson, facts_told, left_out, planned
from ariadne.memory.arigraph.core.reading import NOTHING_READ, Seen, Span
from ariadne.memory.arigraph.core.results import Change, in_zone, minute
from ariadne.memory.arigraph.core.state import GraphStep, StepEntry
from ariadne.memory.arigraph.retrieval.request import as_metadata
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet

FactLike = Triplet | tuple[str, str, str] | str
"""A fact as a caller may give it."""

NEAR = 12
"""How many facts near in meaning the model is shown with a text."""
RECENT = 2
"""A pronoun in a new text may refer to so many of the last texts."""


async def learn(scope: Scope, lesson: TextLesson, messages: Sequence[Mapping[str, object]], read: bool) -> Change:
    """Learn from one lesson."""
    (change,) = await _take_in(scope, [await _read(scope, lesson, messages, read)])
    return change


async def learn_many(scope: Scope, every: Sequence[Text], progress: Progress | None) -> tuple[Change, ...]:
    """Learn from texts in the order of their times; returns a change for each, in the order given."""
    taken: Counter[tuple[object, ...]] = Counter()
    there = scope.reading(lambda: [_is_there(scope, each, taken) for each in every])
    changes = {at: Change((), (), (), {}) for at, is_there in enumerate(there) if is_there}
    waiting = [at for at in in_order(every) if at not in changes]
    most = scope.shared.concurrency if scope.shared.model else AT_ONCE

    def read(at: int) -> Awaitable[TextLesson]:
        text = every[at]
        seen = Seen(to_learn(text.text, bool(text.messages or text.metadata)), zone=zone_of(text.time))
        origin = text.source, as_metadata(text.metadata or {}), scope.shared.reads_by_name
        return _read(scope, TextLesson(seen, NOTHING_READ, moment(text.time), *origin), text.messages)

    async with aclosing(ahead(waiting, read, most)) as groups:
        left = iter(waiting)
        async for lessons in groups:
            for change in await _take_in(scope, lessons):
                changes[next(left)] = change
            if progress:
                progress(len(changes), len(every))
    return tuple(changes[at] for at in range(len(every)))


def merge(scope: Scope, alias: str, name: str) -> Change:
    """Make an alias stand for a name.

    Raises:
        UserError: they are merged already, or nothing is known of the alias.
    """
    same = merging.as_one(scope.graph, alias, name)
    ended, fresh = merging.merged(scope.graph, same)
    if not ended:
        raise UserError(f"nothing is known of {same.subject}")
    gone = tuple(scope.graph.edges[ending.number].triplet for ending in ended)
    scope.write(scope.state.change(_renamed(scope, ended, {**fresh, same: (None, None)})))
    return Change((*fresh, same), gone, (), {})


def _is_there(scope: Scope, text: Text, taken: Counter[tuple[object, ...]]) -> bool:
    """Whether the memory has a text of this time, source and metadata, more often than `taken` counts it."""
    if text.time is None:
        return False
    mark = (moment(text.time), text.source, tuple(sorted((text.metadata or {}).items())))
    said = ever_told(text.messages, scope.graph) if text.messages else [[kept(text.text)]]
    found = []
    for ways in said:
        nodes = scope.episodic.nodes.some([number for way in ways for number in scope.episodic.again(way)])
        there = [(node.time, node.source, tuple(sorted(node.metadata.items()))) for node in nodes if remembered(node)]
        taken[(ways[0], *mark)] += 1
        found.append(taken[(ways[0], *mark)] <= there.count(mark))
    return bool(found) and all(found)


async def _read(
    scope: Scope, lesson: TextLesson, messages: Sequence[Mapping[str, object]] = (), is_new: bool = True
) -> TextLesson:
    """Have the model read the texts of a lesson, if `is_new`, beside the facts of their time."""
    meter = Meter()
    reader = scope.shared.reader(meter) if is_new else None
    if messages:
        seen = scope.reading(lambda: told(messages, scope.state.then(lesson.time)))
        lesson = replace(lesson, seen=replace(seen, zone=lesson.seen.zone))
    if reader is None:
        return lesson
    if scope.options.calls == "text":
        seen = await scope.texts.supply(lambda: scope.reading(lambda: _with_more(scope, lesson)))
        lesson = replace(lesson, seen=seen)
    reading = await reader.read(lesson.seen, partial(scope.known, lesson.time))
    failed = (*reading.failed, *left_out(reading, scope.options), *meter.cut)
    return replace(lesson, reading=replace(reading, failed=failed), spent=meter.spent)


def _with_more(scope: Scope, lesson: TextLesson) -> Seen:
    """The texts of a lesson with their time, the messages before them, what the last texts are about, and the facts
    that are near in meaning.

    Raises:
        Unembedded: a text has no vector yet.
    """
    seen, nodes, time = lesson.seen, scope.episodic.nodes, lesson.time or scope.now()
    here = in_zone(time, seen.zone)
    texts = [scope.options.compared(text) for text in seen.texts if text.strip()]
    found = scope.state.index.nearest(scope.texts.known(texts), NEAR) if texts else []
    near = scope.graph.edges.some(dict.fromkeys(chain.from_iterable(found)))
    return replace(
        seen,
        # `Last Friday` needs the day of the week.
        time=f"{here:%A}, {minute(here)}",
        before=said_before(nodes, time),
        about=[fact.subject for node in nodes[-RECENT:] if remembered(node) for fact in node.triplets],
        near=[edge.triplet for edge in near],
    )


async def _take_in(scope: Scope, lessons: Sequence[TextLesson]) -> list[Change]:
    """Apply lessons that were read, in this order."""
    lessons = await _doubted(scope, lessons)
    if scope.options.strict:
        _must_be_usable(lessons)
    # One call of the embedder for all texts: a call costs more than another text.
    await scope.texts.embed(scope.reading(lambda: _to_embed(scope, lessons)))
    left, changes = deque(lessons), list[Change]()
    while left:
        changes += await scope.settled(lambda: _apply(scope, left))
    return changes


async def _doubted(scope: Scope, lessons: Sequence[TextLesson]) -> Sequence[TextLesson]:
    """Ask the model about facts that it was not shown, and add its answers to the lessons."""
    meter = Meter()
    reader = scope.shared.reader(meter)
    if reader is None or scope.options.calls != "text":
        return lessons
    doubts = scope.reading(lambda: doubts_of(lessons, scope.now(), scope.state))
    facts, texts = to_ask(doubts, lessons)
    if not facts:
        return lessons
    said = await reader.outdated(facts, texts)
    *found, last = settled(doubts, lessons, said)
    return [*found, replace(last, spent=last.spent + meter.spent)]


def _to_embed(scope: Scope, lessons: Sequence[TextLesson]) -> list[str]:
    """The new texts of lessons that will be compared."""
    told = dict.fromkeys(fact for each in lessons for fact in facts_told(each, scope.graph, scope.options))
    known = scope.graph.among(told)
    facts = [str(fact) for fact in told if fact not in known]
    texts = (scope.options.compared(text) for each in lessons for text in each.seen.texts)
    return [*facts, *(texts if scope.options.ranking == "blend" else [])]


def _apply(scope: Scope, lessons: deque[TextLesson]) -> list[Change]:
    """Apply the first lessons, as many as have all their vectors.

    Raises:
        Unembedded: the first one lacks vectors.
    """
    entries: list[StepEntry] = []
    changes: list[Change] = []
    try:
        while lessons:
            plan = planned(lessons[0], lessons[0].time or scope.now(), scope.state)
            scope.texts.known(_to_be_named(scope, plan))
            entries.append(scope.state.change(plan.step))
            lessons.popleft()
            removed = tuple(fact for fact in plan.change.removed if fact not in scope.graph)
            nodes = tuple(node for _, node, _ in entries[-1].nodes)
            change = replace(plan.change, removed=removed, nodes=nodes)
            for same in plan.same:
                change = _with_one_name(scope, same, change, entries)
            changes.append(change)
    except Unembedded:
        if not entries:
            raise
    finally:
        if entries:
            scope.write(*entries)
    return changes


def _to_be_named(scope: Scope, plan: LessonPlan) -> list[str]:
    """The facts, as texts, that merges will rename."""
    facts = [*scope.graph.valid(), *(edge.triplet for edge in plan.step.fresh)] if plan.same else []
    names = [dict([same.vertices]) for same in plan.same]
    return [str(new) for aliases in names for fact in facts if (new := merging.under(fact, aliases)) != fact]


def _with_one_name(scope: Scope, same: Triplet, change: Change, entries: list[StepEntry]) -> Change:
    """Merge two names, and add that to a change."""
    ended, fresh = merging.merged(scope.graph, same)
    gone = {scope.graph.edges[ending.number].triplet for ending in ended}
    if gone:
        step = _renamed(scope, ended, fresh)
        # Several merges at once may make facts without vectors.
        scope.texts.rows([str(edge.triplet) for edge in step.fresh])
        entries.append(scope.state.change(step))
    added = [fact for fact in change.added if fact not in gone]
    removed = [*change.removed, *(fact for fact in gone if fact not in change.added)]
    return replace(change, added=(*added, *fresh), removed=tuple(removed))


def _renamed(scope: Scope, ended: Sequence[Ending], fresh: Mapping[Triplet, Span]) -> GraphStep:
    """The step that renames facts. It has the latest known time, so that they hold as before."""
    step = scope.state.step + 1
    edges = [Edge(fact, step, since=since, until=until) for fact, (since, until) in fresh.items()]
    return GraphStep(scope.state.latest or scope.now(), edges, ended)


def _must_be_usable(lessons: Sequence[TextLesson]) -> None:
    """Raise a Failure if a reply was unusable, or names unknown facts."""
    for lesson in lessons:
        if said := [*lesson.reading.failed, *lesson.reading.unmatched]:
            raise Failure(f"nothing was learned, since the model's reply is unusable: {said[0]}")


def to_learn(texts: str | Iterable[str], has_more: bool) -> list[str]:
    """Texts as they are learned. A single empty one is learned only if it `has_more`: facts or metadata.

    Raises:
        UserError: an item is not a text, or there is nothing to learn.
    """
    if isinstance(texts, str) and not texts.strip() and not has_more:
        raise UserError("there is nothing to learn: the text is empty")
    return [*map(kept, as_texts(texts))]


def as_fact(given: FactLike) -> Triplet:
    """Convert a fact that a caller gave.

    Raises:
        UserError: it is not a fact.
    """
    try:
        if isinstance(given, str):
            return Triplet.parse(given)
        # A mapping would be read as its keys.
        parts = () if isinstance(given, Mapping) else given
        return Triplet(*map(kept, parts))
    except (ValueError, TypeError, UserError) as error:
        raise UserError(f"{given!r} is not a fact: write it as (subject, relation, object)") from error


def as_facts(given: Iterable[FactLike]) -> list[Triplet]:
    """Convert a list of facts that a caller gave.

    Raises:
        UserError: it is not a list, or an item is not a fact.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UserError(f"facts must be in a list: [{given!r}]")
    return [*map(as_fact, given)]
