"""Answering `fold`: the outcome of a sub-goal (HiAgent, section 3.3), in English that the reader parses back."""

from __future__ import annotations

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.plan import is_met
from ariadne.reasoner.playing.shown import COMMAND, lines, text
from ariadne.reasoner.reading.language import headings
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import INVENTORY, PLACED
from ariadne.reasoner.reading.sub_goals import read_sub_goal
from ariadne.reasoner.remembering.summary import summarize
from ariadne.reasoner.sense.kinds import Similarity

_SOMEWHERE = "here"
"""The room of a turn that names none: dropped things must be somewhere."""


def fold(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return what the turns of a sub-goal showed and changed, and whether it is met."""
    turns, subgoal = lines(inputs, "turns"), text(inputs, "subgoal")
    here = ["", *headings("\n".join(turns))][-1]
    notes = summarize(
        {"goal": text(inputs, "goal"), "plan": [subgoal], "summary": "", "observations": turns, "location": here},
        similarity,
    )
    last = COMMAND.sub("", turns[-1] if turns else "").strip()
    # Without rooms the reader would find too much.
    outcome = (notes["summary"] if here else "") or last or "Nothing came of it."
    return {"summary": outcome, "met": _is_met(subgoal, turns)}


def _is_met(subgoal: str, turns: list[str]) -> bool:
    """Whether the last text about it says that it was done; exploring is met by having looked."""
    intent = read_sub_goal(subgoal).intent
    if not intent.verb:
        return bool(turns) and subgoal.lower() in turns[-1].lower()
    news = [fact for turn in turns for fact in read(turn, _SOMEWHERE)]
    places = {fact.subject: fact.object for fact in news if fact.relation in PLACED}
    carried = [thing for thing, place in places.items() if place == INVENTORY]
    now = situation({"history": turns, "inventory": f"You are carrying: {', '.join(carried)}." if carried else ""})
    return intent.verb == "explore" or is_met(intent, now)
