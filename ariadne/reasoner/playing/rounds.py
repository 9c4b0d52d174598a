"""Two rounds through a house that is to be tidied: the first explores it, the second compares its rooms.

A memory does not recall the whole house at once. So the player carries all doubtful things through all rooms, and puts
none down until each was compared with every room. The plan lists the rooms that a round has seen.
"""

from __future__ import annotations

from ariadne.reasoner.playing.situation import GO_TO, Situation
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.sub_goals import SubGoal


def round_now(now: Situation, any_doubt: bool) -> SubGoal | None:
    """Return the current round's sub-goal with its rooms; None when the house is known.

    Args:
        any_doubt: whether anything may be out of place; if not, there is no second round.
    """
    seen = [room for goal in now.plan for room in goal.seen]
    if now.exits or not now.plan:
        return SubGoal(Intent("explore"), seen=tuple(dict.fromkeys((*seen, now.here))))
    # The last rooms come first: they are near. Rooms shown by recent turns or the memory need no visit.
    left = [room for room in (*_left(now), *reversed(seen)) if not now.is_shown(room)]
    return SubGoal(Intent("revisit"), left=tuple(left)) if left and any_doubt else None


def is_comparing(now: Situation) -> bool:
    """Whether places are still compared: after the rounds, each thing goes where the plan says."""
    return is_exploring(now) or bool(_left(now))


def is_exploring(now: Situation) -> bool:
    """Whether some of the house is still unseen."""
    return bool(now.exits) or not now.plan or any(goal.intent == Intent("explore") for goal in now.plan)


def to_see_again(now: Situation) -> list[str]:
    """The reachable rooms still to be seen on the second round."""
    return [room for room in _left(now) if GO_TO + room in now.actions]


def _left(now: Situation) -> list[str]:
    return [room for goal in now.plan for room in goal.left]
