"""Retrieval with reflections (Park et al. 2023, section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ariadne.embed.cache import TextCache
from ariadne.errors import AnswerError
from ariadne.events import Reflected
from ariadne.memory.rag import RagMemory
from ariadne.models.answers import Insights, Wonder
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record
from ariadne.worlds.world import Turn

# Park et al. use 150, about three reflections in a day with hundreds of memories; a game has 30 to 150 turns.
THRESHOLD = 50
LATELY = 100
QUESTIONS = 3
INSIGHTS = 5


class SimulacraMemory(RagMemory):
    """Retrieval from turns and insights. When enough has happened, the model reflects on the memories.

    Args:
        threshold: the sum of importance since the last reflection that triggers the next.
    """

    def __init__(self, ask: Ask, texts: TextCache, record: Record, threshold: int = THRESHOLD) -> None:
        super().__init__(ask, texts)
        self._record = record
        self._threshold = threshold

    async def begin(self, goal: str) -> None:
        await super().begin(goal)
        self._unreflected = 0

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        known = len(self._records)
        await super().observe(turns, plan)
        self._unreflected += sum(record.importance for record in self._records[known:])
        if self._unreflected >= self._threshold:
            self._unreflected = 0
            with suppress(AnswerError):
                await self._reflect()

    async def _reflect(self) -> None:
        """Ask the model for questions, retrieve for each, and remember the model's insights from the results."""
        lately = [record.text for record in self._records[-LATELY:]]
        wonder = await self._ask(Question("wonder", {"goal": self._goal, "memories": lately}, Wonder))
        questions = [question for question in wonder.questions if question.strip()][:QUESTIONS]
        known = {record.text for record in self._records}
        insights: dict[str, None] = {}
        for question in questions:
            found = await self._retrieve(question, self._records)
            inputs = {"goal": self._goal, "question": question, "memories": [record.text for record in found]}
            with suppress(AnswerError):
                answer = await self._ask(Question("insights", inputs, Insights))
                insights.update(dict.fromkeys(line.strip() for line in answer.insights[:INSIGHTS] if line.strip()))
        new = [insight for insight in insights if insight not in known]
        self._record(Reflected(questions=tuple(questions), insights=tuple(new)))
        if new:
            await self._remember(new)
