"""Answering `step`, `subgoal_step`, `decide`, `plans` and `branch`: what planner and actor would do, in one answer.

The sub-goal is the first line of the plan; but if that is the first of several steps, which many others may lead to, it
is the one that the action serves. It is named when it is another one than before.
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
    """One of the valid actions."""
    return {"action": subgoal_step(inputs, similarity)["action"]}


def subgoal_step(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """One of the valid actions, and the sub-goal that comes first if it is another one than before."""
    now: Inputs = {name: _in_turns(value) for name, value in inputs.items()}
    revised: list[str] = plan(now, similarity)["plan"]
    chosen = choose({**now, "plan": revised}, similarity)
    goals = list(map(read_sub_goal, revised))
    served = [goal for goal in goals if goal.intent == chosen.serves] if goals[0].intent.step == 1 else []
    subgoal = served[0].sentence if served else revised[0].partition(" | ")[0]
    return {"subgoal": "" if subgoal in lines(inputs, "plan") else subgoal, "action": chosen.name}


def decide(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """What changes in the plan, and one of the valid actions with a reason."""
    after: list[str] = plan(inputs, similarity)["plan"]
    return {"plan": changes(inputs, after), **act({**inputs, "plan": after}, similarity)}


def plans(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """One plan of one action: what comes after it depends on what it shows."""
    return {"plans": [step(inputs, similarity)["action"]]}


def _in_turns(value: str | Sequence[str]) -> str | Sequence[str]:
    """Actions and observations as the reader knows them: a command after a prompt sign, then the text.

    Past sub-goals are left out: what was wanted need not have come true.
    """
    if isinstance(value, str):
        return _OBSERVATION.sub("", _ACTION.sub("> ", _SUBGOAL.sub("", value)))
    return [str(_in_turns(line)) for line in value]
