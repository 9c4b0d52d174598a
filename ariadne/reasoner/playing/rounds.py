"""The rounds through a house that is to be tidied: one to explore it, one to see it all again.

A memory does not recall the whole house at once. On the second round, with all that may be out of place in the hands,
every room is compared for every thing; only then is anything put down. The plan remembers which rooms a round has seen.
"""

from __future__ import annotations

import re

from ariadne.reasoner.playing.situation import GO_TO, Situation
from ariadne.reasoner.reading.intents import Intent

_SEEN, _LEFT = "seen so far:", "still to see:"


def round_now(now: Situation, any_doubt: bool) -> str:
    """The sub-goal of the round that one is on, with its rooms; empty when the house is known.

    Args:
        any_doubt: whether something may be out of place; if not, nothing needs to be seen again.
    """
    seen = dict.fromkeys([*_rooms(_SEEN, now), now.here])
    if now.exits or not now.plan:
        return f"{Intent('explore')} | {_SEEN} {', '.join(seen)}"
    # The last rooms come first: they are near. What the recent turns show need not be visited.
    left = [room for room in (*_rooms(_LEFT, now), *reversed(_rooms(_SEEN, now))) if room not in now.been]
    return f"{Intent('revisit')} | {_LEFT} {', '.join(left)}" if left and any_doubt else ""


def is_comparing(now: Situation) -> bool:
    """Whether places are still compared: once the rounds are over, each thing goes where the plan says by then."""
    return is_exploring(now) or bool(_rooms(_LEFT, now))


def is_exploring(now: Situation) -> bool:
    """Whether the house is not yet seen as a whole."""
    return bool(now.exits) or not now.plan or any(line.startswith(str(Intent("explore"))) for line in now.plan)


def to_see_again(now: Situation) -> list[str]:
    """The rooms that are still to be seen on the second round, and can be."""
    return [room for room in _rooms(_LEFT, now) if GO_TO + room in now.actions]


def _rooms(label: str, now: Situation) -> list[str]:
    """The rooms that the plan lists under a label."""
    found = (re.search(rf"\| {label} (.+)", line) for line in now.plan)
    return [room for match in found if match for room in match[1].split(", ")]
