"""Working memory in the notation of agents that answer with labelled lines: actions and observations in pairs.

HiAgent, appendix B: `Action: …`, then `Observation: …`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.agents.working_memory import WorkingMemory

_FOLDED = re.compile(r"(^\d+ Subgoal: .*\n)(?!> |\d+ Subgoal: )", re.MULTILINE)
_TURN = re.compile(r"^> (.*)\n?", re.MULTILINE)


def in_pairs(working: WorkingMemory, said: str = "") -> dict[str, str | Sequence[str]]:
    """The inputs of a question about the present moment; `said` comes after the present turn."""
    return {
        **working.inputs(),
        "notes": as_pairs(working.recollection.text),
        "episodes": [as_pairs(episode) for episode in working.recollection.episodes],
        "history": [as_pairs(turn.as_text()) for turn in working.shown_turns],
        "observation": as_pairs(working.turn.as_text() + said),
    }


def as_pairs(text: str) -> str:
    """Turns as text, each with its action and its observation named; what came of a sub-goal is an observation."""
    return _TURN.sub(r"Action: \1\nObservation: ", _FOLDED.sub(r"\1Observation: ", text))
