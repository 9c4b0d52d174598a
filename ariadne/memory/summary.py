"""Iterative summary: notes that are rewritten at each step, at most three paragraphs (AriGraph, appendix D)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from ariadne.errors import AnswerError
from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.models.answers import Summary
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.worlds.world import Turn

PARAGRAPHS = 3


class SummaryMemory(Memory):
    """Recalls its `notes`. An unusable reply does not change them."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def begin(self, goal: str) -> None:
        self._goal = goal
        self.notes = ""

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        inputs = {
            "goal": self._goal,
            "summary": self.notes,
            "plan": plan,
            "location": turns[-1].location,
            "inventory": turns[-1].inventory,
            "observations": [turn.as_text() for turn in turns],
        }
        with suppress(AnswerError):
            answer = await self._ask(Question("summarize", inputs, Summary, use=_notes))
            self.notes = _notes(answer) or self.notes

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection(text=self.notes)


def _notes(said: Summary) -> str:
    return in_paragraphs(said.summary)


def in_paragraphs(text: str) -> str:
    """A text in at most three paragraphs. Further ones are joined to the last."""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    first, rest = paragraphs[: PARAGRAPHS - 1], paragraphs[PARAGRAPHS - 1 :]
    return "\n\n".join([*first, "\n".join(rest)]).strip()
