"""Lossless export and import of a memory as JSON Lines.

One object per line, for each scope in this order:

    {"format": "ariadne-memory", "version": 4, "scope": "user:1", "step": 2}
    {"subject": "alice", "relation": "lives in", "object": "paris", "valid_from": 1, "valid_to": 2,
     "since": "2026-03-01T12:00:00+00:00", "until": "2026-03-02T12:00:00+00:00", "reason": "replaced",
     "retired_by": {"subject": "alice", "relation": "lives in", "object": "rome"}}     an edge: once for each such span
    {"step": 1, "time": "2026-03-01T12:00:00+00:00", "text": "Alice lives in Paris.", "edges": [0],
     "source": "letter.txt", "metadata": {"page": 2}, "model": "rules", "forgotten": null}                  an episode

Vertices are the subjects and objects of the edges. `valid_to`, `since`, `until`, `retired_by`, `time` and `forgotten`
may be null. `edges` are the numbers of an episode's edges in the order of the scope's lines, from 0. Version 1 has
neither `reason` and `retired_by` nor the fields after `edges`, and no version before 4 has `scope`. Embeddings are not
exported: an import makes them again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.metadata import flat
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.storage.checking import edge_problem, text_problem
from ariadne.memory.arigraph.storage.schema import SPAN
from ariadne.triplet import Edge, Triplet
from ariadne.yaml_file import problem

T = TypeVar("T")

VERSION = 4


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# The range of steps in a scope of a file.
_Step = Annotated[int, Field(ge=0, lt=SPAN)]


class _Header(_Line):
    format: Literal["ariadne-memory"]
    version: int
    scope: str = ""
    step: _Step
    times: dict[_Step, AwareDatetime] = {}


class _Triplet(_Line):
    subject: str
    relation: str
    object: str

    @property
    def triplet(self) -> Triplet:
        return Triplet(self.subject, self.relation, self.object)


class _Edge(_Triplet):
    valid_from: _Step
    valid_to: _Step | None
    since: AwareDatetime | None
    until: AwareDatetime | None
    reason: str = ""
    retired_by: _Triplet | None = None


class _Episode(_Line):
    step: _Step
    time: AwareDatetime | None
    text: str
    edges: list[int]
    source: str = ""
    metadata: dict[str, str | int | float | bool] = {}
    model: str = ""
    forgotten: _Step | None = None


def to_lines(contents: Contents, scope: str = "") -> Iterator[str]:
    """A scope as JSON Lines, without line ends."""
    times = {step: _said(time) for step, time in contents.graph.times.items()}
    header = {"format": "ariadne-memory", "version": VERSION, "scope": scope, "step": contents.step, "times": times}
    yield json.dumps(header)
    for edge in contents.graph.history():
        line = {
            **_parts(edge.triplet), "valid_from": edge.valid_from, "valid_to": edge.valid_to,
            "since": _said(edge.since), "until": _said(edge.until), "reason": edge.reason,
            "retired_by": edge.retired_by and _parts(edge.retired_by),
        }  # fmt: skip
        yield json.dumps(line)
    for node, edges in zip(contents.episodic.nodes, contents.ties(), strict=True):
        told = {
            "step": node.step, "time": _said(node.time), "text": node.observation, "edges": edges,
            "source": node.source, "metadata": dict(node.metadata), "model": node.model, "forgotten": node.forgotten,
        }  # fmt: skip
        yield json.dumps(told)


def from_lines(lines: Iterable[str]) -> dict[str, Contents]:
    """Read the scopes of a memory from JSON Lines.

    Raises:
        UserError: a line is invalid. The error has its number and what is wrong.
    """
    found: dict[str, _Scope] = {}
    scope: _Scope | None = None
    for number, line in enumerate(lines, 1):
        try:
            keys = _keys(line)
            if scope is None or "format" in keys:
                scope = _Scope(_header(line))
                if found.setdefault(scope.header.scope, scope) is not scope:
                    raise ValueError(f"the scope '{scope.header.scope}' is there already")
            elif "text" in keys:
                scope.episodic.append(_node(_Episode.model_validate_json(line), scope.edges))
            else:
                scope.edges.append(_edge(_Edge.model_validate_json(line), scope.valid))
        except (ValueError, RecursionError, OverflowError) as error:
            raise UserError(f"line {number} is not one of a memory: {_reason(error)}") from error
    if not found:
        raise UserError("there is no memory in it: it is empty")
    return {name: each.contents() for name, each in found.items()}


@dataclass
class _Scope:
    """What was read of a scope."""

    header: _Header
    edges: list[Edge] = field(default_factory=list)
    episodic: EpisodicMemory = field(default_factory=EpisodicMemory)
    valid: set[Triplet] = field(default_factory=set)

    def contents(self) -> Contents:
        ends = (max(edge.valid_from, edge.valid_to or 0) for edge in self.edges)
        last = max((self.header.step, *ends, *(node.forgotten or node.step for node in self.episodic.nodes)))
        times = {step: time.astimezone(UTC) for step, time in self.header.times.items()}
        return Contents(SemanticGraph(self.edges, times=times), self.episodic, last)


def _header(line: str) -> _Header:
    header = _Header.model_validate_json(line)
    if header.version > VERSION:
        raise ValueError("a newer version of Ariadne wrote it: import it with that one")
    return header


def _edge(line: _Edge, valid: set[Triplet]) -> Edge:
    triplet = line.triplet
    if line.valid_to is None and triplet in valid:
        raise ValueError(f"'{triplet}' is valid already")
    if line.valid_to is None:
        valid.add(triplet)
    retired_by = line.retired_by.triplet if line.retired_by else None
    times = _utc(line.since), _utc(line.until)
    return _sound(Edge(triplet, line.valid_from, line.valid_to, *times, line.reason, retired_by), edge_problem)


def _node(line: _Episode, edges: list[Edge]) -> EpisodeNode:
    tied = tuple(_tied(edges, each, line.step) for each in line.edges)
    told = line.source, flat(line.metadata), line.model, line.forgotten
    return _sound(EpisodeNode(line.step, line.text, tied, _utc(line.time), *told), text_problem)


def _sound(item: T, check: Callable[[T], str]) -> T:
    if problem := check(item):
        raise ValueError(f"it {problem}")
    return item


def _tied(edges: list[Edge], number: int, step: int) -> Triplet:
    if not 0 <= number < len(edges) or edges[number].valid_from > step:
        raise ValueError(f"there is no edge {number} at step {step}")
    return edges[number].triplet


def _keys(line: str) -> set[str]:
    said = json.loads(line)
    return set(said) if isinstance(said, dict) else set()


def _utc(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def _reason(error: Exception) -> str:
    return problem(error) if isinstance(error, ValidationError) else str(error)


def _parts(triplet: Triplet) -> dict[str, str]:
    return {"subject": triplet.subject, "relation": triplet.relation, "object": triplet.object}


def _said(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
