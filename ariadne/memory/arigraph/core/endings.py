"""Why edges end, and until when they held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ariadne.triplet import Edge, Triplet

REPLACED = "replaced"
"""Something else was told in the place of a fact."""
CORRECTED = "corrected"
"""A fact was told never to have been so."""
OUTDATED = "outdated"
"""A fact was told to be untrue, and nothing in its place."""
FORGOTTEN = "forgotten"
"""The caller asked to forget it."""
MERGED = "merged"
"""A fact goes on under another name."""
TOLD_AGAIN = "told again"
"""The same fact holds on as another edge, from when it was told again."""


@dataclass(frozen=True)
class Ending:
    """Why an edge ends.

    Attributes:
        number: its place in the history.
        reason: one of those above, or another word.
        retired_by: the triplet that takes its place, where there is one.
        until: the time until which it holds, where that is not the time of the step with which it ends.
        closes: whether the edge is over with the step; else it holds on, until then.
        is_told: whether `until` is what a text says of the fact itself, so that it may be later than what was known.
    """

    number: int
    reason: str = ""
    retired_by: Triplet | None = None
    until: datetime | None = None
    closes: bool = True
    is_told: bool = False


def shortened(edge: Edge, ending: Ending, time: datetime, latest: datetime) -> Ending | None:
    """An ending within the edge's span: it ends no later than it was known to, and not before it began.

    Args:
        time: of the step with which it ends. `latest`: of all that is known: what ends later than that holds on.

    Returns:
        None, if the edge had ended by then.
    """
    # What goes on under another name goes on from its beginning.
    is_nothing = ending.reason in (CORRECTED, MERGED)
    until = edge.since if is_nothing and edge.since else ending.until or time
    is_longer = ending.is_told and edge.valid_to is None
    until = min(until, edge.until) if edge.until and not is_longer else until
    until = max(until, edge.since) if edge.since else until
    if edge.valid_to is not None and until == edge.until and not is_nothing:
        return None
    is_over = until <= latest or until == edge.since
    return replace(ending, until=until, closes=is_over)


def beside(edge: Edge, valid: Edge | None) -> Edge:
    """A new edge, closed if its triplet is valid already: it ends when the valid edge begins, or at once."""
    if edge.valid_to is not None or valid is None:
        return edge
    end = valid.since if valid.since and (edge.since is None or edge.since < valid.since) else edge.since
    if edge.until and end and edge.until <= end:
        return replace(edge, valid_to=valid.valid_from, reason=edge.reason or OUTDATED)
    return replace(edge, valid_to=valid.valid_from, until=end, reason=TOLD_AGAIN, retired_by=None)
