"""Retrieval of supporting paragraphs without a model: recorded extractions, replayed through the real memory.

    python benchmarks/qa_retrieval.py --data DIR                   tables for the reported half, and for all questions
    python benchmarks/qa_retrieval.py --data DIR --json            the same as JSON
    python benchmarks/qa_retrieval.py --data DIR --cache FOLDER    keeps the embeddings for the next time
    python benchmarks/qa_retrieval.py --pool FILE...               paragraphs of all questions of a file in one memory

DIR is described in `recorded_questions.py`. The settings of `ours` were chosen on one half of the questions, drawn
with a fixed seed (`qa_ranking.py`); the other is reported.

    paper            AriGraph's episodic search as in the paper: equation 1, over the facts of the recorded queries
    paper-similarity the same, plus the similarity of a paragraph to the question, as in the authors' code
    bm25             words of title and text, stemmed
    dense            the dot product of the embeddings of the question and of title and text
    rrf              the two fused by reciprocal ranks
    hipporag-style   HippoRAG 2's walk over the recorded triplets; a rule selects the helpful ones of the nearest: those
                     that name a thing of the question
    ours             AriGraph's episodic search with the ranking `blend`, for the question and the recorded queries
    ours-no-lexical  the same with λ = 0
    ours-no-graph    the same with α = 0

R@k is the share of a question's supporting paragraphs among the first k, averaged over questions; all@k is the share
of questions with all of them there. Among ties, bm25, dense and rrf prefer the first paragraph, AriGraph the one that
was observed last. The paper's formula returns no episode with score 0, so it may return fewer than k.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from qa_pooled import pooled
from recorded_questions import KeptVectors, Recorded, by_fusion, load, reading, replayed, tuning_half
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ariadne.embed.cache import TextCache
from ariadne.embed.registry import load_embedder
from ariadne.errors import AriadneError
from ariadne.evaluate.statistics import mean, paired
from ariadne.memory.arigraph.core.options import IN_WORLDS, Options
from ariadne.memory.arigraph.retrieval.blend import Weights
from ariadne.memory.hipporag import HippoRAGMemory
from ariadne.qa.datasets import Paragraph
from ariadne.qa.methods import turns_of
from ariadne.qa.retrievers import by_meaning, by_words
from ariadne.record import ignore

AT = (2, 3, 5)
OURS = "ours"
BATCH = 256

Retriever = Callable[[str, Sequence[Paragraph]], Sequence[int]]
Rank = Callable[[Recorded], Awaitable[Sequence[int]]]


async def by_memory(texts: TextCache, options: Options, recorded: Recorded) -> Sequence[int]:
    """The ranking of the replayed memory; `blend` also gets the question, unlike the paper's search.

    If similarity is added to the paper's formula, the question replaces the plan.
    """
    graph, question = await replayed(recorded, texts, options), recorded.item.question
    asked = {question: 1} if options.ranking == "blend" else {}
    every = len(recorded.item.paragraphs)
    found = await graph.recall({**asked, **recorded.queries}, episodes=every, plan=[question])
    return [node.step - 1 for node in found.episodes]


async def by_walk(texts: TextCache, recorded: Recorded) -> Sequence[int]:
    """The ranking of HippoRAG 2, as `ariadne qa --method hipporag-style` has it."""
    memory, turns = HippoRAGMemory(reading(recorded), texts, ignore, "text"), turns_of(recorded.item)
    await memory.begin("")
    for turn in turns:
        await memory.observe([turn], ())
    places = {turn.as_text(): place for place, turn in reversed(list(enumerate(turns)))}
    return [places[text] for text in await memory.ranking(recorded.item.question)]


async def by_retriever(rank: Retriever, recorded: Recorded) -> Sequence[int]:
    return rank(recorded.item.question, recorded.item.paragraphs)


def methods(texts: TextCache) -> Mapping[str, Rank]:
    """All methods by name."""
    ours = {OURS: Weights(), "ours-no-lexical": Weights(lexical=0), "ours-no-graph": Weights(spread=0)}
    return {
        "paper": partial(by_memory, texts, IN_WORLDS),
        "paper-similarity": partial(by_memory, texts, replace(IN_WORLDS, episodic_similarity=True)),
        "bm25": partial(by_retriever, by_words),
        "dense": partial(by_retriever, partial(by_meaning, texts=texts)),
        "rrf": partial(by_retriever, partial(by_fusion, texts=texts)),
        "hipporag-style": partial(by_walk, texts),
        **{
            name: partial(by_memory, texts, replace(IN_WORLDS, ranking="blend", weights=weights))
            for name, weights in ours.items()
        },
    }


async def ranked(questions: Sequence[Recorded], texts: TextCache, screen: Console) -> Mapping[str, list[Sequence[int]]]:
    """Each method's rankings of each question's paragraphs."""
    wanted = list(dict.fromkeys(text for question in questions for text in question.texts()))
    rankings: dict[str, list[Sequence[int]]] = {}
    with Progress(console=screen, transient=True) as progress:
        embedding = progress.add_task("texts embedded", total=len(wanted))
        for start in range(0, len(wanted), BATCH):
            await texts.embed(wanted[start : start + BATCH])
            progress.update(embedding, completed=start + BATCH)
        for name, rank in methods(texts).items():
            task = progress.add_task(name, total=len(questions))
            rankings[name] = []
            for question in questions:
                rankings[name].append(await rank(question))
                progress.advance(task)
    return rankings


def told(questions: Sequence[Recorded], rankings: Mapping[str, Sequence[Sequence[int]]]) -> list[dict[str, Any]]:
    """One row for each method: its recall, and its paired comparison with `ours`."""
    rows = []
    recalls = {
        name: {k: [question.recall(ranking, k) for question, ranking in zip(questions, of, strict=True)] for k in AT}
        for name, of in rankings.items()
    }
    for name, recall in recalls.items():
        row: dict[str, Any] = {"method": name, "questions": len(questions)}
        row |= {f"r@{k}": mean(recall[k]) for k in AT}
        row |= {f"all@{k}": mean([value == 1 for value in recall[k]]) for k in AT}
        for k in AT if name != OURS else ():
            against = paired([ours - other for ours, other in zip(recalls[OURS][k], recall[k], strict=True)])
            row[f"ours_minus@{k}"] = {"difference": against.difference, "ci95": against.ci95, "p": against.p}
        rows.append(row)
    return rows


def table(title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows as a table for people."""
    shown = Table(title=title, title_justify="left")
    shown.add_column("method")
    for heading in (*(f"R@{k}" for k in AT), *(f"all@{k}" for k in AT), *(f"ours − it @{k}" for k in AT)):
        shown.add_column(heading, justify="right")
    for row in rows:
        values = [f"{row[f'{what}@{k}']:.3f}" for what in ("r", "all") for k in AT]
        shown.add_row(row["method"], *values, *(_difference(row.get(f"ours_minus@{k}")) for k in AT))
    return shown


def _difference(against: Mapping[str, Any] | None) -> str:
    if against is None or against["ci95"] is None:
        return ""
    low, high = against["ci95"]
    return f"{against['difference']:+.3f} ({low:+.3f} to {high:+.3f})"


async def measured(data: Path, cache: Path | None, screen: Console) -> dict[str, Any]:
    """All reported results."""
    questions = load(data)
    embedder = load_embedder()
    kept = KeptVectors(embedder, cache) if cache else None
    begun = time.monotonic()
    rankings = await ranked(questions, TextCache(kept or embedder), screen)
    seconds = time.monotonic() - begun
    if kept:
        kept.save()
    tuned = tuning_half([question.item.id for question in questions])
    reported = [place for place, question in enumerate(questions) if question.item.id not in tuned]
    half = {name: [of[place] for place in reported] for name, of in rankings.items()}
    return {
        "reported_half": told([questions[place] for place in reported], half),
        "all": told(questions, rankings),
        "seconds": round(seconds, 1),
    }


async def tell_pooled(files: Sequence[Path], cache: Path | None) -> None:
    """Print the recall of each method for each file."""
    embedder = load_embedder()
    kept = KeptVectors(embedder, cache) if cache else None
    for path in files:
        count, recalls = await pooled(path, TextCache(kept or embedder))
        print(f"{path.name}: {count} paragraphs in one memory; R@2, R@5")
        for name, recall in recalls.items():
            print(f"  {name:<14}{'  '.join(f'{value:.3f}' for value in recall)}", flush=True)
    if kept:
        kept.save()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with the questions and the extractions")
    parser.add_argument("--pool", type=Path, nargs="+", help="files of questions, each file's in one memory")
    parser.add_argument("--cache", type=Path, help="a folder to keep embeddings in")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if bool(asked.data) == bool(asked.pool):
        parser.error("name --data or --pool")
    try:
        if asked.pool:
            asyncio.run(tell_pooled(asked.pool, asked.cache))
            return 0
        report = asyncio.run(measured(asked.data, asked.cache, Console(stderr=True)))
    except AriadneError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    if asked.json:
        print(json.dumps(report, indent=2))
        return 0
    screen = Console(width=None if sys.stdout.isatty() else 150)
    screen.print(
        table(f"The reported half, {report['reported_half'][0]['questions']} questions", report["reported_half"])
    )
    screen.print(table(f"All {report['all'][0]['questions']} questions", report["all"]))
    screen.print(f"In parentheses: paired bootstrap intervals (95 %) over questions. {report['seconds']:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
