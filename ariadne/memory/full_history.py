"""Full history: every observation and action, whole (AriGraph, section 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, takewhile

from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.models.prices import estimated_tokens
from ariadne.worlds.world import Turn


class FullHistory(Memory):
    """Recalls all turns before the recent ones, which working memory shows.

    Args:
        context_tokens: the limit, in tokens of four characters. The oldest turns are dropped, with a note. None for no
            limit.
    """

    def __init__(self, context_tokens: int | None = None) -> None:
        self.keeps_all = context_tokens is None
        self._context_tokens = context_tokens

    async def begin(self, goal: str) -> None:
        self._turns: list[Turn] = []

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        self._turns += turns

    async def recall(self, cue: Cue) -> Recollection:
        return self._fitting(self._turns[: -len(cue.recent) - 1])

    def _fitting(self, turns: Sequence[Turn]) -> Recollection:
        """The newest turns that fit, with a note about those left out."""
        limit = self._context_tokens
        if limit is None:
            return Recollection(history=tuple(turns))
        lengths = accumulate(estimated_tokens(turn.as_text()) for turn in reversed(turns))
        left_out = len(turns) - sum(1 for _ in takewhile(lambda length: length <= limit, lengths))
        said = f"(The oldest turns are left out: {left_out} of {len(turns)}.)" if left_out else ""
        return Recollection(text=said, history=tuple(turns[left_out:]))
