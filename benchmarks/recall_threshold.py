"""The similarity of a question to what a memory recalls, for memories with the answer and for unrelated memories.

    python benchmarks/recall_threshold.py FILE... [--others N]

Each FILE has questions of HotpotQA or MuSiQue. A memory without a model learns the paragraphs of one question; it is
asked that question, and N others. The best scores of what it recalls are compared: a good threshold is one that most
questions reach in their own memory, and few in another's. `Options.threshold` is chosen by this.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.embed.registry import load_embedder
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import FOR_TEXTS
from ariadne.qa.datasets import QAItem, load_items

OPTIONS = replace(FOR_TEXTS, threshold=None)
SHARES = (0, 0.01, 0.05, 0.5, 0.95, 0.99, 1)
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45)


async def best(memory: AriGraph, question: str) -> float:
    """The highest score among all that a memory recalls for a question."""
    found = await memory.recall(question)
    return max((*found.fact_scores, *found.episode_scores), default=0.0)


async def measured(items: Sequence[QAItem], others: int) -> tuple[list[float], list[float]]:
    """The best scores of questions in their own memories, and in those of other questions."""
    texts, drawn = TextCache(load_embedder()), random.Random(0)
    own, foreign = [], []
    for item in items:
        memory = AriGraph(None, texts, options=OPTIONS)
        for paragraph in item.paragraphs:
            await memory.learn(paragraph.as_text())
        own.append(await best(memory, item.question))
        asked = drawn.sample([each for each in items if each is not item], others)
        foreign += [await best(memory, other.question) for other in asked]
    return own, foreign


def tell(name: str, own: Sequence[float], foreign: Sequence[float]) -> None:
    print(name)
    for whose, scores in (("own", own), ("another's", foreign)):
        print(f"  {whose}: " + ", ".join(f"{share:.0%} {np.quantile(scores, share):.3f}" for share in SHARES))
    for least in THRESHOLDS:
        kept = (np.mean(np.array(scores) >= least) for scores in (own, foreign))
        print(f"  {least:.2f}: own {next(kept):.1%} recalled, another's {next(kept):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--others", type=int, default=20, metavar="N")
    options = parser.parse_args()
    for file in options.files:
        tell(file.name, *asyncio.run(measured(load_items(file), options.others)))


if __name__ == "__main__":
    main()
