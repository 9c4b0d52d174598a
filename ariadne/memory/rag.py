"""Retrieval by recency, importance and relevance (Park et al. 2023, section 4.1; AriGraph, section 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.errors import AnswerError
from ariadne.memory.likeness import likeness, scaled
from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.memory.turns import query_of
from ariadne.models.answers import Importance
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.worlds.world import Turn

RETRIEVED = 5
DECAY = 0.99
LEAST, MIDDLE, MOST = 1, 5, 10


@dataclass(frozen=True)
class Memo:
    """One memory.

    Attributes:
        told: a turn, or an insight.
        time: the step at which it was made.
        importance: the model's rating, from 1 to 10.
    """

    told: Turn | str
    time: int
    importance: int

    @property
    def text(self) -> str:
        """The text that is rated and compared."""
        return self.told if isinstance(self.told, str) else self.told.as_text()


class RagMemory(Memory):
    """Recalls the five memories of the highest score that are not among the recent turns."""

    def __init__(self, ask: Ask, texts: TextCache) -> None:
        self._ask = ask
        self._texts = texts

    async def begin(self, goal: str) -> None:
        self._goal = goal
        self._time = 0
        self._records: list[Memo] = []

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        self._time += 1
        await self._remember(turns)

    async def recall(self, cue: Cue) -> Recollection:
        """Recall for the question, else for the plan and the present turn: turns, and insights as statements."""
        recent = {turn.as_text() for turn in (*cue.recent, cue.turn)}
        older = [record for record in self._records if record.text not in recent]
        found = await self._retrieve(query_of(cue), older)
        return Recollection(
            episodes=tuple(record.told for record in found if isinstance(record.told, Turn)),
            statements=tuple(record.told for record in found if isinstance(record.told, str)),
        )

    async def _remember(self, told: Sequence[Turn | str]) -> None:
        new = [Memo(each, self._time, MIDDLE) for each in told]
        ratings = await self._importance([record.text for record in new])
        self._records += [replace(record, importance=rating) for record, rating in zip(new, ratings, strict=True)]

    async def _importance(self, texts: Sequence[str]) -> list[int]:
        """The model's ratings from 1 to 10; the middle if its reply is unusable."""
        ratings: list[int] = []
        with suppress(AnswerError):
            answer = await self._ask(Question("importance", {"goal": self._goal, "observations": texts}, Importance))
            ratings = [min(max(rating, LEAST), MOST) for rating in answer.ratings[: len(texts)]]
        return ratings + [MIDDLE] * (len(texts) - len(ratings))

    async def _retrieve(self, query: str, records: Sequence[Memo]) -> list[Memo]:
        """The records of the highest sum of recency, importance and relevance, each scaled to [0, 1], the best first.

        Each text is returned once.
        """
        if not records:
            return []
        relevance = await likeness(self._texts, query, [record.text for record in records])
        recency = DECAY ** (self._time - np.array([record.time for record in records]))
        importance = np.array([record.importance for record in records])
        score = scaled(recency) + scaled(importance) + scaled(relevance)
        best: dict[str, Memo] = {}
        for place in np.argsort(-score, kind="stable"):
            best.setdefault(records[place].text, records[place])
        return list(best.values())[:RETRIEVED]
