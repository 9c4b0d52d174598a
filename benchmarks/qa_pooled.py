"""Recall of supporting paragraphs if those of all questions of a file are in one memory, read by the rules.

`qa_retrieval.py --pool FILE...` runs it. Facts are not compared here: only paragraphs and questions are embedded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean

import numpy as np
from recorded_questions import FUSION

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.episodes import EpisodicMemory, remembered
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.memory.arigraph.retrieval.blend import Blend, Weights
from ariadne.memory.arigraph.retrieval.lexical import WordIndex
from ariadne.memory.arigraph.retrieval.shortlist import Shortlist
from ariadne.qa.datasets import load_items
from ariadne.qa.retrievers import best_first

AT = (2, 5)
BATCH = 64


class _Unread:
    """An embedder for facts that are never searched."""

    name, threshold = "unread", None

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), dtype=np.float32)


async def pooled(path: Path, texts: TextCache) -> tuple[int, Mapping[str, Sequence[float]]]:
    """The number of paragraphs, and for each method its recall at 2 and at 5.

    Raises:
        UserError: the file is missing or has no questions.
    """
    items = load_items(path)
    paragraphs = list(dict.fromkeys(one.as_text() for item in items for one in item.paragraphs))
    for start in range(0, len(paragraphs), BATCH):
        await texts.embed(paragraphs[start : start + BATCH])
    episodic, words = await _read(paragraphs), WordIndex()
    for place, text in enumerate(paragraphs):
        words.add(place, text)
    vectors, shortlist = await texts.embed(paragraphs), Shortlist(episodic)
    recalls: dict[str, list[list[float]]] = {}
    for item in items:
        rankings = {
            "bm25": [*dict.fromkeys([*words.best(item.question, len(paragraphs)), *range(len(paragraphs))])],
            "dense": best_first(vectors @ (await texts.embed([item.question]))[0]),
        }
        rankings["rrf"] = _fused([*rankings.values()])
        near = partial(shortlist.nodes, item.question, (), texts, remembered)
        listed = await texts.supply(near)
        for name, weights in (("ours", Weights()), ("ours-no-graph", Weights(spread=0))):
            ranked = partial(Blend(weights).relevances, episodic.nodes.some(listed), item.question, texts)
            found = await texts.supply(ranked)
            rankings[name] = [
                listed[at] for _, at in sorted(((score, at) for at, score in found.items()), reverse=True)
            ]
        gold = {one.as_text() for one in item.paragraphs if one.supporting}
        for name, ranking in rankings.items():
            first = [len(gold & {paragraphs[place] for place in ranking[:k]}) / len(gold) for k in AT]
            recalls.setdefault(name, []).append(first)
    return len(paragraphs), {name: [fmean(of) for of in zip(*rows, strict=True)] for name, rows in recalls.items()}


async def _read(told: Sequence[str]) -> EpisodicMemory:
    """The paragraphs without facts, with names as their vertices; paragraph i is node i."""
    memory = AriGraph(None, TextCache(_Unread()), options=replace(IN_WORLDS, calls="text"))
    for text in told:
        await memory.learn(text)
    return memory.episodic


def _fused(rankings: Sequence[Sequence[int]]) -> list[int]:
    scores = [0.0] * len(rankings[0])
    for ranking in rankings:
        for rank, place in enumerate(ranking, 1):
            scores[place] += 1 / (FUSION + rank)
    return sorted(range(len(scores)), key=lambda place: -scores[place])
