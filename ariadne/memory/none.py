"""No memory, the lower bound of comparisons: the agent has only the last turns of its working memory."""

from __future__ import annotations

from ariadne.memory.memory import Cue, Memory, Recollection


class NoMemory(Memory):
    """Recalls nothing."""

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection()
