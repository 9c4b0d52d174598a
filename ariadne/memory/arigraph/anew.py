"""What a memory knows of a world that begins anew, such as a game that is played again."""

from __future__ import annotations

from ariadne.memory.arigraph.graph import SemanticGraph

QUALITIES = frozenset({"is", "has been", "was", "state"})


def as_first_seen(graph: SemanticGraph) -> SemanticGraph:
    """The graph as it was before anything in it changed, as far as its history tells.

    What was known of a thing counts until the first of it went out of date: a key lies where it lay. A quality that
    showed only after the thing itself did came about later and is left out: a box is open because it was opened.
    """
    first: dict[str, int] = {}
    changed: dict[str, int] = {}
    for edge in graph.history():
        for vertex in edge.triplet.vertices:
            first.setdefault(vertex, edge.valid_from)
        if edge.valid_to is not None:
            subject = edge.triplet.subject
            changed[subject] = min(edge.valid_to, changed.get(subject, edge.valid_to))
    anew = SemanticGraph()
    for edge in graph.history():
        subject, step = edge.triplet.subject, edge.valid_from
        came_about = edge.triplet.relation in QUALITIES and step > first[subject]
        if not came_about and (subject not in changed or step < changed[subject]):
            anew.add(edge.triplet, step, edge.since)
    return anew
