"""AriGraph: semantic and episodic memory in one graph, G = (Vs, Es, Ve, Ee) (AriGraph, section 2).

`learn` takes in a text, `recall` finds what matters for some queries. The rest of this folder are its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder
from ariadne.embed.registry import load_embedder
from ariadne.errors import AnswerError
from ariadne.memory.arigraph.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.index import TripletIndex
from ariadne.memory.arigraph.search import semantic_search
from ariadne.memory.arigraph.space import is_spatial
from ariadne.models.answers import Entities, Extracted, Learned, Replaced
from ariadne.models.ask import asking
from ariadne.models.model import Ask, Model
from ariadne.models.question import A, Question
from ariadne.models.registry import load_model
from ariadne.triplet import Triplet, clean

LONGEST_NAME = 6
EXAMPLES = 6

Calls = Literal["three", "paper"]


@dataclass(frozen=True)
class Options:
    """The settings of AriGraph, with the paper's values.

    Attributes:
        width: w, how many triplets a text retrieves in semantic search.
        depth: the greatest depth d of a query.
        episodes: k, how many episodes are recalled.
        episodic_similarity: add how similar an observation is to the plan to its relevance, as the authors' code
            does and their paper does not.
        calls: `three` asks one question to learn, `paper` three (extract, replace, entities).
    """

    width: int = 6
    depth: int = 2
    episodes: int = 2
    episodic_similarity: bool = False
    calls: Calls = "three"


@dataclass(frozen=True)
class Change:
    """What learning changed.

    Attributes:
        added: triplets that were not valid before. `removed`: those that are no longer valid.
        nodes: the new episode nodes, one a text.
        entities: what matters now, each with the depth to search it.
    """

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    nodes: tuple[EpisodeNode, ...]
    entities: Mapping[str, int]


@dataclass(frozen=True)
class Found:
    """What recalling found: triplets in the order of retrieval, episodes the most relevant first."""

    facts: tuple[Triplet, ...]
    episodes: tuple[EpisodeNode, ...]


class AriGraph:
    """A memory that learns triplets from texts, forgets what they outdate, and recalls facts and episodes.

    Args:
        model: who reads the texts: a model's name, a model, or an `Ask`.
        embedder: who compares texts: an embedder's name, an embedder, or a cache that several memories share.

    Attributes:
        graph: the semantic memory. `episodic`: the episodic memory. `texts`: the cache of embeddings.
    """

    def __init__(
        self,
        model: str | Model | Ask = "rules",
        embedder: str | Embedder | TextCache = "minilm",
        options: Options = Options(),
    ) -> None:
        self.texts = _cache(embedder)
        self.graph = SemanticGraph()
        self.episodic = EpisodicMemory()
        self._index = TripletIndex()
        self._ask = _asking(model, self.texts)
        self._options = options
        self._step = 0

    async def learn(
        self,
        texts: str | Sequence[str],
        *,
        location: str = "",
        inventory: str = "",
        plan: Sequence[str] = (),
        certain: Sequence[Triplet] = (),
    ) -> Change:
        """Learn from a text, or from several at once, which become an episode node each.

        Args:
            location: where the reader is; texts may leave it unsaid.
            inventory: what the reader carries, as text.
            plan: sub-goals, which shape what matters now.
            certain: triplets that are known without reading, such as the way one came.
        """
        texts = [texts] if isinstance(texts, str) else list(texts)
        self._step += 1
        known = self._known("\n".join(texts))
        read = await self._read(texts, known, location, inventory, plan)
        triplets = [*_parsed(read.triplets), *certain]
        removed = [old for old in self._outdated(read.replaced) if old not in triplets and self._forget(old)]
        added = [triplet for triplet in dict.fromkeys(triplets) if self.graph.add(triplet, self._step)]
        if added:
            self._index.add(added, await self.texts.embed([str(triplet) for triplet in added]))
        tied = _tied(triplets, texts)
        nodes = [self.episodic.add(self._step, text, own) for text, own in zip(texts, tied, strict=True)]
        return Change(tuple(added), tuple(removed), tuple(nodes), _depths(read.entities, self._options.depth))

    async def recall(
        self,
        queries: str | Sequence[str] | Mapping[str, int],
        *,
        exclude: Sequence[str] = (),
        plan: Sequence[str] = (),
    ) -> Found:
        """Algorithm 1: semantic search for each query, then episodic search with what it found.

        Args:
            queries: texts, or texts with the depth of their search (else the greatest).
            exclude: observations that are not to be recalled, such as the recent ones.
            plan: sub-goals, for the option `episodic_similarity`.
        """
        depths = _queries(queries, self._options.depth)
        facts = await semantic_search(
            depths, self._index, self.texts, self._options.width, self.texts.embedder.threshold
        )
        alike = await self._alike(plan) if self._options.episodic_similarity else None
        return Found(facts, self.episodic.search(facts, self._options.episodes, exclude, alike))

    async def _alike(self, plan: Sequence[str]) -> list[float]:
        """How similar each remembered observation is to the plan."""
        texts = [node.observation for node in self.episodic.nodes]
        vectors = await self.texts.embed(["\n".join(plan), *texts])
        return [float(score) for score in vectors[1:] @ vectors[0]]

    def _known(self, text: str) -> list[Triplet]:
        """Valid triplets of the vertices that the text names, but for spatial ones."""
        named = [name for name in _word_runs(text) if name in self.graph.network]
        return [triplet for triplet in self.graph.incident(named) if not is_spatial(triplet)]

    async def _read(
        self,
        texts: Sequence[str],
        known: Sequence[Triplet],
        location: str,
        inventory: str,
        plan: Sequence[str],
    ) -> Learned:
        """What the model makes of the texts; nothing, where its replies cannot be used."""
        seen = {"observations": texts, "location": location, "inventory": inventory}
        if self._options.calls == "paper":
            return await self._read_as_paper(seen, plan)
        inputs = {**seen, "known": [str(triplet) for triplet in known], "plan": plan}
        nothing = Learned(triplets=[], replaced=[], entities=[])
        return await self._answer(Question("learn", inputs, Learned), nothing)

    async def _read_as_paper(self, seen: Mapping[str, str | Sequence[str]], plan: Sequence[str]) -> Learned:
        """The paper's three questions: extraction, outdated triplets, entities."""
        examples = [str(triplet) for triplet in self.graph.valid()[-EXAMPLES:]]
        extract = Question("extract", {**seen, "examples": examples}, Extracted)
        extracted = await self._answer(extract, Extracted(triplets=[]))
        new = _parsed(extracted.triplets)
        vertices = dict.fromkeys(vertex for triplet in new for vertex in triplet.vertices)
        known = [str(triplet) for triplet in self.graph.incident(vertices) if not is_spatial(triplet)]
        replaced = Replaced(replaced=[])
        if known and new:
            inputs = {"known": known, "new": [str(triplet) for triplet in new]}
            replaced = await self._answer(Question("replace", inputs, Replaced), replaced)
        ask_for = Question("entities", {**seen, "plan": plan}, Entities)
        entities = await self._answer(ask_for, Entities(entities=[]))
        return Learned(triplets=extracted.triplets, replaced=replaced.replaced, entities=entities.entities)

    async def _answer(self, question: Question[A], nothing: A) -> A:
        """The answer to a question; `nothing`, where the replies cannot be used: an episode goes on without."""
        try:
            return await self._ask(question)
        except AnswerError:
            return nothing

    def _outdated(self, lines: Sequence[str]) -> list[Triplet]:
        """The triplets that a reply replaces, as far as they are valid; ways and exits stay."""
        old = _parsed([line.split("->")[0] for line in lines])
        return [triplet for triplet in old if triplet in self.graph and not is_spatial(triplet)]

    def _forget(self, triplet: Triplet) -> bool:
        self._index.remove(triplet)
        return self.graph.remove(triplet, self._step)


def _parsed(lines: Sequence[str]) -> list[Triplet]:
    """The triplets of a reply, without the lines that are none."""
    found: dict[Triplet, None] = {}
    for line in lines:
        try:
            found[Triplet.parse(line)] = None
        except ValueError:
            continue
    return list(found)


def _tied(triplets: Sequence[Triplet], texts: Sequence[str]) -> list[list[Triplet]]:
    """For each of several texts, its triplets: both of their vertices are named in it.

    What no text names in full, such as a thing and the place that goes without saying, belongs to the last.
    """
    named = [set(_word_runs(text)) for text in texts]
    tied = [[triplet for triplet in triplets if set(triplet.vertices) <= names] for names in named]
    tied[-1] = [triplet for triplet in triplets if triplet in tied[-1] or not any(triplet in own for own in tied)]
    return tied


def _depths(lines: Sequence[str], deepest: int) -> dict[str, int]:
    """Entities with their depths; one without a depth is searched at depth 1."""
    depths: dict[str, int] = {}
    for line in lines:
        match = re.fullmatch(r"\s*(.+?)\s*(?:[:|]\s*(\d+))?\s*", line)
        if match and (name := clean(match[1])):
            depths.setdefault(name, min(max(int(match[2] or 1), 1), deepest))
    return depths


def _queries(queries: str | Sequence[str] | Mapping[str, int], deepest: int) -> dict[str, int]:
    if isinstance(queries, str):
        queries = [queries]
    if isinstance(queries, Mapping):
        return dict(queries)
    return dict.fromkeys(queries, deepest)


def _word_runs(text: str) -> list[str]:
    """All runs of up to six words in a text, cleaned as vertices are."""
    words = [word.strip('.,;:!?()"') for word in text.lower().split()]
    runs = (words[at : at + size] for size in range(LONGEST_NAME, 0, -1) for at in range(len(words) - size + 1))
    return list(dict.fromkeys(clean(" ".join(run)) for run in runs))


def _cache(embedder: str | Embedder | TextCache) -> TextCache:
    if isinstance(embedder, TextCache):
        return embedder
    return TextCache(load_embedder(embedder) if isinstance(embedder, str) else embedder)


def _asking(model: str | Model | Ask, texts: TextCache) -> Ask:
    if isinstance(model, str):
        model = load_model(model, similarity=texts.similarity)
    return asking(model) if isinstance(model, Model) else model
