"""Reflexion: lessons from failed attempts, shown in the next attempt (Shinn et al. 2023, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ariadne.errors import AnswerError
from ariadne.events import Reflected
from ariadne.memory.full_history import FullHistory
from ariadne.memory.memory import Cue, Recollection
from ariadne.models.answers import Lesson
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record

# As in Shinn et al.
LESSONS = 3

_OUTCOMES = {
    "lost": "The game was lost.",
    "over": "The game ended without being won.",
    "steps": "There were no more steps left; the goal was not reached.",
    "time": "There was no more time left; the goal was not reached.",
    "left": "The player left the game.",
}


class ReflexionMemory(FullHistory):
    """Recalls the whole attempt, and the lessons of earlier ones.

    Args:
        lessons: from earlier attempts at the same game, oldest first.
    """

    def __init__(
        self, ask: Ask, record: Record, lessons: Sequence[str] = (), context_tokens: int | None = None
    ) -> None:
        super().__init__(context_tokens)
        self._ask = ask
        self._record = record
        self._lessons = list(lessons)

    async def begin(self, goal: str) -> None:
        await super().begin(goal)
        self._goal = goal

    async def recall(self, cue: Cue) -> Recollection:
        attempt = await super().recall(cue)
        if not self._lessons:
            return attempt
        lessons = ["Lessons from earlier attempts at this game:", *self._lessons[-LESSONS:]]
        now = ["This attempt:"] if attempt.history or attempt.text else []
        return replace(attempt, text="\n".join([*lessons, *now, *filter(None, [attempt.text])]))

    async def end(self, outcome: str) -> None:
        """Ask the model for a lesson, unless the game was won."""
        if outcome not in _OUTCOMES:
            return
        attempt = self._fitting(self._turns)
        inputs = {
            "goal": self._goal,
            "lessons": self._lessons[-LESSONS:],
            "history": [*filter(None, [attempt.text]), *(past.as_text() for past in attempt.history)],
            "outcome": _OUTCOMES[outcome],
        }
        with suppress(AnswerError):
            answer = await self._ask(Question("lesson", inputs, Lesson))
            if lesson := answer.lesson.strip():
                self._lessons.append(lesson)
                self._record(Reflected(lesson=lesson))
