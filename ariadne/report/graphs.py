"""Export a memory's graph at a step, in formats that other tools read and as a picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ariadne.episode_files import find_episode, whole_history
from ariadne.errors import UserError
from ariadne.history import History
from ariadne.registry import unknown
from ariadne.report.drawing import as_svg
from ariadne.report.graph_drawing import drawing_of
from ariadne.report.layout import layout_at
from ariadne.report.raster import as_png
from ariadne.screen.words import who
from ariadne.text import one_line
from ariadne.triplet import Edge


def graph(run: Path, episode: int | None, step: int | None, form: str) -> bytes:
    """Return a memory's graph as it was when a step was decided, in one of `FORMATS`.

    Args:
        episode: its number in the run; optional if the run has one episode.
        step: default: the last one.

    Raises:
        UserError: the run, episode, step or format does not exist, or the episode's memory keeps no graph.
        MissingPackage: a PNG needs packages that are not installed.
    """
    if form not in FORMATS:
        raise UserError(f"format: {unknown(form, FORMATS)}")
    history = whole_history(find_episode(run, episode))
    last = len(history.steps) - 1
    if not any(each.learned for each in history.steps):
        raise UserError(f"no graph: {_keeper(history)} keeps none, or has learned nothing yet")
    if step is not None and not 0 <= step <= last:
        raise UserError(f"there is no step {step}: this episode's steps are 0 to {last}")
    return FORMATS[form](history, last if step is None else step)


def as_json(history: History, step: int) -> bytes:
    """Return nodes and links in the format of networkx' `node_link_graph`."""
    plan, edges = layout_at(history, step), history.graph_at(step)
    content = {
        "directed": True,
        "multigraph": True,
        "graph": {"episode": who(history.started), "step": step},
        "nodes": [
            {"id": vertex, "kind": _kind(vertex, plan.rooms, plan.values)} for vertex in _vertices(edges)
        ],
        "edges": [
            {"source": edge.triplet.subject, "target": edge.triplet.object, "key": number, **_attributes(edge)}
            for number, edge in enumerate(edges)
        ],
    }  # fmt: skip
    # ASCII JSON contains no terminal control characters.
    return (json.dumps(content, indent=2) + "\n").encode()


def as_dot(history: History, step: int) -> bytes:
    """Return the graph in Graphviz' DOT language."""
    lines = ["digraph memory {", f"  label={_quoted(f'{who(history.started)} · step {step}')};", "  node [shape=box];"]
    edges = history.graph_at(step)
    lines += [f"  {_quoted(vertex)};" for vertex in _vertices(edges)]
    for edge in edges:
        ends = f"{_quoted(edge.triplet.subject)} -> {_quoted(edge.triplet.object)}"
        until = "" if edge.valid_to is None else f", until={edge.valid_to}"
        lines.append(f"  {ends} [label={_quoted(edge.triplet.relation)}, since={edge.valid_from}{until}];")
    return "\n".join([*lines, "}\n"]).encode("utf-8", "backslashreplace")


FORMATS: Mapping[str, Callable[[History, int], bytes]] = {
    "svg": lambda history, step: as_svg(drawing_of(history, step)).encode(),
    "dot": as_dot,
    "json": as_json,
    "png": lambda history, step: as_png(drawing_of(history, step)),
}


def _keeper(history: History) -> str:
    memory, agent = history.started.memory, history.started.agent
    return f"the memory {one_line(memory)}" if memory else f"the agent {one_line(agent)}"


def _vertices(edges: list[Edge]) -> Iterator[str]:
    yield from dict.fromkeys(vertex for edge in edges for vertex in edge.triplet.vertices)


def _kind(vertex: str, rooms: frozenset[str], values: frozenset[str]) -> str:
    return "room" if vertex in rooms else "value" if vertex in values else "thing"


def _attributes(edge: Edge) -> dict[str, Any]:
    return {"relation": edge.triplet.relation, "since": edge.valid_from, "until": edge.valid_to}


def _quoted(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
