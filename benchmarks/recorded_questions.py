"""Questions of MuSiQue with a model's recorded extractions from their paragraphs, replayed through the real memory.

A folder has `musique200.jsonl`, questions in their original form, and `musique200_recorded_extraction.jsonl`, one
line per question in the same order: `id`, `triplets_per_paragraph`, and `items`, the queries with their search depths.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ValidationError

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder, Vectors
from ariadne.errors import UserError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import Options
from ariadne.models.answers import Read
from ariadne.models.ask import Asked
from ariadne.models.model import Ask
from ariadne.models.question import A, Question
from ariadne.qa.datasets import Paragraph, QAItem, load_items
from ariadne.qa.retrievers import best_first, by_meaning, by_words
from ariadne.reasoner import RulesModel
from ariadne.triplet import clean, triplets_of

FUSION = 60
QUESTIONS, EXTRACTION = "musique200.jsonl", "musique200_recorded_extraction.jsonl"
TOLD = datetime(2026, 1, 1, tzinfo=UTC)
SEED = 20_240_707


class Extraction(BaseModel):
    """A line of the recording; other fields are ignored."""

    id: str
    triplets_per_paragraph: list[list[str]]
    items: dict[str, int]


def by_fusion(question: str, paragraphs: Sequence[Paragraph], texts: TextCache) -> list[int]:
    """Fuse words and meaning: the sum of 1 / (60 + rank) over both rankings (Cormack, Clarke and Büttcher 2009)."""
    scores = [0.0] * len(paragraphs)
    for ranking in (by_words(question, paragraphs), by_meaning(question, paragraphs, texts)):
        for rank, place in enumerate(ranking, 1):
            scores[place] += 1 / (FUSION + rank)
    return best_first(scores)


@dataclass(frozen=True)
class Recorded:
    """A question, the triplets of each of its paragraphs as the model wrote them, and the model's queries."""

    item: QAItem
    triplets: Sequence[Sequence[str]]
    queries: Mapping[str, int]

    @property
    def gold(self) -> frozenset[int]:
        """The indexes of the supporting paragraphs."""
        return frozenset(place for place, one in enumerate(self.item.paragraphs) if one.supporting)

    def recall(self, ranking: Sequence[int], k: int) -> float:
        """The share of the supporting paragraphs that are among the first k."""
        return len(self.gold & {*ranking[:k]}) / len(self.gold)

    def texts(self) -> list[str]:
        """Most of the texts that a ranking of the paragraphs must embed."""
        triplets = (str(triplet) for lines in self.triplets for triplet in triplets_of(lines))
        return [*(one.as_text() for one in self.item.paragraphs), *triplets, *map(clean, self.queries)]


def load(data: Path) -> list[Recorded]:
    """All questions of a folder.

    Raises:
        UserError: a file is missing or damaged, or the two do not match.
    """
    items, lines = load_items(data / QUESTIONS), _lines(data / EXTRACTION)
    if len(items) != len(lines):
        raise UserError(f"{data}: there are {len(items)} questions, but {len(lines)} extractions")
    return [
        _joined(f"{data / EXTRACTION}, line {at}", *pair) for at, pair in enumerate(zip(items, lines, strict=True), 1)
    ]


def tuning_half(ids: Sequence[str]) -> frozenset[str]:
    """The half for tuning: the same for the same ids, in any order."""
    shuffled = sorted(ids)
    random.Random(SEED).shuffle(shuffled)
    return frozenset(shuffled[: len(ids) // 2])


def reading(recorded: Recorded) -> Ask:
    """An `Ask` that answers for the paragraphs as the model did, and other questions as the rules do."""
    rules = RulesModel()
    told = {one.as_text(): lines for one, lines in zip(recorded.item.paragraphs, recorded.triplets, strict=True)}

    async def ask(question: Question[A], /) -> A:
        if question.name != "read":
            return (await rules.answer(question)).answer
        (text,) = question.inputs["texts"]
        answer: Any = Read(triplets=[*told[text]], replaced=[])
        return answer

    return ask


async def replayed(recorded: Recorded, texts: TextCache, options: Options) -> AriGraph:
    """A memory that has observed the paragraphs one by one, with titles; paragraph i is step i + 1."""
    graph = AriGraph(Asked(reading(recorded)), texts, options=replace(options, calls="text"))
    for paragraph in recorded.item.paragraphs:
        # All have the same time, so none replaces another.
        await graph.learn(paragraph.as_text(), time=TOLD)
    return graph


class KeptVectors:
    """An embedder that caches its vectors in a folder."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self.name, self.threshold = embedder.name, embedder.threshold
        self._embedder = embedder
        self._file = folder / f"{embedder.name}.npz"
        self._vectors: dict[str, Vectors] = {}
        if self._file.is_file():
            with np.load(self._file) as kept:
                self._vectors = dict(zip(kept["texts"].tolist(), kept["vectors"], strict=True))

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._embedder.embed(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])

    def save(self) -> None:
        """Write the folder's file."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        part = self._file.with_suffix(".part.npz")
        np.savez(part, texts=np.array([*self._vectors]), vectors=np.stack([*self._vectors.values()]))
        part.rename(self._file)


def _lines(path: Path) -> list[Extraction]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    read = []
    for number, line in enumerate(lines, 1):
        try:
            read.append(Extraction.model_validate_json(line))
        except ValidationError as error:
            raise UserError(f"{path}, line {number}: {error.errors()[0]['msg']}") from error
    return read


def _joined(where: str, item: QAItem, line: Extraction) -> Recorded:
    if item.id != line.id or len(item.paragraphs) != len(line.triplets_per_paragraph):
        raise UserError(f"{where}: this extraction does not belong to the question {item.id}")
    return Recorded(item, line.triplets_per_paragraph, line.items)
