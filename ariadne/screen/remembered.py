"""The contents of a memory's file, formatted for people and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.state import Contents
from ariadne.registry import near
from ariadne.triplet import Edge, clean

Moment = int | datetime


def edges_of(contents: Contents, vertex: str | None, moment: Moment | None) -> list[Edge]:
    """Return the edges valid now or at a moment; for a vertex without a moment, its whole history.

    Raises:
        UserError: nothing is known of the vertex.
    """
    if vertex is not None and not contents.graph.knows(clean(vertex)):
        names = {name for edge in contents.graph.history() for name in edge.triplet.vertices}
        raise UserError(f"nothing is known of {vertex}{near(clean(vertex), names)}")
    if moment is not None:
        return list(contents.graph.held(moment, vertex))
    return [edge for edge in contents.graph.history(vertex) if vertex is not None or edge.valid_to is None]


def neighbours(edges: Sequence[Edge], vertex: str, moment: Moment | None) -> list[str]:
    """Return the neighbours of a vertex by edges valid now or at the moment."""
    held = [edge for edge in edges if moment is not None or edge.valid_to is None]
    ends = dict.fromkeys(end for edge in held for end in edge.triplet.vertices)
    return [end for end in ends if end != clean(vertex)]


def sizes(contents: Contents) -> dict[str, int]:
    """Return the sizes of a memory."""
    return {
        "facts": len(contents.graph),
        "ever": len(contents.graph.history()),
        "vertices": contents.graph.vertices,
        "texts": len(contents.episodic.nodes),
        "steps": contents.step,
    }


def as_data(edge: Edge) -> dict[str, Any]:
    """Return an edge for JSON."""
    return {
        "triplet": str(edge.triplet),
        "valid_from": edge.valid_from,
        "valid_to": edge.valid_to,
        "since": iso(edge.since),
        "until": iso(edge.until),
        "reason": edge.reason or None,
        "retired_by": edge.retired_by and str(edge.retired_by),
    }


def as_line(edge: Edge) -> str:
    """Return an edge as text, with the times between which it is valid and why it ended."""
    until = when(edge.until, edge.valid_to)
    return f"{edge.triplet}  (since {when(edge.since, edge.valid_from)}{until and f', until {until}'}{_why(edge)})"


def _why(edge: Edge) -> str:
    by = f" by {edge.retired_by}" if edge.retired_by else ""
    return f": {edge.reason}{by}" if edge.reason else ""


def when(time: datetime | None, step: int | None) -> str:
    """Return a step and a time, as far as known. The time is local, or UTC at the ends of the calendar."""
    at = "" if step is None else f"step {step}"
    if time is None:
        return at
    with suppress(OverflowError, ValueError, OSError):
        time = time.astimezone()
    return f"{at}{at and ', '}{time:%Y-%m-%d %H:%M}"


def iso(time: datetime | None) -> str | None:
    """Return a time for JSON."""
    return time.isoformat() if time else None
