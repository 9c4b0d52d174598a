"""Working memory as labelled pairs of actions and observations (HiAgent, appendix B): `Action: …`, then `Observation:
…`."""

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
    """A turn or a chapter as an action and an observation; a sub-goal's outcome is its observation."""
    if isinstance(past, Turn):
        return f"Action: {past.command}\nObservation: {past.observation}" if past.command else past.as_text()
    lines = [*map(as_pairs, past.turns)] if past.summary is None else [f"Observation: {past.summary}"]
    return "\n".join([past.heading, *lines])
