"""The rounds through a house that is to be tidied: one to explore it, one to see it all again.

A memory does not recall the whole house at once. On the second round, with all that may be out of place in the hands,
every room is compared for every thing; only then is anything put down. The plan remembers which rooms a round has seen.
"""

from __future__ import annotations

from ariadne.reasoner.playing.situation import GO_TO, Situation
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.sub_goals import SubGoal


def round_now(now: Situation, any_doubt: bool) -> SubGoal | None:
    """The sub-goal of the round that one is on, with its rooms; None when the house is known.

    Args:
        any_doubt: whether something may be out of place; if not, nothing needs to be seen again.
    """
    seen = [room for goal in now.plan for room in goal.seen]
    if now.exits or not now.plan:
        return SubGoal(Intent("explore"), seen=tuple(dict.fromkeys((*seen, now.here))))
    # The last rooms come first: they are near. What the recent turns show, or memory tells, need not be visited.
    left = [room for room in (*_left(now), *reversed(seen)) if not now.is_shown(room)]
    return SubGoal(Intent("revisit"), left=tuple(left)) if left and any_doubt else None


def is_comparing(now: Situation) -> bool:
    """Whether places are still compared: once the rounds are over, each thing goes where the plan says by then."""
    return is_exploring(now) or bool(_left(now))


def is_exploring(now: Situation) -> bool:
    """Whether the house is not yet seen as a whole."""
    return bool(now.exits) or not now.plan or any(goal.intent == Intent("explore") for goal in now.plan)


def to_see_again(now: Situation) -> list[str]:
    """The rooms that are still to be seen on the second round, and can be."""
    return [room for room in _left(now) if GO_TO + room in now.actions]


def _left(now: Situation) -> list[str]:
    return [room for goal in now.plan for room in goal.left]
