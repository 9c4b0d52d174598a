"""The graph of a memory at a step, in the forms that other tools read, and as a picture."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.evaluate.episodes import episode_files
from ariadne.registry import unknown
from ariadne.report.drawing import as_png, as_svg, legal
from ariadne.report.film import Edge, Film, read_film
from ariadne.report.graph_drawing import drawing_of
from ariadne.report.layout import layout
from ariadne.screen.words import who
from ariadne.text import one_line

MOST_CHOICES = 12


def graph(run: Path, episode: int | None, step: int | None, form: str) -> bytes:
    """The graph of a memory as it was when a step was decided, in one of `FORMATS`.

    Args:
        episode: its number in the run; may be left out where there is one.
        step: the last one unless said.

    Raises:
        UserError: there is no such run, episode, step or format, or the episode's memory keeps no graph.
        MissingPackage: a PNG needs matplotlib.
    """
    if form not in FORMATS:
        raise UserError(f"format: {unknown(form, FORMATS)}")
    film = read_film(find_episode(run, episode))
    last = len(film.moments) - 1
    if not any(moment.learned for moment in film.moments):
        raise UserError(f"no graph: {_keeper(film)} keeps none, or has learned nothing yet")
    if step is not None and not 0 <= step <= last:
        raise UserError(f"step: {step} is none of this episode's steps, 0 to {last}")
    return FORMATS[form](film, last if step is None else step)


def find_episode(run: Path, episode: int | None) -> Path:
    """The file of events of a run's episode.

    Raises:
        UserError: there is no such run or episode, or there are several and none was named.
    """
    files = {_number(path): path for path in episode_files(run)}
    if not files:
        raise UserError(f"no episodes yet in {run}")
    if episode is None and len(files) == 1:
        return next(iter(files.values()))
    if episode is None:
        raise UserError(f"{run} has {len(files)} episodes: name one by its number: {_choices(files)}")
    if str(episode) not in files:
        raise UserError(f"{run} has no episode {episode}; there are {_choices(files)}")
    return files[str(episode)]


def as_json(film: Film, step: int) -> bytes:
    """Nodes and links, as networkx' `node_link_graph` reads them."""
    plan, edges = layout(film), film.graph_at(step)
    content = {
        "directed": True,
        "multigraph": True,
        "graph": {"episode": who(film.started), "step": step},
        "nodes": [
            {"id": vertex, "kind": _kind(vertex, plan.rooms, plan.values)} for vertex in _vertices(edges)
        ],
        "edges": [
            {"source": edge.triplet.subject, "target": edge.triplet.object, "key": number, **_said(edge)}
            for number, edge in enumerate(edges)
        ],
    }  # fmt: skip
    # ASCII alone holds nothing that a terminal would obey.
    return (json.dumps(content, indent=2) + "\n").encode()


def as_dot(film: Film, step: int) -> bytes:
    """The language of Graphviz."""
    lines = ["digraph memory {", f"  label={_quoted(f'{who(film.started)} · step {step}')};", "  node [shape=box];"]
    edges = film.graph_at(step)
    lines += [f"  {_quoted(vertex)};" for vertex in _vertices(edges)]
    for edge in edges:
        ends = f"{_quoted(edge.triplet.subject)} -> {_quoted(edge.triplet.object)}"
        until = "" if edge.until is None else f", until={edge.until}"
        lines.append(f"  {ends} [label={_quoted(edge.triplet.relation)}, since={edge.since}{until}];")
    return "\n".join([*lines, "}\n"]).encode("utf-8", "backslashreplace")


def as_graphml(film: Film, step: int) -> bytes:
    """GraphML, for Gephi, yEd and the like; a triplet that stays valid has no `until`."""
    import networkx as nx

    plan, edges = layout(film), film.graph_at(step)
    network = nx.MultiDiGraph(episode=who(film.started), step=step)
    for vertex in _vertices(edges):
        network.add_node(_legal(vertex), kind=_kind(vertex, plan.rooms, plan.values))
    for edge in edges:
        said = {name: value for name, value in _said(edge).items() if value is not None}
        network.add_edge(
            _legal(edge.triplet.subject),
            _legal(edge.triplet.object),
            **{**said, "relation": _legal(edge.triplet.relation)},
        )
    content = io.BytesIO()
    nx.write_graphml_xml(network, content)
    return content.getvalue() + b"\n"


FORMATS: Mapping[str, Callable[[Film, int], bytes]] = {
    "svg": lambda film, step: as_svg(drawing_of(film, step)).encode(),
    "dot": as_dot,
    "graphml": as_graphml,
    "json": as_json,
    "png": lambda film, step: as_png(drawing_of(film, step)),
}


def _number(path: Path) -> str:
    return path.parent.name.partition("-")[0]


def _choices(files: Mapping[str, Path]) -> str:
    names = [one_line(path.parent.name) for path in files.values()]
    more = f" and {len(names) - MOST_CHOICES} more" if len(names) > MOST_CHOICES else ""
    return ", ".join(names[:MOST_CHOICES]) + more


def _keeper(film: Film) -> str:
    memory = film.started["memory"]
    return f"the memory {one_line(memory)}" if memory else f"the agent {one_line(film.started['agent'])}"


def _vertices(edges: list[Edge]) -> Iterator[str]:
    yield from dict.fromkeys(vertex for edge in edges for vertex in edge.triplet.vertices)


def _kind(vertex: str, rooms: frozenset[str], values: frozenset[str]) -> str:
    return "room" if vertex in rooms else "value" if vertex in values else "thing"


def _said(edge: Edge) -> dict[str, Any]:
    return {"relation": edge.triplet.relation, "since": edge.since, "until": edge.until}


def _quoted(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _legal(text: str) -> str:
    """Text that XML can hold; the writer escapes it."""
    return legal(one_line(text))
