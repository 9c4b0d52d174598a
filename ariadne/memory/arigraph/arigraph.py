"""AriGraph: semantic and episodic memory in one graph, G = (Vs, Es, Ve, Ee) (AriGraph, section 2).

`learn` takes in a text, `recall` finds what matters for some queries. The rest of this folder are its parts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from ariadne.errors import NoAnswer, UserError
from ariadne.geography import Routes, is_spatial
from ariadne.keys import redacted
from ariadne.memory.arigraph import asking, merging, retiring
from ariadne.memory.arigraph.aliases import begun
from ariadne.memory.arigraph.contents import Entry
from ariadne.memory.arigraph.dated import Past, resumed, told_later, up_to, utc
from ariadne.memory.arigraph.episodes import EpisodeNode, Metadata, flat, remembered
from ariadne.memory.arigraph.forgetful import Forgetful
from ariadne.memory.arigraph.graph import OUTDATED, REPLACED, Ending, SemanticGraph
from ariadne.memory.arigraph.learn import Reading, Seen, tied
from ariadne.memory.arigraph.maintained import Progress
from ariadne.memory.arigraph.messages import as_seen, said_before, told
from ariadne.memory.arigraph.recalling import Among, Request, merged, recall
from ariadne.memory.arigraph.results import Answer, Change, Found
from ariadne.memory.arigraph.state import Step
from ariadne.triplet import Edge, Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.synchronous import Synchronous

T = TypeVar("T")
FactLike = Triplet | tuple[str, str, str] | str
"""A fact as it is handed to a memory."""

_ATTEMPTS = 3


@dataclass(frozen=True)
class _Lesson:
    """What texts are going to change, and what is told of that: what is new, what was valid, what matters now, and what
    was said to end and is not known."""

    step: Step
    fresh: Sequence[Triplet]
    was: Sequence[Triplet]
    entities: Mapping[str, int]
    unmatched: Sequence[Triplet]


class AriGraph(Forgetful):
    """A memory that learns triplets from texts, forgets what they outdate, and recalls facts and episodes.

    With a `path` it lives in that file: what `learn` and `forget` have done when they return, lasts. One process at a
    time writes a file, any number read it and see what was written. Close it, or use it in a `with`.

    Args:
        model: what reads the texts and answers: a model's name, a model, or an `Ask`. Without one the memory keeps the
            texts, and the facts that are handed to it with them.
        embedder: who compares texts: an embedder's name, an embedder, or a cache that several memories share; if None,
            `minilm`. A file says with which it was made, but has no other loaded.
        path: the file, which is made if there is none; None for a memory that ends with the process.
        scope: whose part of the memory this is, such as `user:42`: no scope sees what another one holds.
        read_only: learn and forget nothing, so that another process may.

    Raises:
        UserError: the file is no memory, was made with another embedder, is missing and only read, or another process
            writes it.
    """

    @property
    def sync(self) -> Synchronous:
        """The same memory for code that is not asynchronous: `memory.sync.learn(text)` returns when that is done."""
        from ariadne.memory.arigraph.synchronous import Synchronous

        return Synchronous(self)

    async def learn(
        self,
        texts: str | Sequence[str] = (),
        *,
        messages: Sequence[Mapping[str, object]] = (),
        time: datetime | None = None,
        location: str = "",
        inventory: str = "",
        plan: Sequence[str] = (),
        facts: Iterable[FactLike] = (),
        ended: Iterable[FactLike] = (),
        source: str = "",
        metadata: Metadata | None = None,
    ) -> Change:
        """Learn from a text, or from several at once, or from messages, which become an episode node each.

        Args:
            messages: of a chat, in place of texts, in their order: each with `role` and `content`, and the speaker's
                `name`, if that is known (`messages.py`).
            time: when that was so; now, if None. One without a zone is in local time. What is learned of an earlier
                time than what is known ends nothing that began later, but holds until that if they contradict.
            location: where the reader is; texts may leave it unsaid.
            inventory: what the reader carries, as text.
            plan: sub-goals, which shape what matters now.
            facts: what the texts tell that is known without reading, such as the way one came: triplets, tuples of
                three texts, or lines `subject, relation, object`. `ended`: known facts that hold no more.
            source: which document the texts come from, or who told them.
            metadata: what else is to be known of the texts: names with texts, numbers or truth values.

        Raises:
            UserError: the memory is only read, or its file cannot be written; then nothing is learned; or no
                calendar has the time; metadata are not flat, a fact is no triplet, or a message is none.
        """
        self._must_be_writable()
        if texts and messages:
            raise UserError("learn from texts or from messages, not from both at once")
        texts = [*map(redacted, _said(texts))]
        origin = redacted(source), _flat(metadata or {}), self._shared.model
        handed, over = [*map(_fact, facts)], [*map(_fact, ended)]
        async with self._changing:
            moment = self._now() if time is None else utc(time)
            seen = Seen(texts, location, inventory, plan)
            if messages:
                seen = told(messages, moment, self._state.then(moment))
                seen = replace(seen, before=said_before(self.episodic.nodes, moment))
            lesson = await self._lesson(seen, moment, origin, handed, over)
            said = [str(edge.triplet) for edge in lesson.step.fresh if edge.valid_to is None]
            vectors = (await self.texts.embed([*said, *self._compared(seen.texts)]))[: len(said)]
            nodes = await self._change(replace(lesson.step, vectors=vectors))
            return self._changed(lesson, nodes)

    async def learn_many(
        self,
        texts: Iterable[str],
        *,
        time: datetime | None = None,
        source: str = "",
        metadata: Metadata | None = None,
        batch: int = 32,
        progress: Progress | None = None,
    ) -> tuple[Change, ...]:
        """Learn from many texts of one time, one after the other, as `learn` does from each.

        The embeddings of a batch are made at once, and it is in the file as a whole: then it is recalled, and
        `progress` is told how many are learned, of how many. What goes wrong ends it after what was read before.

        Raises:
            UserError, Failure: as `learn` does.
        """
        self._must_be_writable()
        if isinstance(texts, str):
            raise UserError("learn_many learns from several texts, in a list; learn from one with learn")
        if batch < 1:
            raise UserError(f"a batch has one text or more, and not {batch}")
        every = [*map(redacted, _said(texts))]
        origin = redacted(source), _flat(metadata or {}), self._shared.model
        moment = self._now() if time is None else utc(time)
        changes: list[Change] = []
        for start in range(0, len(every), batch):
            async with self._changing:
                # What another call has learned meanwhile is no later than what is learned next.
                moment = moment if time else max(moment, self._state.latest or moment)
                changes += await self._learn_batch(every[start : start + batch], moment, origin)
            if progress:
                progress(len(changes), len(every))
        return tuple(changes)

    async def merge(self, alias: str, name: str) -> Change:
        """Let two names be one: what is known of the alias goes on under the name, and so does what is learned of it.

        The edges of the alias end with the reason `merged`.

        Raises:
            UserError: the two are one already, nothing is known of the alias, the memory is only read, or its file
                cannot be written.
        """
        self._must_be_writable()
        async with self._changing:
            return await self._rename(merging.merged(self.graph, alias, name))

    async def recall(
        self,
        queries: str | Sequence[str] | Mapping[str, int],
        depth: int | None = None,
        width: int | None = None,
        episodes: int | None = None,
        *,
        exclude: Sequence[str] = (),
        plan: Sequence[str] = (),
        top_k: int | None = None,
        threshold: float | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        source: str | None = None,
        metadata: Metadata | None = None,
        scopes: Sequence[str] | None = None,
    ) -> Found:
        """Algorithm 1: semantic search for each query, then episodic search with what it found.

        Args:
            queries: texts, or texts with the depth of their search.
            depth, width, episodes: d, w and k; those of the options if None.
            exclude: observations that are not to be recalled, such as the recent ones.
            plan: sub-goals, for the option `episodic_similarity`, which needs some.
            top_k: at most so many facts, those that score most, and so many texts.
            threshold: leave out what scores less; if None, nothing is recalled where the best scores less than the
                options say.
            since, until, source, metadata: only texts of these times, from there, with these metadata, and the facts
                that one of them tells.
            scopes: look into these scopes, in place of this one; what scores most comes first, with where it was found.

        Raises:
            UserError: metadata are not flat, or no calendar has a time.
        """
        options = self._options
        count = options.episodes if top_k is None else top_k
        among = Among(since and utc(since), until and utc(until), source, _flat(metadata or {}))
        request = Request(
            _queries(queries, options.depth if depth is None else depth),
            options.width if width is None else width,
            count if episodes is None else episodes,
            exclude, plan, among, threshold, top_k,
        )  # fmt: skip
        if scopes is None:
            return await self._recall(request)
        if isinstance(scopes, str):
            raise UserError("recall looks into several scopes, in a list: [...]")
        found = {name: await self.scope(name)._recall(request) for name in dict.fromkeys(scopes)}
        return merged(found, request.episodes, top_k)

    async def answer(self, question: str) -> Answer:
        """What the memory answers to a question: the model is asked once, and shown what is recalled and what was so
        before, with the times of each. Without a model, what may tell the answer.

        Raises:
            UserError: the model cannot be asked. AnswerError: its reply cannot be used.
        """
        (question,) = _said(question)
        return await self.answer_from(question, await asking.consult(self, question, episodes=asking.TEXTS))

    async def answer_from(self, question: str, found: Found) -> Answer:
        """What the memory answers from what it has recalled; see `answer`."""
        ask = self._shared.ask
        if ask is not None:
            with suppress(NoAnswer):
                return await asking.answered(ask, question, asking.evidence(self.graph, question, found, self._now()))
        return asking.unanswered(self.graph, found)

    def facts(self, at: int | datetime | None = None) -> tuple[Edge, ...]:
        """The edges that are valid, or that were after a step or at a time; the oldest first."""
        edges = self.history()
        if at is None:
            return tuple(edge for edge in edges if edge.valid_to is None)
        return self.graph.held(at if isinstance(at, int) else utc(at))

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """Every edge that ever was, past and valid, or those of one vertex; the oldest first."""
        self._look_again()
        return self.graph.history(vertex)

    def told(self) -> Sequence[EpisodeNode]:
        """Every text that ever was learned, the oldest first, with those that are recalled no more."""
        self._look_again()
        return self.episodic.nodes

    def sources(self, triplet: Triplet | str) -> tuple[EpisodeNode, ...]:
        """The texts that tell a fact, oldest first: each with its source, its metadata, its time and what read it; but
        for those that were forgotten.

        Raises:
            UserError: what is written so is no triplet.
        """
        self._look_again()
        fact = _fact(triplet)
        return tuple(filter(remembered, self._telling(fact)))

    def _telling(self, fact: Triplet) -> list[EpisodeNode]:
        """The texts that tell a fact, under whichever names."""
        told = self.episodic.telling(fact)
        # Only of what a merge told first is it asked what it was before: that takes long where half a world is named.
        is_renamed = fact in self.graph and self.graph[self.graph.number(fact)].valid_from not in (n.step for n in told)
        return self.episodic.telling_any(merging.origins(self.graph, fact)) if is_renamed else told

    def neighbours(self, vertex: str) -> tuple[str, ...]:
        """The vertices that a valid triplet joins to this one."""
        self._look_again()
        name = clean(vertex)
        ends = (end for triplet in self.graph.incident([name]) for end in triplet.vertices)
        return tuple(dict.fromkeys(end for end in ends if end != name))

    def route(self, origin: str, destination: str) -> tuple[str, ...] | None:
        """The commands of a shortest way over the connections that are known (section 3); None if no way is."""
        self._look_again()
        return Routes.from_triplets(self.graph.valid()).path(origin, destination)

    async def _lesson(
        self,
        seen: Seen,
        moment: datetime,
        origin: tuple[str, Metadata, str],
        handed: Sequence[Triplet] = (),
        over: Sequence[Triplet] = (),
    ) -> _Lesson:
        """What texts are going to change, once their facts are embedded.

        Args:
            handed: facts that are known without reading. `over`: those that hold no more.
        """
        then = self._state.then(moment)
        reading = await self._read(seen, then, moment)
        triplets = merging.canonical([*reading.triplets, *handed], then)
        replaced = [pair for pair in reading.replaced if not is_spatial(pair[0])]
        replaced += [(old, None) for old in merging.canonical(over, then)]
        replaced += retiring.by_relation(triplets, then, self._options.takes_one)
        reading = replace(reading, replaced=self._ended(replaced, triplets))
        fresh = [triplet for triplet in triplets if triplet not in then]
        outdated = [triplet for triplet in reading.outdated if triplet in then]
        was = [triplet for triplet in outdated if triplet in self.graph]
        ended = [_ending(then.number(triplet), triplet, reading) for triplet in outdated]
        gone = {old: new for old, new in reading.replaced if old in fresh}
        edges = [self._edge(triplet, moment, gone.get(triplet)) for triplet in fresh]
        edges = await self._dated(edges, moment, [ending.number for ending in ended])
        nodes = [
            EpisodeNode(self._state.step + 1, text, tuple(own), moment, *origin)
            for text, own in zip(seen.texts, tied(triplets, seen.texts), strict=True)
        ]
        unmatched = [triplet for triplet in reading.outdated if triplet not in then and triplet not in gone]
        fresh = [triplet for triplet in fresh if triplet not in gone]
        return _Lesson(Step(moment, edges, None, ended, nodes), fresh, was, reading.entities, unmatched)

    async def _learn_batch(
        self, texts: Sequence[str], moment: datetime, origin: tuple[str, Metadata, str]
    ) -> list[Change]:
        changes: list[Change] = []
        entries: list[Entry] = []
        try:
            for text in texts:
                lesson = await self._lesson(Seen([text]), moment, origin)
                nodes, entry = self._state.change(lesson.step)
                entries.append(entry)
                changes.append(self._changed(lesson, nodes))
        finally:
            if entries:
                await self._settle(entries, self._compared(texts[: len(entries)]))
        return changes

    def _ended(
        self, replaced: Sequence[tuple[Triplet, Triplet | None]], told: Sequence[Triplet]
    ) -> tuple[tuple[Triplet, Triplet | None], ...]:
        """What ends of what is said to be replaced. What the same texts tell holds, unless one of them tells, too, what
        takes its place; in a world, what is seen holds."""
        ended: dict[Triplet, Triplet | None] = {}
        for old, new in replaced:
            is_over = new in told and new not in ended and new != old and self._options.calls == "text"
            if old not in told or is_over:
                ended[old] = ended.get(old) or new
        return tuple(ended.items())

    def _changed(self, lesson: _Lesson, nodes: tuple[EpisodeNode, ...]) -> Change:
        """What a lesson has changed."""
        removed = tuple(triplet for triplet in lesson.was if triplet not in self.graph)
        entities = {name: min(depth, self._options.depth) for name, depth in lesson.entities.items()}
        return Change(tuple(lesson.fresh), removed, nodes, entities, tuple(lesson.unmatched))

    def _compared(self, texts: Sequence[str]) -> list[str]:
        """What is embedded of observations: the blend compares them."""
        return [*map(self._options.compared, texts)] if self._options.ranking == "blend" else []

    def _edge(self, triplet: Triplet, time: datetime, retired_by: Triplet | None) -> Edge:
        """The edge of a new fact, which ended at once if the same texts tell later what takes its place."""
        step = self._state.step + 1
        if not retired_by:
            return Edge(triplet, step, since=time)
        return Edge(triplet, step, step, since=time, until=time, reason=REPLACED, retired_by=retired_by)

    async def _dated(self, edges: Sequence[Edge], time: datetime, ended: Sequence[int]) -> list[Edge]:
        """The edges of new facts as they hold at a time, and what goes on of those that end.

        Before what was told of later times: those texts are read once more, beside the new facts, as if they came now.
        """
        then = self._state.then(time)
        if not isinstance(then, Past):
            return [*edges]
        over = [edge for edge in edges if edge.valid_to is not None]
        edges = [edge for edge in edges if edge.valid_to is None]
        later = told_later(self.graph, self.episodic, edges)
        reading = Reading((), ())
        if later:
            known = SemanticGraph(edge for edge in edges if not is_spatial(edge.triplet))
            reading = await self._read(as_seen(later), known, later[-1].time or time)
            told = [fact for node in later for fact in node.triplets]
            newer = retiring.by_relation(told, known, self._options.takes_one)
            reading = replace(reading, replaced=(*reading.replaced, *newer))
        new = [up_to(edge, later, self.episodic, reading, self.graph) for edge in edges]
        return [*over, *new, *resumed(ended, then, self.episodic)]

    async def _rename(self, renaming: merging.Renaming) -> Change:
        """Change names, at the last time of which anything is known: nothing happened then."""
        time = self._state.latest or self._now()
        step = self._state.step + 1
        edges = [Edge(fact, step, since=begun(fact, time)) for fact in renaming.fresh]
        vectors = await self.texts.embed([str(triplet) for triplet in renaming.fresh])
        gone = tuple(self.graph[ending.number].triplet for ending in renaming.ended)
        await self._change(Step(time, edges, vectors, renaming.ended))
        return Change(tuple(renaming.fresh), gone, (), {})

    async def _read(self, seen: Seen, known: SemanticGraph | Past, moment: datetime) -> Reading:
        """What the reader says of texts: what they tell, and which known facts that makes untrue.

        What may have ended in other words is asked about, but for facts of the same time.
        """
        reader = self._reader
        if reader is None:
            return Reading((), ())
        reading = await reader.read(seen, known)
        if self._options.calls != "text":
            return reading
        meant = replace(reading, triplets=merging.canonical(reading.triplets, known))
        near = await retiring.in_other_words(meant, known, self.texts)
        old = [fact for fact in near if (since := known.edge(fact).since) is None or since < moment]
        more = await reader.replaced([*map(str, old)], reading.triplets, retiring.about(old, seen.texts))
        return replace(reading, replaced=(*reading.replaced, *(pair for pair in more if pair[0] in old)))

    async def _recall(self, request: Request) -> Found:
        self._look_again()
        return await self._steadily(lambda: self._recalled(request))

    async def _recalled(self, request: Request) -> Found:
        await self._state.settle()
        return await recall(request, self._state, self.texts, self._options)

    async def _steadily(self, read: Callable[[], Awaitable[T]]) -> T:
        """What is read of one state of the memory: once more, if that was changed meanwhile; and while nobody may
        change it, if that goes on."""
        for _ in range(_ATTEMPTS):
            state, step = self._state, self._state.step
            try:
                found = await read()
            except LookupError:
                if self._state is state and state.step == step:
                    raise
                continue
            if self._state is state and state.step == step:
                return found
        async with self._changing:
            return await read()


def _flat(metadata: Metadata) -> Metadata:
    try:
        return flat(metadata)
    except ValueError as error:
        raise UserError(str(error)) from error


def _fact(given: FactLike) -> Triplet:
    try:
        return Triplet.parse(given) if isinstance(given, str) else Triplet(*given)
    except (ValueError, TypeError) as error:
        raise UserError(f"{given!r} is no fact: write it as (subject, relation, object)") from error


def _ending(number: int, triplet: Triplet, reading: Reading) -> Ending:
    """Why a reading ends an edge."""
    new = next((new for old, new in reading.replaced if old == triplet and new), None)
    return Ending(number, REPLACED if new else OUTDATED, new)


def _queries(queries: str | Sequence[str] | Mapping[str, int], depth: int) -> dict[str, int]:
    if isinstance(queries, Mapping):
        return dict(queries)
    return dict.fromkeys(_said(queries), depth)


def _said(texts: str | Iterable[str]) -> list[str]:
    """One text or several, in a list.

    Raises:
        UserError: there is something else among them.
    """
    several = [texts] if isinstance(texts, str) or not isinstance(texts, Iterable) else [*texts]
    for text in several:
        if not isinstance(text, str):
            raise UserError(f"'{text}' is no text (a str), nor a list of texts")
    return several
