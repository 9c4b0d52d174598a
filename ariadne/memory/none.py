"""No memory: working memory's last turns and nothing else, the lower bound of the comparison."""

from __future__ import annotations

from ariadne.memory.memory import Cue, Memory, Recollection


class NoMemory(Memory):
    """Remembers nothing."""

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection()
