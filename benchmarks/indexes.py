"""Compare indexes over many vectors: recall, time of a query, time to build, and size.

    python benchmarks/indexes.py                                        100,000 facts of a walk through an endless house
    python benchmarks/indexes.py --embedder minilm --triplets 20000     two minutes

Each index finds the six facts nearest to some texts: the queries of the last steps, and the vertices of the facts that
these find. The table has the quickest setting that finds 99 % of what a comparison with all vectors finds, else the
setting that finds most. All run in one thread, forty queries at once, as in a recall of depth 2.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

# Before numpy is imported: the comparison with all vectors has one thread, too.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import faiss
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.retrieval import codes
from benchmarks.memory import embedder_named, read_step
from benchmarks.stream import walk

WIDTH, AT_ONCE, ENOUGH, STEPS = 6, 40, 0.99, 60
MB = 1e6

Found = NDArray[np.int64]
Search = Callable[[Vectors, int], Found]
"""Finds the rows nearest to queries, with one of the settings."""


@dataclass(frozen=True)
class Built:
    """An index. `beside`: its size in bytes beside the vectors, in half precision."""

    search: Search
    settings: Sequence[int]
    beside: int


def by_codes(vectors: Vectors) -> Built:
    """Codes as the memory has them: the settings are candidates a result, which are compared exactly."""
    made = codes.Codes(vectors[:: max(1, len(vectors) // 4096)])
    made.add(vectors)
    halves = vectors.astype(np.float16)

    def search(queries: Vectors, over: int) -> Found:
        made.over = over
        rows = made.candidates(queries, WIDTH)
        products = (halves[rows].astype(np.float32) @ queries[:, :, None])[:, :, 0]
        return np.take_along_axis(rows, np.argsort(-products, axis=1)[:, :WIDTH], axis=1)

    return Built(search, (16, 32, 64, 128), made.nbytes)


def by_graph(vectors: Vectors) -> Built:
    """A graph of neighbours (HNSW): the settings are how many are kept in view."""
    made = faiss.IndexHNSWSQ(vectors.shape[1], faiss.ScalarQuantizer.QT_fp16, 16, faiss.METRIC_INNER_PRODUCT)
    made.hnsw.efConstruction = 80
    made.train(vectors)
    made.add(vectors)

    def search(queries: Vectors, view: int) -> Found:
        made.hnsw.efSearch = view
        return _found(made, queries)

    return Built(search, (32, 64, 128, 256, 512, 1024), _beside(made, vectors))


def by_lists(vectors: Vectors) -> Built:
    """Lists of near vectors (IVF): the settings are how many of 1,024 are searched."""
    dimensions = vectors.shape[1]
    quantizer = faiss.IndexFlatIP(dimensions)
    made = faiss.IndexIVFScalarQuantizer(
        quantizer, dimensions, 1024, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT, False
    )
    made.train(vectors)
    made.add(vectors)

    def search(queries: Vectors, lists: int) -> Found:
        made.nprobe = lists
        return _found(made, queries)

    return Built(search, (16, 32, 64, 128, 256, 512), _beside(made, vectors))


def by_all(vectors: Vectors) -> Built:
    """A comparison with all vectors."""
    return Built(lambda queries, _: _best(queries, vectors), (0,), 0)


INDEXES = {"all vectors": by_all, "codes": by_codes, "graph (HNSW)": by_graph, "lists (IVF)": by_lists}


def table(vectors: Vectors, queries: Vectors) -> Iterator[str]:
    """The Markdown table: a line for each index."""
    batches = [queries[start : start + AT_ONCE] for start in range(0, len(queries), AT_ONCE)]
    exact = [_best(some, vectors) for some in batches]
    yield "| index | setting | recall | ms a query | built in, s | MB beside the vectors |"
    yield "| --- | --: | --: | --: | --: | --: |"
    for name, build in INDEXES.items():
        begun = time.process_time()
        built = build(vectors)
        seconds = time.process_time() - begun
        tried = [(*_measured(built.search, setting, batches, exact), setting) for setting in built.settings]
        enough = [each for each in tried if each[0] >= ENOUGH]
        recall, each, setting = min(enough, key=lambda it: it[1]) if enough else max(tried)
        yield f"| {name} | {setting or ''} | {recall:.4f} | {each:.2f} | {seconds:.0f} | {built.beside / MB:.0f} |"


def _measured(search: Search, setting: int, batches: Sequence[Vectors], exact: Sequence[Found]) -> tuple[float, float]:
    """The recall of a search, and its processor time in milliseconds a query."""
    times, hits = [], 0
    for queries, wanted in zip(batches, exact, strict=True):
        begun = time.process_time()
        found = search(queries, setting)
        times.append(1000 * (time.process_time() - begun) / len(queries))
        hits += sum(len({*own} & {*best}) for own, best in zip(found.tolist(), wanted.tolist(), strict=True))
    return hits / sum(each.size for each in exact), median(times)


def read(count: int, seed: int, name: str) -> tuple[Vectors, Vectors]:
    """The vectors of the facts of a walk, and those of queries."""
    steps = [read_step(line) for line in walk(seed, count)]
    facts = [*dict.fromkeys(fact for step in steps for fact in step.triplets)]
    embedder = embedder_named(name)
    vectors = embedder.embed([*map(str, facts)]).astype(np.float32)
    asked = [*dict.fromkeys(query for step in steps[-STEPS:] for query in step.queries)]
    nearest = _best(embedder.embed(asked).astype(np.float32), vectors)
    names = dict.fromkeys(end for number in nearest.ravel().tolist() for end in facts[number].vertices)
    return vectors, embedder.embed([*dict.fromkeys([*asked, *names])]).astype(np.float32)


def _best(queries: Vectors, vectors: Vectors) -> Found:
    return np.argpartition(-(queries @ vectors.T), WIDTH, axis=1)[:, :WIDTH]


def _found(index: Any, queries: Vectors) -> Found:
    found: Found = index.search(queries, WIDTH)[1]
    return found


def _beside(index: Any, vectors: Vectors) -> int:
    return int(faiss.serialize_index(index).nbytes - 2 * vectors.size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triplets", type=int, default=100_000, help="how many facts")
    parser.add_argument("--embedder", default="light", help="light, or an embedder of Ariadne's, such as minilm")
    parser.add_argument("--seed", type=int, default=7, help="seed of the walk")
    asked = parser.parse_args()
    faiss.omp_set_num_threads(1)
    for line in table(*read(asked.triplets, asked.seed, asked.embedder)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
