"""Working memory in the notation of agents that answer with labelled lines: actions and observations in pairs.

HiAgent, appendix B: `Action: …`, then `Observation: …`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.working_memory import WorkingMemory
from ariadne.memory.memory import Chapter
from ariadne.worlds.world import Turn


def in_pairs(working: WorkingMemory, said: Sequence[Turn] = ()) -> dict[str, str | Sequence[str]]:
    """The inputs of a question about the present moment; `said` comes after the present turn."""
    return {
        **working.inputs(),
        "notes": working.recollection.notes(as_pairs),
        "episodes": [*map(as_pairs, working.recollection.episodes)],
        "history": [*map(as_pairs, working.shown_turns)],
        "observation": "\n".join(map(as_pairs, (working.turn, *said))),
    }


def as_pairs(past: Turn | Chapter) -> str:
    """A turn with its action and its observation named, or those of a chapter; what came of a sub-goal is an
    observation."""
    if isinstance(past, Turn):
        return f"Action: {past.command}\nObservation: {past.observation}" if past.command else past.as_text()
    told = [*map(as_pairs, past.turns)] if past.summary is None else [f"Observation: {past.summary}"]
    return "\n".join([past.heading, *told])
