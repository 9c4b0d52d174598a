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
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.metadata import flat
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.storage.checking import edge_problem, text_problem
from ariadne.memory.arigraph.storage.schema import SPAN
from ariadne.triplet import Edge, Triplet
from ariadne.yaml_file import problem

VERSION = 4


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# The range of steps in a scope of a file.
_Step = Annotated[int, Field(ge=0, lt=SPAN)]
_Time = Annotated[AwareDatetime, AfterValidator(lambda time: time.astimezone(UTC))]


class _Header(_Line):
    format: Literal["ariadne-memory"]
    version: int
    scope: str = ""
    step: _Step
    times: dict[_Step, _Time] = {}


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
    since: _Time | None
    until: _Time | None
    reason: str = ""
    retired_by: _Triplet | None = None


class _Episode(_Line):
    step: _Step
    time: _Time | None
    text: str
    edges: list[int]
    source: str = ""
    metadata: dict[str, str | int | float | bool] = {}
    model: str = ""
    forgotten: _Step | None = None


def to_lines(contents: Contents, scope: str = "") -> Iterator[str]:
    """A scope as JSON Lines, without line ends."""
    header = {"format": "ariadne-memory", "version": VERSION, "scope": scope, "step": contents.step}
    yield _json({**header, "times": contents.graph.times})
    for edge in contents.graph.history():
        line = {
            **edge.triplet._asdict(), "valid_from": edge.valid_from, "valid_to": edge.valid_to,
            "since": edge.since, "until": edge.until, "reason": edge.reason,
            "retired_by": edge.retired_by and edge.retired_by._asdict(),
        }  # fmt: skip
        yield _json(line)
    for node, edges in zip(contents.episodic.nodes, contents.ties(), strict=True):
        told = {
            "step": node.step, "time": node.time, "text": node.observation, "edges": edges,
            "source": node.source, "metadata": dict(node.metadata), "model": node.model, "forgotten": node.forgotten,
        }  # fmt: skip
        yield _json(told)


def from_lines(lines: Iterable[str]) -> dict[str, Contents]:
    """Read the scopes of a memory from JSON Lines.

    Raises:
        UserError: a line is invalid. The error has its number and what is wrong.
    """
    found: dict[str, _Scope] = {}
    scope: _Scope | None = None
    for number, line in enumerate(lines, 1):
        try:
            said = json.loads(line)
            keys = said if isinstance(said, dict) else {}
            if scope is None or "format" in keys:
                scope = _Scope(_Header.model_validate_json(line))
                if found.setdefault(scope.header.scope, scope) is not scope:
                    raise ValueError(f"the scope '{scope.header.scope}' is there already")
            elif "text" in keys:
                scope.add_episode(_Episode.model_validate_json(line))
            else:
                scope.add_edge(_Edge.model_validate_json(line))
        except ValidationError as error:
            raise UserError(f"line {number} is not one of a memory: {problem(error)}") from error
        except (ValueError, RecursionError, OverflowError) as error:
            raise UserError(f"line {number} is not one of a memory: {error}") from error
    if not found:
        raise UserError("there is no memory in it: it is empty")
    return {name: each.contents() for name, each in found.items()}


class _Scope:
    """What was read of a scope."""

    def __init__(self, header: _Header) -> None:
        if header.version > VERSION:
            raise ValueError("a newer version of Ariadne wrote it: import it with that one")
        self.header = header
        self._edges: list[Edge] = []
        self._valid: set[Triplet] = set()
        self._episodic = EpisodicMemory()

    def add_edge(self, line: _Edge) -> None:
        """Add the edge of a line."""
        triplet = line.triplet
        by = line.retired_by.triplet if line.retired_by else None
        if line.valid_to is None and triplet in self._valid:
            raise ValueError(f"'{triplet}' is valid already")
        if line.valid_to is None:
            self._valid.add(triplet)
        edge = Edge(triplet, line.valid_from, line.valid_to, line.since, line.until, line.reason, by)
        if why := edge_problem(edge):
            raise ValueError(f"it {why}")
        self._edges.append(edge)

    def add_episode(self, line: _Episode) -> None:
        """Add the episode node of a line, tied to the edges of earlier lines."""
        for number in line.edges:
            if not 0 <= number < len(self._edges) or self._edges[number].valid_from > line.step:
                raise ValueError(f"there is no edge {number} at step {line.step}")
        tied = tuple(self._edges[number].triplet for number in line.edges)
        told = line.source, flat(line.metadata), line.model, line.forgotten
        node = EpisodeNode(line.step, line.text, tied, line.time, *told)
        if why := text_problem(node):
            raise ValueError(f"it {why}")
        self._episodic.append(node)

    def contents(self) -> Contents:
        """All of it."""
        ends = (max(edge.valid_from, edge.valid_to or 0) for edge in self._edges)
        last = max((self.header.step, *ends, *(node.forgotten or node.step for node in self._episodic.nodes)))
        return Contents(SemanticGraph(self._edges, times=self.header.times), self._episodic, last)


def _json(line: Mapping[str, object]) -> str:
    return json.dumps(line, default=datetime.isoformat)
