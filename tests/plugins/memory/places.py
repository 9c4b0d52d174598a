"""A memory that keeps the last visit to each place."""

from collections.abc import Sequence

from ariadne.memory.memory import Cue, Recollection
from ariadne.memory.registry import MemoryKind
from ariadne.worlds.world import Turn


class Places:
    """Recalls the last visits to the other places."""

    def __init__(self) -> None:
        self._place = ""
        self._visits: dict[str, list[str]] = {}

    async def begin(self, goal: str) -> None:
        """Start a new episode."""
        self._place, self._visits = "", {}

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Store the turns since the last decision."""
        for turn in turns:
            if turn.location != self._place:
                self._place, self._visits[turn.location] = turn.location, []
            self._visits[turn.location].append(turn.as_text())

    async def recall(self, cue: Cue) -> Recollection:
        """Return what matters now."""
        others = [visit for place, visit in self._visits.items() if place != cue.turn.location]
        return Recollection(text="\n".join(text for visit in others for text in visit))

    async def end(self, outcome: str) -> None:
        """End the episode."""


KIND = MemoryKind(build=lambda kit: Places())
