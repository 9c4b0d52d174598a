"""Import of the JSON exports of mem0 and graphiti. The form of the file shows which one it is.

mem0: the result of `get_all`, a list of memories or an object with `results`. Each memory becomes a text, learned in
the scope of its user. graphiti: an object with `nodes`, `edges` and optionally `episodes`, as `model_dump` writes them;
episodes may be among the nodes. Its edges become edges with their validity, in the scope of their group.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from ariadne.errors import UserError
from ariadne.files import read_at_most, read_lines
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.dated import utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.state import Contents
from ariadne.triplet import Edge, Triplet
from ariadne.yaml_file import problem

E = TypeVar("E", bound=BaseModel)

LARGEST = 2**28
"""The most bytes of an export."""

_WORDS = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])")
_LATEST = datetime.max.replace(tzinfo=UTC)


def _in_utc(time: datetime) -> datetime:
    """A time in UTC, which is also the default zone of both projects."""
    try:
        return utc(time if time.tzinfo else time.replace(tzinfo=UTC))
    except UserError as error:
        raise ValueError(str(error)) from error


_Time = Annotated[datetime, AfterValidator(_in_utc)]


class _Told(BaseModel):
    """A part of an export. Other fields are ignored."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    created_at: _Time | None = None


class _Memory(_Told):
    id: str
    memory: str
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    metadata: dict[str, Any] | None = None
    updated_at: _Time | None = None

    @property
    def time(self) -> datetime | None:
        """The time of the memory's present text."""
        return self.updated_at or self.created_at


class Mem0(BaseModel):
    """An export of mem0."""

    results: list[_Memory]


class _Node(_Told):
    uuid: str
    name: str = ""
    group_id: str | None = None


class _ForeignEpisode(_Node):
    content: str
    source_description: str = ""
    valid_at: _Time | None = None

    @property
    def time(self) -> datetime | None:
        return self.valid_at or self.created_at


class _ForeignEdge(_Node):
    source_node_uuid: str
    target_node_uuid: str
    fact: str = ""
    episodes: list[str] | None = None
    valid_at: _Time | None = None
    invalid_at: _Time | None = None
    expired_at: _Time | None = None

    @property
    def until(self) -> datetime | None:
        """When the fact ended, or when graphiti learned that it is not true."""
        return self.invalid_at or self.expired_at

    @property
    def since(self) -> datetime | None:
        """When the fact began, or was learned, but not after its end."""
        return min(filter(None, (self.valid_at or self.created_at, self.until)), default=None)


class Graphiti(BaseModel):
    """An export of graphiti."""

    nodes: list[_ForeignEpisode | _Node]
    edges: list[_ForeignEdge]
    episodes: list[_ForeignEpisode] = []

    @property
    def told(self) -> list[_ForeignEpisode]:
        """The episodes, among the nodes or beside them, each once."""
        every = [*(node for node in self.nodes if isinstance(node, _ForeignEpisode)), *self.episodes]
        return [*{episode.uuid: episode for episode in every}.values()]

    @property
    def facts(self) -> list[tuple[int, _ForeignEdge]]:
        """The edges that state facts, with their places. Others connect episodes or communities to things."""
        return [(number, edge) for number, edge in enumerate(self.edges) if edge.name or edge.fact]


def read_foreign(path: Path) -> Mem0 | Graphiti | None:
    """Read an export of mem0 or graphiti. Returns None if the file is not JSON, or our own JSON Lines.

    Raises:
        UserError: the file cannot be read, or is JSON of another form.
    """
    first = _said(next(read_lines(path), ""))
    if isinstance(first, dict) and first.get("format") == "ariadne-memory":
        return None
    said = _said(read_at_most(path, LARGEST).decode("utf-8-sig", "replace"))
    if said is None:
        return None
    if isinstance(said, list):
        return _read(Mem0, {"results": said}, path)
    if isinstance(said, dict) and "results" in said:
        return _read(Mem0, said, path)
    if isinstance(said, dict) and {"nodes", "edges"} <= said.keys():
        return _read(Graphiti, said, path)
    raise UserError(
        f"{path} is not an export of ours, mem0 (a list of memories, or `results`) or graphiti (`nodes` and `edges`)"
    )


async def learn_memories(export: Mem0, memory: AriGraph) -> None:
    """Learn the memories of mem0 in the order of their times, each in the scope of its owner.

    The scope is `user:ID` if there is a user, else `agent:ID`, else `run:ID`, else that of `memory`.

    Raises:
        UserError: an id cannot be part of a scope's name.
    """
    for told in sorted(export.results, key=lambda told: told.time or _LATEST):
        owners = {"user": told.user_id, "agent": told.agent_id, "run": told.run_id}
        named = {kind: name for kind, name in owners.items() if name}
        kind = next(iter(named), None)
        scope = memory.scope(f"{kind}:{named.pop(kind)}") if kind else memory
        also = {f"{kind}_id": name for kind, name in named.items()}
        if told.memory.strip():
            await scope.learn(
                told.memory, time=told.time, source=told.id, metadata={**_flat(told.metadata or {}), **also}
            )


def contents_of(export: Graphiti, scope: str = "") -> dict[str, Contents]:
    """The contents of an export by scopes: `group:ID` for each group, and `scope` for the rest.

    Of two valid edges with the same triplet, the earlier one is used. Texts are the episodes, and the facts of edges
    whose episodes are not in the export.

    Raises:
        UserError: an edge has an unknown node, or is not a triplet.
    """
    names = {node.uuid: node.name for node in export.nodes}
    facts = [(edge, _triplet(number, edge, names)) for number, edge in export.facts]
    groups = dict.fromkeys(each.group_id or "" for each in (*(edge for edge, _ in facts), *export.told))
    return {
        f"group:{group}" if group else scope: _contents(
            [(edge, triplet) for edge, triplet in facts if (edge.group_id or "") == group],
            [episode for episode in export.told if (episode.group_id or "") == group],
        )
        for group in groups
    }


def _contents(facts: Sequence[tuple[_ForeignEdge, Triplet]], episodes: Sequence[_ForeignEpisode]) -> Contents:
    """The contents of one scope. There is a step for each time of an edge, in order, then one for each text."""
    moments = {moment for edge, _ in facts for moment in (edge.since, edge.until)}
    steps = {moment: step for step, moment in enumerate(sorted(filter(None, moments)), 1)}
    graph, episodic = SemanticGraph(), EpisodicMemory()
    for edge, triplet in sorted(facts, key=lambda each: each[0].since or _LATEST):
        if edge.until is not None or triplet not in graph:
            begun = 0 if edge.since is None else steps[edge.since]
            ended = None if edge.until is None else steps[edge.until]
            graph.append(Edge(triplet, begun, ended, edge.since, edge.until))
    nodes = sorted(_texts(facts, episodes), key=lambda node: node.time or _LATEST)
    for step, node in enumerate(nodes, len(steps) + 1):
        episodic.append(replace(node, step=step))
    return Contents(graph, episodic, len(steps) + len(nodes))


def _texts(facts: Sequence[tuple[_ForeignEdge, Triplet]], episodes: Sequence[_ForeignEpisode]) -> Iterator[EpisodeNode]:
    """The texts of edges, without their steps."""
    tells: dict[str, list[Triplet]] = {episode.uuid: [] for episode in episodes}
    for edge, triplet in facts:
        known = [each for each in edge.episodes or () if each in tells]
        for each in known:
            tells[each].append(triplet)
        if edge.fact.strip() and not known:
            source = next(iter(edge.episodes or ()), edge.uuid)
            yield EpisodeNode(0, edge.fact, (triplet,), edge.created_at or edge.since, source)
    for episode in episodes:
        origin = {"name": episode.name, "source_description": episode.source_description}
        metadata = {name: said for name, said in origin.items() if said}
        yield EpisodeNode(0, episode.content, tuple(tells[episode.uuid]), episode.time, episode.uuid, metadata)


def _triplet(number: int, edge: _ForeignEdge, names: dict[str, str]) -> Triplet:
    try:
        return Triplet(names[edge.source_node_uuid], _WORDS.sub(" ", edge.name), names[edge.target_node_uuid])
    except KeyError as error:
        raise UserError(f"edges.{number} of graphiti: there is no node {error}") from error
    except ValueError as error:
        raise UserError(f"edges.{number} of graphiti: {error}") from error


def _flat(metadata: Mapping[str, Any]) -> Metadata:
    """Metadata with all values but texts, numbers and truth values written as JSON."""
    return {name: said if _is_plain(said) else json.dumps(said) for name, said in metadata.items() if said is not None}


def _is_plain(said: object) -> bool:
    return isinstance(said, str | int) or (isinstance(said, float) and math.isfinite(said))


def _said(text: str) -> Any:
    """The value of JSON; None if the text is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _read(form: type[E], said: object, path: Path) -> E:
    try:
        return form.model_validate(said)
    except ValidationError as error:
        raise UserError(f"{path} is not an export of {form.__name__.lower()}: {problem(error)}") from error
