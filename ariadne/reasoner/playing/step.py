"""Answering `step`, `subgoal_step`, `decide`, `plans` and `branch`: plan and action in one answer.

The sub-goal is the plan's first line. If that is the first of several steps, which may have many sub-goals of its own,
it is the one that the action serves. It is named when it changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.act import act, choose
from ariadne.reasoner.playing.plan import changes, plan
from ariadne.reasoner.playing.shown import lines
from ariadne.reasoner.reading.sub_goals import read_sub_goal
from ariadne.reasoner.sense.kinds import Similarity

_ACTION = re.compile(r"^Action: ", re.MULTILINE)
_SUBGOAL = re.compile(r"^\d+ Subgoal: .*\n?", re.MULTILINE)
_OBSERVATION = re.compile(r"^Observation: ?", re.MULTILINE)


def step(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return a valid action."""
    return {"action": subgoal_step(inputs, similarity)["action"]}


def subgoal_step(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return a valid action, and the first sub-goal if it has changed."""
    now: Inputs = {name: _in_turns(value) for name, value in inputs.items()}
    revised: list[str] = plan(now, similarity)["plan"]
    chosen = choose({**now, "plan": revised}, similarity)
    goals = list(map(read_sub_goal, revised))
    served = [goal for goal in goals if goal.intent == chosen.serves] if goals[0].intent.step == 1 else []
    subgoal = served[0].sentence if served else revised[0].partition(" | ")[0]
    return {"subgoal": "" if subgoal in lines(inputs, "plan") else subgoal, "action": chosen.name}


def decide(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return edits of the plan, and a valid action with a reason."""
    after: list[str] = plan(inputs, similarity)["plan"]
    return {"plan": changes(inputs, after), **act({**inputs, "plan": after}, similarity)}


def plans(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return one plan of one action: what follows depends on its outcome."""
    return {"plans": [step(inputs, similarity)["action"]]}


def _in_turns(value: str | Sequence[str]) -> str | Sequence[str]:
    """Rewrite labelled actions and observations for the reader: a command after a prompt sign, then the text.

    Past sub-goals are dropped, since they may have failed.
    """
    if isinstance(value, str):
        return _OBSERVATION.sub("", _ACTION.sub("> ", _SUBGOAL.sub("", value)))
    return [str(_in_turns(line)) for line in value]
