"""Why the paper's formula ranks paragraphs badly, how the settings of `blend` were chosen, and what did not help.

    python benchmarks/qa_ranking.py --data DIR [--cache FOLDER]
    python benchmarks/qa_ranking.py --others FILE... [--cache FOLDER]

DIR and FOLDER are those of `qa_retrieval.py`; everything is measured on the tuning half of the questions. With
`--others` the same settings are tried on files of HotpotQA or MuSiQue without recorded triplets: a paragraph's title
and the capitalised names in its text replace what a model would extract.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean

import numpy as np
from qa_retrieval import AT
from recorded_questions import KeptVectors, Recorded, by_fusion, load, replayed, tuning_half

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.embed.registry import load_embedder
from ariadne.errors import AriadneError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.memory.arigraph.retrieval.blend import Blend, Having, Named, Observed, Scores, Vertex, Weights, named
from ariadne.qa.datasets import Paragraph, load_items
from ariadne.qa.retrievers import by_meaning, by_words
from ariadne.triplet import Triplet, clean

GRID = [Weights(*values) for values in product((0.3, 0.5, 0.7), (5.0, 10.0, 20.0), (0.0, 0.15, 0.3, 0.5, 0.7))]
CHOSEN = Weights()
FOLDS = 5
NAME = re.compile(r"(?:[A-Z][\w'’.-]*|\d{4})(?: (?:of|the|de|and|in) (?=[A-Z]))?(?: [A-Z][\w'’.-]*)*")


@dataclass(frozen=True)
class Case:
    """A question, and the memory that has observed its paragraphs."""

    recorded: Recorded
    graph: AriGraph | None
    episodic: EpisodicMemory

    def text(self, question: bool = True, queries: bool = True) -> str:
        """The text to rank by: the question, the recorded queries, or both."""
        return "\n".join([self.recorded.item.question] * question + [*self.recorded.queries] * queries)

    def recalls(self, ranking: Sequence[int]) -> list[float]:
        return [self.recorded.recall(ranking, k) for k in AT]


Rank = Callable[[Case], Awaitable[Sequence[int]]]


class Exact(Blend):
    """Links two observations only if both have the vertex among their own triplets."""

    def _named(self, texts: Sequence[Iterable[str]], having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
        return named(Having.of([()] * len(texts)), own)


class Words(Blend):
    """Every word is a vertex: a walk over the texts, without triplets."""

    def _named(self, texts: Sequence[Iterable[str]], having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
        return named(Having.of([()] * len(texts)), [[frozenset([term]) for term in text] for text in texts])


class Open(Blend):
    """The vertices in the query are linked like others."""

    def _links(self, observed: Observed, numbers: Sequence[int], query: frozenset[str]) -> Scores:
        return super()._links(observed, numbers, frozenset())


class Alike(Blend):
    """Observations are linked by the similarity of their embeddings instead of vertices."""

    def _links(self, observed: Observed, numbers: Sequence[int], query: frozenset[str]) -> Scores:
        vectors = observed.vectors[numbers]
        links: Scores = np.maximum(vectors @ vectors.T, 0).astype(float) ** 3
        np.fill_diagonal(links, 0)
        return links


class OneStep(Blend):
    """Relevance spreads to the neighbours of an observation, but no further."""

    def _spread(self, base: Scores, links: Scores) -> Scores:
        own, out = self._own(base), links.sum(axis=1, keepdims=True)
        steps = np.divide(links, out, out=np.eye(len(links)), where=out > 0)
        stepped: Scores = (1 - self._weights.spread) * own + self._weights.spread * (steps.T @ own)
        return stepped


class BestFact(Blend):
    """Meaning is the mean of an observation's similarity and that of its nearest triplet."""

    triplets: Sequence[Vectors] = ()

    def _base(self, observed: Observed, words: Sequence[str], vector: Vectors) -> Scores:
        best = np.array([(own @ vector).max(initial=0) for own in self.triplets])
        scaled = (best - best.min()) / (np.ptp(best) or 1)
        weight = self._weights.lexical
        base: Scores = super()._base(observed, words, vector) + (1 - weight) * scaled
        base /= base.max()
        return base


def blend(texts: TextCache, kind: type[Blend] = Blend, weights: Weights = CHOSEN, **asked: bool) -> Rank:
    """Rank by a variant of `blend`."""

    async def rank(case: Case) -> Sequence[int]:
        nodes, ranking = case.episodic.nodes, kind(weights)
        if isinstance(ranking, BestFact):
            ranking.triplets = [await texts.embed([*map(str, node.triplets)]) for node in nodes]
        scores = await texts.supply(lambda: ranking.relevances(nodes, case.text(**asked), texts))
        return [nodes[number].step - 1 for number in case.episodic.ranked(scores, len(nodes))]

    return rank


def paper(depth: int | None = None, width: int = 6, shares: list[float] | None = None) -> Rank:
    """Rank by equation 1; None means the recorded depths. Appends the share of retrieved triplets to `shares`."""

    async def rank(case: Case) -> Sequence[int]:
        assert case.graph
        queries = case.recorded.queries if depth is None else dict.fromkeys(case.recorded.queries, depth)
        found = await case.graph.recall(queries, width=width, episodes=len(case.recorded.item.paragraphs))
        if shares is not None:
            shares.append(len(found.facts) / len(case.graph.graph))
        return [node.step - 1 for node in found.episodes]

    return rank


async def by_size(case: Case) -> Sequence[int]:
    """Rank by the number of a paragraph's triplets."""
    return [node.step - 1 for node in sorted(case.episodic.nodes, key=lambda node: -len(node.triplets))]


async def told(cases: Sequence[Case], rank: Rank) -> list[list[float]]:
    return [case.recalls(await rank(case)) for case in cases]


def row(name: str, recalls: Sequence[Sequence[float]], more: str = "") -> None:
    means = (fmean(recall[at] for recall in recalls) for at in range(len(AT)))
    print(f"  {name:<62}{'  '.join(f'{value:.3f}' for value in means)}  {more}", flush=True)


async def why(cases: Sequence[Case]) -> None:
    """The paper's formula with wider and deeper searches."""
    print("\nThe paper's formula, and which share of all triplets the search retrieved       R@2    R@3    R@5")
    for depth, width in [(None, 6), *product((1, 2, 3), (2, 6, 12))]:
        shares: list[float] = []
        recalls = await told(cases, paper(depth, width, shares))
        row(f"depth {depth or 'as recorded'}, width {width}", recalls, f"{fmean(shares):.0%} of the triplets")
    row("no search: the paragraphs with the most triplets first", await told(cases, by_size))


async def choose(cases: Sequence[Case], texts: TextCache) -> None:
    """The grid of settings, and the value of the choice on held-out questions."""
    recalls = {weights: await told(cases, blend(texts, weights=weights)) for weights in GRID}
    print("\nblend: λ, β, α (those of the default β)")
    for weights in GRID:
        if weights.sharpness == CHOSEN.sharpness:
            row(f"{weights.lexical}, {weights.sharpness:.0f}, {weights.spread}", recalls[weights])
    folds = [place % FOLDS for place in range(len(cases))]
    random.Random(1).shuffle(folds)
    held_out: list[list[float]] = []
    for fold in range(FOLDS):
        others = [place for place, own in enumerate(folds) if own != fold]
        best = max(GRID, key=lambda weights: sum(sum(recalls[weights][place]) for place in others))
        held_out += [recalls[best][place] for place, own in enumerate(folds) if own == fold]
        print(f"  chosen without fold {fold + 1}: {best}")
    row(f"all {len(GRID)} settings, chosen by {FOLDS}-fold cross-validation", held_out)


async def compare(cases: Sequence[Case], texts: TextCache) -> None:
    """Alternatives to the parts of `blend`."""
    rows: Mapping[str, Rank] = {
        **baselines(texts),
        "blend": blend(texts),
        "asked the question alone": blend(texts, queries=False),
        "asked the recorded queries alone": blend(texts, question=False),
        "no graph (α = 0)": blend(texts, weights=Weights(spread=0)),
        "no words (λ = 0)": blend(texts, weights=Weights(lexical=0)),
        "no meaning (λ = 1)": blend(texts, weights=Weights(lexical=1)),
        "links: only where both have the vertex in their triplets": blend(texts, Exact),
        "links: the query's vertices too": blend(texts, Open),
        "links: every word that two share, no triplets": blend(texts, Words),
        "links: alike embeddings, no triplets": blend(texts, Alike),
        "one step of the walk in place of all": blend(texts, OneStep),
        "meaning: the nearest triplet counts as well": blend(texts, BestFact),
    }
    print("\nblend with one thing changed, and the baselines")
    for name, rank in rows.items():
        row(name, await told(cases, rank))


async def elsewhere(path: Path, texts: TextCache) -> None:
    """The settings on questions that were not used for the choice."""
    cases = []
    for item in load_items(path):
        episodic = EpisodicMemory()
        for step, paragraph in enumerate(item.paragraphs, 1):
            episodic.append(EpisodeNode(step, paragraph.as_text(), tuple(_names(paragraph))))
        cases.append(Case(Recorded(item, [], {}), None, episodic))
    rows: Mapping[str, Rank] = {
        **baselines(texts),
        "blend": blend(texts),
        "no graph (α = 0)": blend(texts, weights=replace(CHOSEN, spread=0)),
        "no words (λ = 0)": blend(texts, weights=replace(CHOSEN, lexical=0)),
        "links: every word that two share, no names": blend(texts, Words),
    }
    print(f"\n{path.name}: {len(cases)} questions, names in the place of triplets")
    for name, rank in rows.items():
        row(name, await told(cases, rank))


def baselines(texts: TextCache) -> Mapping[str, Rank]:
    meaning, both = partial(by_meaning, texts=texts), partial(by_fusion, texts=texts)
    return {"bm25": retrieved(by_words), "dense": retrieved(meaning), "rrf": retrieved(both)}


def retrieved(ranking: Callable[[str, Sequence[Paragraph]], Sequence[int]]) -> Rank:
    async def rank(case: Case) -> Sequence[int]:
        return ranking(case.recorded.item.question, case.recorded.item.paragraphs)

    return rank


def _names(paragraph: Paragraph) -> list[Triplet]:
    """As mentions: the title without brackets, and every run of capitalised words or a year."""
    said = [re.sub(r"\(.*?\)", "", paragraph.title), *NAME.findall(paragraph.text)]
    return [Triplet("paragraph", "mentions", name) for name in said if clean(name)]


async def study(data: Path | None, others: Sequence[Path], cache: Path | None) -> None:
    embedder = load_embedder()
    kept = KeptVectors(embedder, cache) if cache else None
    texts = TextCache(kept or embedder)
    if data:
        await recorded_study(data, texts)
    for path in others:
        await elsewhere(path, texts)
    if kept:
        kept.save()


async def recorded_study(data: Path, texts: TextCache) -> None:
    questions = load(data)
    tuned = tuning_half([question.item.id for question in questions])
    cases = []
    for question in questions:
        if question.item.id in tuned:
            await texts.embed(question.texts())
            graph = await replayed(question, texts, IN_WORLDS)
            cases.append(Case(question, graph, graph.episodic))
    print(f"{len(cases)} questions")
    await choose(cases, texts)
    await compare(cases, texts)
    await why(cases)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with the questions and the extractions")
    parser.add_argument("--cache", type=Path, help="a folder to keep embeddings in")
    parser.add_argument("--others", type=Path, nargs="+", default=[], help="files of other questions")
    asked = parser.parse_args()
    if not asked.data and not asked.others:
        parser.error("name --data or --others")
    try:
        asyncio.run(study(asked.data, asked.others, asked.cache))
    except AriadneError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
