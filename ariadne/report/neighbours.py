"""The neighbourhood of a vertex in a history's graph: its facts, and the steps at which they were valid."""

from __future__ import annotations

from rich.text import Text

from ariadne.history import History
from ariadne.report.panes import ADDED, FAINT, REMOVED
from ariadne.text import one_line
from ariadne.triplet import Edge

VALID, OUTDATED = "●", "○"


def vertices(history: History, step: int) -> list[str]:
    """Return the vertices known at a step or before, sorted by name."""
    return sorted({vertex for edge in history.edges if edge.valid_from <= step for vertex in edge.triplet.vertices})


def neighbourhood(history: History, step: int, vertex: str) -> Text:
    """Return a vertex and its facts, each with its steps; facts valid at the step come first.

    New facts are green, facts that the step dropped are red, and recalled facts are bold.
    """
    if not vertex:
        return Text("there is nothing in the graph yet, or the memory keeps none", FAINT)
    title = Text(one_line(vertex, None), "bold")
    edges = [edge for edge in history.edges if edge.valid_from <= step and vertex in edge.triplet.vertices]
    if not edges:
        return Text("\n").join([title, Text("nothing is known of it yet", FAINT)])
    recalled = history.steps[step].recalled
    bold = frozenset(recalled.facts) if recalled else frozenset()
    edges.sort(key=lambda edge: (not edge.valid_at(step), edge.valid_from))
    return Text("\n").join([title, *(_fact(edge, step, str(edge.triplet) in bold) for edge in edges)])


def _fact(edge: Edge, step: int, is_recalled: bool) -> Text:
    is_valid = edge.valid_at(step)
    colour = ADDED if edge.valid_from == step else REMOVED if edge.valid_to == step else "" if is_valid else FAINT
    style = f"{colour} bold".strip() if is_recalled else colour
    text = Text.assemble((f"{VALID if is_valid else OUTDATED} {one_line(str(edge.triplet), None)}", style))
    until = "" if is_valid else f" until {edge.valid_to}"
    return text.append(f"  since {edge.valid_from}{until}", FAINT)
