"""Working memory: all that the planner and the actor are shown at a step (AriGraph, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.memory.memory import Recollection
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class WorkingMemory:
    """The present moment as a model is shown it.

    Attributes:
        recent: the last turns before the current one, oldest first.
        plan: sub-goals, each as `sub-goal | reason`.
        explore: whether the unexplored exits are shown.
    """

    goal: str
    recent: Sequence[Turn]
    turn: Turn
    recollection: Recollection
    plan: Sequence[str]
    explore: bool

    def inputs(self) -> dict[str, str | Sequence[str]]:
        """The inputs that `plan` and `act` share."""
        return {
            "goal": self.goal,
            "history": [turn.as_text() for turn in self.recent],
            "observation": self.turn.as_text(),
            "location": self.turn.location,
            "inventory": self.turn.inventory,
            "facts": self.recollection.facts,
            "episodes": self.recollection.episodes,
            "notes": self.recollection.text,
            "exits": self.recollection.exits if self.explore else (),
            "plan": self.plan,
        }
