"""The speed of AriGraph as it grows: the cost of a step without the model and the embedder, at several sizes.

    python benchmarks/memory.py                                        a walk through an endless house (stream.py)
    python benchmarks/memory.py --stream stream.jsonl
    python benchmarks/memory.py --make make_stream.py --triplets 1000,10000,100000

A stream is a file with one JSON object per line and step: `observation`, `triplets` (lists of three), `outdated` (pairs
of an old and a new triplet), `queries`, and the depth of each in `depths`. `--make` names a program that writes one; it
is called with `--triplets`, `--seed` and `--out`.

All steps are learned. It measures the last `--steps` steps before the stream reaches a number of distinct triplets:
for each a `learn` and a `recall` of its queries, after `--before` warm-up recalls, as in the middle of a play. The
model's answers are prepared, and the embedder's time is subtracted, in wall time and in processor time. Then the
queries are asked again, of the memory and of a brute-force search that multiplies every query with every vector and
sorts: this compares the time (both must embed the same new texts) and the results.

The embedder `light` sums hashed words and their trigrams; `minilm` is the real one and takes minutes for 100,000
triplets. With `--file`, the memory is in a file, each step is written, and another process opens it at the end.
`--ranking blend` ranks episodes as the library does by default; agents in worlds use another ranking.

    python benchmarks/memory.py --triplets 1000000 --file                          half an hour, and 7 GB of memory
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from typing import Any

# As on the command line, and in favour of the brute-force search: waking threads takes longer than a small product.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder, Vectors
from ariadne.embed.registry import load_embedder
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS, Options
from ariadne.memory.arigraph.core.search import SemanticSearch
from ariadne.models.answers import Learned
from ariadne.models.ask import Asked
from ariadne.models.question import A, Question
from ariadne.triplet import Triplet
from benchmarks.stream import walk

BUDGETS_MS = {1_000: 2.0, 10_000: 10.0, 100_000: 40.0}
OPTIONS = replace(IN_WORLDS, width=6, depth=2)
DIMENSIONS = 384
MB = 1e6
AT_ONCE = 100_000


@dataclass(frozen=True)
class Step:
    """One line of a stream. `answer` is a perfect model's answer to `learn`."""

    observation: str
    triplets: tuple[Triplet, ...]
    queries: Mapping[str, int]
    answer: Learned


@dataclass(frozen=True)
class Times:
    """Milliseconds of some steps, in wall time and processor time."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, wall: float, cpu: float) -> None:
        self.wall.append(1000 * wall)
        self.cpu.append(1000 * cpu)

    def and_then(self, other: Times) -> Times:
        """The combined times of two parts."""
        pairs = ((self.wall, other.wall), (self.cpu, other.cpu))
        return Times(*([a + b for a, b in zip(first, second, strict=True)] for first, second in pairs))


@dataclass(frozen=True)
class Spread:
    """Times in milliseconds; `cpu` is the median processor time."""

    median: float
    p95: float
    mean: float
    cpu: float

    @classmethod
    def of(cls, times: Times) -> Spread:
        return cls(median(times.wall), float(np.percentile(times.wall, 95)), mean(times.wall), median(times.cpu))


@dataclass(frozen=True)
class Opened:
    """A file, measured by another process that opens it and repeats the last recalls.

    Attributes:
        opening: the cost of opening. `opened_mb`: the additional memory after that; `asked_mb`: after all recalls.
        recall: the cost of half of the last recalls. `queries`: that of the others, by the queries alone (depth 1).
        searched: through `all` vectors, or by `codes` of them.
        found: the share of the facts from an exhaustive search that the last recalls found.
    """

    opening: Spread
    opened_mb: float
    asked_mb: float
    recall: Spread
    queries: Spread
    searched: str
    found: float


@dataclass(frozen=True)
class Measured:
    """A memory at one size.

    Attributes:
        triplets: distinct ones in the stream so far. `valid`: those in the memory that are not outdated.
        observe, recall, step: the cost of each of the last `steps`; a step is both.
        plain: the cost of their queries in the brute-force search.
        same: the number of these `steps` with the same results as the brute-force search, in the same order.
        recall_of_plain: the share of the brute-force search's facts that was recalled.
        embedded: the number of embedded texts, in `calls`; `texts`: the number of distinct ones.
        resident_mb: the process's additional memory. `vectors_mb`: that of the cache and the index.
        searched: through `all` vectors, or by `codes` of them.
        opened: the measurements of another process that opens the file; None without a file.
    """

    triplets: int
    valid: int
    steps: int
    observe: Spread
    recall: Spread
    step: Spread
    plain: Spread
    same: int
    recall_of_plain: float
    texts: int
    embedded: int
    calls: int
    resident_mb: float
    vectors_mb: float
    searched: str = "all"
    opened: Opened | None = None

    def as_json(self) -> dict[str, Any]:
        budget = BUDGETS_MS.get(self.triplets)
        ratios = {"plain_to_recall": self.plain.median / self.recall.median, "cpu": self.plain.cpu / self.recall.cpu}
        return {**asdict(self), "budget_ms": budget, "ratios": ratios}


class Light:
    """Sums of vectors of hashed words and of their trigrams: texts that share words, or parts of them, are near."""

    name = "light"
    threshold: float | None = None

    def __init__(self) -> None:
        self._words: dict[str, NDArray[np.float64]] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of length 1, float32 of shape (n, 384)."""
        vectors = np.array([sum(map(self._word, text.split()), self._word("")) for text in texts], dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def _word(self, word: str) -> NDArray[np.float64]:
        if word not in self._words:
            around = f"<{word.strip(',')}>"
            trigrams = [_hashed(around[at : at + 3]) for at in range(len(around) - 1)]
            self._words[word] = _hashed(f"={around}") + sum(trigrams) / len(trigrams) ** 0.5
        return self._words[word]


class Metered:
    """An embedder that measures its time and counts distinct texts."""

    def __init__(self, embedder: Embedder) -> None:
        self.name, self.threshold = embedder.name, embedder.threshold
        self.wall = self.cpu = 0.0
        self.texts: dict[str, None] = {}
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> Vectors:
        wall, cpu = time.perf_counter(), time.process_time()
        vectors = self._embedder.embed(texts)
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu
        self.texts.update(dict.fromkeys(texts))
        return vectors

    @contextmanager
    def timing(self, times: Times) -> Iterator[None]:
        """Add the time of a block without this embedder."""
        wall, cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu
        yield
        times.add(time.perf_counter() - self.wall - wall, time.process_time() - self.cpu - cpu)


class MeteredCache(TextCache):
    """A cache that adds the wait for the embedder, which runs in a separate thread, to the embedder's time."""

    def __init__(self, metered: Metered) -> None:
        super().__init__(metered)
        self._metered = metered

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts, shape (n, d)."""
        calls, times = self.calls, (time.perf_counter(), time.process_time())
        before = self._metered.wall, self._metered.cpu
        vectors = await super().embed(texts)
        if self.calls > calls:
            self._metered.wall = before[0] + time.perf_counter() - times[0]
            self._metered.cpu = before[1] + time.process_time() - times[1]
        return vectors


class Plain:
    """Brute force: every query with every vector, in their precision or another; scores are rounded to five
    decimals."""

    def __init__(
        self, numbers: Sequence[int], vectors: NDArray[np.floating], kind: type[np.floating] | None = None
    ) -> None:
        self._numbers, self._vectors, self._kind = numbers, vectors, kind or vectors.dtype.type

    def nearest(
        self, queries: Vectors, width: int, threshold: float | None = None, names: Sequence[int] = ()
    ) -> list[list[int]]:
        parts = (self._vectors[start : start + AT_ONCE] for start in range(0, len(self._vectors), AT_ONCE))
        asked = queries.astype(self._kind)
        scores = np.concatenate([asked @ part.astype(self._kind, copy=False).T for part in parts], axis=1)
        width = min(width, len(self._numbers))
        least = np.partition(scores, -width, axis=1)[:, -width] - 2e-5
        if threshold is not None:
            least = np.maximum(least, threshold)
        return [self._best(own, np.flatnonzero(own >= low), width) for own, low in zip(scores, least, strict=True)]

    def _best(self, scores: NDArray[np.floating], places: NDArray[np.intp], width: int) -> list[int]:
        best = np.lexsort((places, -np.round(scores[places], 5)))[:width]
        return [self._numbers[place] for place in places[best]]


def read_stream(path: Path) -> list[Step]:
    """The steps of a stream."""
    with path.open(encoding="utf-8") as lines:
        return [read_step(json.loads(line)) for line in lines]


def reached(stream: Sequence[Step], sizes: Sequence[int]) -> dict[int, int]:
    """The steps with which the stream reaches the given numbers of distinct triplets, each with its size.

    If the stream has fewer, the last step counts for all larger sizes, with the actual number.
    """
    told: set[Triplet] = set()
    larger, ends = sorted(sizes, reverse=True), {}
    for number, step in enumerate(stream):
        told.update(step.triplets)
        while larger and len(told) >= larger[-1]:
            ends[number] = larger.pop()
    return ends | {len(stream) - 1: len(told)} if larger else ends


async def measured(
    stream: Sequence[Step],
    sizes: Sequence[int],
    steps: int,
    before: int,
    embedder: Embedder,
    path: Path | None = None,
    options: Options = OPTIONS,
) -> AsyncIterator[Measured]:
    """Feed a memory with the stream and measure it at each size; with `path`, it is in that file."""
    begun_mb, metered, ends = _resident_mb(), Metered(embedder), reached(stream, sizes)
    answers = (step.answer for step in stream)

    async def ask(question: Question[A], /) -> A:
        answer = next(answers)
        assert isinstance(answer, question.answer)
        return answer

    with AriGraph(Asked(ask), MeteredCache(metered), path, options=options) as memory:
        for number, step in enumerate(stream[: max(ends) + 1]):
            if number == 0 or number - 1 in ends:
                observe, recall, new = Times(), Times(), set[str]()
            is_measured = any(end - steps < number <= end for end in ends)
            with metered.timing(observe if is_measured else Times()):
                await memory.learn(step.observation)
            if any(end - steps - before < number <= end for end in ends):
                known = len(metered.texts)
                with metered.timing(recall if is_measured else Times()):
                    await memory.recall(step.queries)
                if is_measured:
                    new.update(islice(metered.texts, known, None))
            if number in ends:
                last = stream[number + 1 - len(recall.wall) : number + 1]
                asked = stream[max(0, number + 1 - len(last) - before) : number + 1]
                resident = _resident_mb() - begun_mb
                plain, same, share = await _compared(memory, last, metered, new, options.width)
                yield Measured(
                    triplets=ends[number],
                    valid=len(memory.graph),
                    steps=len(last),
                    observe=Spread.of(observe),
                    recall=Spread.of(recall),
                    step=Spread.of(observe.and_then(recall)),
                    plain=plain,
                    same=same,
                    recall_of_plain=share,
                    texts=len(metered.texts),
                    embedded=memory.texts.texts_embedded,
                    calls=memory.texts.calls,
                    resident_mb=resident,
                    vectors_mb=(memory.texts.vectors.nbytes + memory._scope.state.index.nbytes) / MB,
                    searched=_searched(memory),
                    opened=opened(path, embedder.name, options, asked, len(last)) if path else None,
                )


def opened(path: Path, embedder: str, options: Options, steps: Sequence[Step], count: int) -> Opened:
    """Measure the opening of a file, in another process.

    Args:
        steps: provide the queries. `count`: the number of measured ones, half of them by their queries alone.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as others:
        return others.submit(_opened, path, embedder, options, steps, count).result()


def _opened(path: Path, embedder: str, options: Options, steps: Sequence[Step], count: int) -> Opened:
    async def ask(question: Question[A], /) -> A:
        raise AssertionError("nothing is read")

    metered, times, begun_mb = Metered(embedder_named(embedder)), Times(), _resident_mb()
    wall, cpu = time.perf_counter(), time.process_time()
    with AriGraph(Asked(ask), MeteredCache(metered), path, options=options, read_only=True) as memory:
        times.add(time.perf_counter() - wall, time.process_time() - cpu)
        opened_mb = _resident_mb() - begun_mb
        recall, queries = asyncio.run(_asked(memory, metered, steps, max(1, count // 2)))
        asked_mb, searched = _resident_mb() - begun_mb, _searched(memory)
        found = asyncio.run(_share(memory, steps[-count:])) if searched == "codes" else 1.0
        return Opened(Spread.of(times), opened_mb, asked_mb, Spread.of(recall), Spread.of(queries), searched, found)


async def _share(memory: AriGraph, steps: Sequence[Step]) -> float:
    """The recall of searches by codes alone, relative to an exhaustive search."""
    index, recalled = memory._scope.state.index, []
    for codes in (index._codes, None):
        index._codes, index._next_proof = codes, sys.maxsize
        recalled.append([{*(await memory.recall(step.queries)).facts} for step in steps])
    codes, exact = recalled
    return sum(len(some & every) for some, every in zip(codes, exact, strict=True)) / max(sum(map(len, exact)), 1)


async def _asked(memory: AriGraph, metered: Metered, steps: Sequence[Step], count: int) -> tuple[Times, Times]:
    """The costs of recalls, and of recalls by the queries alone, after warm-up recalls."""
    first = len(steps) - 2 * count
    recall, queries = Times(), Times()
    for number, step in enumerate(steps):
        is_alone = number >= first + count
        with metered.timing(queries if is_alone else recall if number >= first else Times()):
            await memory.recall(dict.fromkeys(step.queries, 1) if is_alone else step.queries)
    return recall, queries


def _searched(memory: AriGraph) -> str:
    return "all" if memory._scope.state.index.is_exact else "codes"


def embedder_named(name: str) -> Embedder:
    return Light() if name == Light.name else load_embedder(name)


async def _compared(
    memory: AriGraph, steps: Sequence[Step], metered: Metered, new: Collection[str], width: int
) -> tuple[Spread, int, float]:
    """Compare the memory with the brute-force search, for the queries of some steps.

    Args:
        new: texts that the memory had to embed: the brute-force search embeds them, too.

    Returns:
        The cost of the brute-force search; the number of steps with equal results; and the share of the brute-force
        search's facts that the memory finds. Results are compared in double precision, times in single precision.
    """
    known = memory.graph.valid()
    vectors = memory.texts.vectors[memory.texts.rows([str(triplet) for triplet in known])]
    graph, numbers = memory.graph, memory.graph.numbers_of(known)
    quick, precise = Plain(numbers, vectors), Plain(numbers, vectors, np.float64)
    before, facts = MeteredCache(metered), {*map(str, known)}
    before.keep(memory.texts.kept([text for text in metered.texts if text not in new and text not in facts]))
    plain, same, found, wanted = Times(), 0, 0, 0
    for step in steps:
        recalled = (await memory.recall(step.queries)).facts
        with metered.timing(plain):
            await before.supply(partial(SemanticSearch(step.queries, width).found, graph, quick, before))
        search = partial(SemanticSearch(step.queries, width).found, graph, precise, memory.texts)
        expected = tuple(edge.triplet for edge in (await memory.texts.supply(search)).values())
        same += recalled == expected
        found += len({*recalled} & {*expected})
        wanted += len(expected)
    return Spread.of(plain), same, found / max(wanted, 1)


def read_step(line: Mapping[str, Any]) -> Step:
    triplets = [" | ".join(triplet) for triplet in line["triplets"]]
    replaced = [" -> ".join(" | ".join(triplet) for triplet in pair) for pair in line["outdated"]]
    queries = dict(zip(line["queries"], line["depths"], strict=True))
    entities = [f"{query}: {depth}" for query, depth in queries.items()]
    answer = Learned(triplets=triplets, replaced=replaced, entities=entities)
    return Step(line["observation"], tuple(map(Triplet.parse, triplets)), queries, answer)


def _hashed(text: str) -> NDArray[np.float64]:
    seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    return np.random.default_rng(seed).standard_normal(DIMENSIONS)


def _resident_mb() -> float:
    """The memory of this process in MB; 0 on other systems than Linux."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MB if statm.exists() else 0.0


ROWS = {
    "valid triplets": lambda it: f"{it.valid:,}",
    "steps measured": lambda it: f"{it.steps}",
    "observe, ms: median / p95 / mean": lambda it: _times(it.observe),
    "recall, ms": lambda it: _times(it.recall),
    "both, ms": lambda it: _times(it.step),
    "budget for both, ms": lambda it: f"{BUDGETS_MS[it.triplets]:.0f}" if it.triplets in BUDGETS_MS else "",
    "processor, ms: observe + recall": lambda it: f"{it.observe.cpu:.2f} + {it.recall.cpu:.2f}",
    "a plain search, ms": lambda it: _times(it.plain),
    "plain / recall, median: time, processor": lambda it: (
        f"{it.plain.median / it.recall.median:.2f}, {it.plain.cpu / it.recall.cpu:.2f}"
    ),
    "steps that find the same as plain": lambda it: f"{it.same} of {it.steps} (recall {it.recall_of_plain:.4f})",
    "texts embedded / distinct": lambda it: f"{it.embedded:,} / {it.texts:,}",
    "calls of the embedder": lambda it: f"{it.calls:,}",
    "opening the file, s: time, processor": lambda it: (
        f"{it.opened.opening.median / 1000:.2f}, {it.opened.opening.cpu / 1000:.2f}" if it.opened else ""
    ),
    "recall by another process, ms": lambda it: _times(it.opened.recall) if it.opened else "",
    "the same, by the queries alone, ms": lambda it: _times(it.opened.queries) if it.opened else "",
    "share of an exhaustive search's facts": lambda it: f"{it.opened.found:.4f}" if it.opened else "",
    "memory of that process, MB: opened, asked": lambda it: (
        f"+{it.opened.opened_mb:,.0f}, +{it.opened.asked_mb:,.0f}" if it.opened else ""
    ),
    "searched": lambda it: it.searched,
    "memory of the process, MB": lambda it: f"+{it.resident_mb:,.0f}",
    "vectors in it, MB": lambda it: f"{it.vectors_mb:,.0f}",
}


def _times(spread: Spread) -> str:
    return f"{spread.median:.2f} / {spread.p95:.2f} / {spread.mean:.2f}"


def show(sizes: Sequence[Measured]) -> None:
    """Print the Markdown table: one column for each size."""
    lines = [[name, *map(cell, sizes)] for name, cell in ROWS.items()]
    heads = ["distinct triplets", *(f"{size.triplets:,}" for size in sizes)]
    for cells in (heads, ["---", *["--:"] * len(sizes)], *(line for line in lines if any(line[1:]))):
        print(f"| {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--stream", type=Path, help="a stream's file")
    source.add_argument("--make", type=Path, help="a program that writes a stream")
    parser.add_argument("--triplets", default="1000,10000,100000", help="the sizes to measure at")
    parser.add_argument("--steps", type=int, default=50, help="steps that are measured before each size")
    parser.add_argument("--before", type=int, default=500, help="warm-up recalls")
    parser.add_argument("--embedder", default="light", help="light, or an embedder of Ariadne's, such as minilm")
    parser.add_argument("--ranking", choices=("paper", "blend"), default="paper", help="how episodes are ranked")
    parser.add_argument("--seed", type=int, default=7, help="seed of the generated stream")
    parser.add_argument("--file", action="store_true", help="keep the memory in a temporary file")
    parser.add_argument("--keep", type=Path, help="keep the memory in this file")
    parser.add_argument("--opened", type=Path, help="only open and query this kept file (JSON)")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.triplets.split(",")]
    embedder = embedder_named(asked.embedder)
    with tempfile.TemporaryDirectory() as folder:
        stream = asked.stream or Path(folder) / "stream.jsonl"
        if not asked.stream and not asked.make:
            steps = walk(asked.seed, max(sizes))
            stream.write_text("".join(f"{json.dumps(step)}\n" for step in steps), encoding="utf-8")
        elif asked.make:
            arguments = ["--triplets", str(max(sizes)), "--seed", str(asked.seed), "--out", str(stream)]
            subprocess.run([sys.executable, str(asked.make), *arguments], check=True, stdout=subprocess.DEVNULL)
        options = replace(OPTIONS, ranking=asked.ranking)
        if asked.opened:
            last = read_stream(stream)[-asked.steps - asked.before :]
            print(json.dumps(asdict(opened(asked.opened, embedder.name, options, last, asked.steps)), indent=2))
            return
        path = asked.keep or (Path(folder) / "memory.db" if asked.file else None)
        parts = measured(read_stream(stream), sizes, asked.steps, asked.before, embedder, path, options)
        found = asyncio.run(_all(parts))
    if asked.json:
        print(json.dumps({"embedder": embedder.name, "sizes": [size.as_json() for size in found]}, indent=2))
    else:
        show(found)


async def _all(sizes: AsyncIterator[Measured]) -> list[Measured]:
    return [size async for size in sizes]


if __name__ == "__main__":
    main()
