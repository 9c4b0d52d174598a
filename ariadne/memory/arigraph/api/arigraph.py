"""AriGraph: semantic and episodic memory in one graph, G = (Vs, Es, Ve, Ee) (AriGraph, section 2).

`learn` takes in a text, `recall` finds what matters for some queries. The rest of this folder are its parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne.errors import NoAnswer, UserError
from ariadne.geography import Routes
from ariadne.memory.arigraph.api import asking
from ariadne.memory.arigraph.core import merging
from ariadne.memory.arigraph.core.costs import Meter
from ariadne.memory.arigraph.core.dated import utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode, Metadata, remembered
from ariadne.memory.arigraph.core.learning import Learning, as_fact, as_metadata, as_texts
from ariadne.memory.arigraph.core.results import Answer, Found
from ariadne.memory.arigraph.retrieval.recalling import Among, Request, merged, recall
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.synchronous import Synchronous

ENDED = 8
"""How many facts that hold no more are recalled where they are asked for."""


class AriGraph(Learning):
    """A memory that learns triplets from texts, forgets what they outdate, and recalls facts and episodes.

    With a `path` it lives in that file: what `learn` and `forget` have done when they return, lasts. One process at a
    time writes a file, any number read it and see what was written. Close it, or use it in a `with`.

    Args:
        model: what reads the texts and answers: the name of a model at an OpenAI-compatible server, a path to a `.gguf`
            file, a model, or an `async def` from messages to a text. Without one the memory keeps the texts, and the
            facts that are handed to it with them.
        embedder: who compares texts: an embedder's name, an embedder, or a cache that several memories share; if None,
            `minilm`. A file says with which it was made, but has no other loaded.
        path: the file, which is made if there is none; None for a memory that ends with the process.
        scope: whose part of the memory this is, such as `user:42`: no scope sees what another one holds.
        read_only: learn and forget nothing, so that another process may.
        how: how a model is asked: `base_url`, `api_key`, `client`, `timeout`, `temperature`, `reasoning_effort`,
            `concurrency` and `on_call`. Without the first two, `OPENAI_BASE_URL` and `OPENAI_API_KEY` are read.

    Raises:
        UserError: the file is no memory, was made with another embedder, is missing and only read, or another process
            writes it.
    """

    @property
    def sync(self) -> Synchronous:
        """The same memory for code that is not asynchronous: `memory.sync.learn(text)` returns when that is done."""
        from ariadne.memory.arigraph.api.synchronous import Synchronous

        return Synchronous(self)

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
        at: datetime | None = None,
        ended: bool = False,
        budget: int | None = None,
    ) -> Found:
        """Algorithm 1: semantic search for each query, then episodic search with what it found.

        Args:
            queries: texts, or texts with the depth of their search.
            depth, width, episodes: d, w and k; those of the options if None.
            exclude: observations that are not to be recalled, such as the recent ones.
            plan: sub-goals, for the option `episodic_similarity`, which needs some.
            top_k: at most so many facts, those that score most, and so many texts.
            threshold: leave out what scores less. If None, it is the options' one, of which a fact next to one that
                reaches it needs two thirds, and a text that tells a recalled fact nothing.
            since, until, source, metadata: only texts of these times, from there, with these metadata, and the facts
                that one of them tells.
            scopes: look into these scopes, in place of this one; what scores most comes first, with where it was found.
            at: what held at a time, and texts up to then.
            ended: with facts about the same things that hold no more.
            budget: no more than a prompt of so many tokens holds (`Found.as_prompt`, characters / 4), the best first.

        Raises:
            UserError: metadata are not flat, or no calendar has a time.
        """
        options, moment = self._options, at and utc(at)
        count = options.episodes if top_k is None else top_k
        request = Request(
            _queries(queries, options.depth if depth is None else depth),
            options.width if width is None else width,
            count if episodes is None else episodes,
            self._now(),
            exclude,
            plan,
            Among(since and utc(since), until and utc(until), source and kept(source), as_metadata(metadata or {})),
            threshold,
            top_k,
            moment,
            ENDED if ended else 0,
            budget,
        )
        if scopes is None:
            return await self._recall(request)
        if isinstance(scopes, str):
            raise UserError("recall looks into several scopes, in a list: [...]")
        found = {name: await self.scope(name)._recall(request) for name in dict.fromkeys(scopes)}
        return merged(found, request.episodes, top_k, budget)

    async def answer(
        self,
        question: str,
        *,
        at: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        source: str | None = None,
        metadata: Metadata | None = None,
    ) -> Answer:
        """What the memory answers to a question: the model is asked once, and shown what is recalled and what was so
        before, with the times of each. Without a model, what may tell the answer.

        Args:
            at: as of that time, which the model is told to be today.
            since, until, source, metadata: from these texts alone, as in `recall`.

        Raises:
            UserError: the model cannot be asked. AnswerError: its reply cannot be used.
        """
        (question,) = as_texts(question)
        moment = at and utc(at)
        among = Among(since and utc(since), until and utc(until), source and kept(source), as_metadata(metadata or {}))
        request = Request(
            self.searched(question),
            self._options.width,
            asking.TEXTS,
            self._now(),
            among=among,
            at=moment,
            ended=ENDED,
            is_lenient=True,
        )
        found = await self._recall(request)
        meter = Meter()
        if ask := self._shared.ask(meter):
            with suppress(NoAnswer):
                said = await asking.answered(ask, question, found, [*request.queries], moment or request.now)
                return replace(said, usage=meter.spent)
        return asking.unanswered(found)

    def searched(self, question: str, depth: int = asking.DEPTH) -> dict[str, int]:
        """What to recall for a question: the question itself, and what is next to the names in it."""
        return self._reading(lambda: asking.queries(self.graph, question, depth))

    def facts(self, at: int | datetime | None = None) -> tuple[Edge, ...]:
        """The edges that are valid, or that were after a step or at a time; the oldest first."""
        moment = at if at is None or isinstance(at, int) else utc(at)

        def read() -> tuple[Edge, ...]:
            if moment is not None:
                return self.graph.held(moment)
            now = self._now()
            edges = (edge for edge in self.graph.history() if edge.valid_to is None)
            return tuple(edge for edge in edges if edge.until is None or edge.until > now)

        return self._reading(read)

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """Every edge that ever was, past and valid, or those of one vertex; the oldest first."""
        return self._reading(lambda: self.graph.history(vertex))

    def told(self) -> Sequence[EpisodeNode]:
        """Every text that ever was learned, the oldest first, with those that are recalled no more."""
        return self._reading(lambda: [*self.episodic.nodes])

    def sources(self, triplet: Triplet | str) -> tuple[EpisodeNode, ...]:
        """The texts that tell a fact, oldest first: each with its source, its metadata, its time and what read it; but
        for those that were forgotten.

        Raises:
            UserError: what is written so is no triplet.
        """
        fact = as_fact(triplet)
        return self._reading(lambda: tuple(filter(remembered, self._telling(fact))))

    def _telling(self, fact: Triplet) -> list[EpisodeNode]:
        """The texts that tell a fact, under whichever names."""
        told = self.episodic.telling(fact)
        # Only of what a merge told first is it asked what it was before: that takes long where half a world is named.
        is_renamed = fact in self.graph and self.graph[self.graph.number(fact)].valid_from not in (n.step for n in told)
        return self.episodic.telling_any(merging.origins(self.graph, fact)) if is_renamed else told

    def neighbours(self, vertex: str) -> tuple[str, ...]:
        """The vertices that a valid triplet joins to this one."""
        name = clean(vertex)
        facts = self._reading(lambda: self.graph.incident([name]))
        return tuple(dict.fromkeys(end for fact in facts for end in fact.vertices if end != name))

    def route(self, origin: str, destination: str) -> tuple[str, ...] | None:
        """The commands of a shortest way over the connections that are known (section 3); None if no way is."""
        return Routes.from_triplets(self._reading(self.graph.valid)).path(origin, destination)

    async def _recall(self, request: Request) -> Found:
        return await self.texts.supply(
            lambda: self._reading(lambda: recall(request, self._state, self.texts, self._options))
        )


def _queries(queries: str | Sequence[str] | Mapping[str, int], depth: int) -> dict[str, int]:
    if isinstance(queries, Mapping):
        return dict(queries)
    return dict.fromkeys(as_texts(queries), depth)
