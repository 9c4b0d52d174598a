"""How edges end: why, and until when they held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ariadne.triplet import Edge, Triplet

REPLACED = "replaced"
"""Another fact takes its place."""
CORRECTED = "corrected"
"""It was never true."""
OUTDATED = "outdated"
"""It is no longer true, and nothing takes its place."""
FORGOTTEN = "forgotten"
"""The caller forgot it."""
MERGED = "merged"
"""It continues under another name."""
TOLD_AGAIN = "told again"
"""It continues as another edge, from the time at which it was told again."""


@dataclass(frozen=True)
class Ending:
    """Why an edge ends.

    Attributes:
        number: of the edge.
        reason: one of those above, or another word.
        retired_by: the triplet that takes its place, if any.
        until: when it stops to hold, if that is not the time of the step.
        closes: whether the edge ends with the step; otherwise it stays valid until then.
        is_told: whether a text states `until` of the fact itself; then it may be later than the known end.
    """

    number: int
    reason: str = ""
    retired_by: Triplet | None = None
    until: datetime | None = None
    closes: bool = True
    is_told: bool = False


def shortened(edge: Edge, ending: Ending, time: datetime, latest: datetime) -> Ending | None:
    """An ending within the edge's span: not after its known end, and not before its beginning; None if the edge had
    ended by then.

    Args:
        time: the time of the step. `latest`: the latest known time; an edge that ends after it stays valid.
    """
    # A merged fact continues under the other name from its beginning.
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
    """A new edge. If its triplet is valid already, it ends when the valid edge begins, or at once."""
    if edge.valid_to is not None or valid is None:
        return edge
    end = valid.since if valid.since and (edge.since is None or edge.since < valid.since) else edge.since
    if edge.until and end and edge.until <= end:
        return replace(edge, valid_to=valid.valid_from, reason=edge.reason or OUTDATED)
    return replace(edge, valid_to=valid.valid_from, until=end, reason=TOLD_AGAIN, retired_by=None)
