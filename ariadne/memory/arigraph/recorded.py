"""The AriGraph of a recorded episode, made again from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ariadne.errors import UserError
from ariadne.memory.arigraph.episodes import EpisodicMemory
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.learn import parsed
from ariadne.memory.arigraph.store import Contents
from ariadne.record import Event, events_of, read_events
from ariadne.triplet import Triplet


def contents_of(run: Path, step: int | None = None) -> Contents:
    """What a memory held in a run when a step was decided, or at the end; validity is in the episode's steps.

    Args:
        run: a run's folder with one episode, an episode's folder, or its `events.jsonl`.

    Raises:
        UserError: there are no such events, or the episode's memory was no AriGraph.
    """
    path = _events_of(run)
    with events_of(path):
        learned = [event for event in read_events(path) if event["event"] in ("remembered", "learned")]
        if not learned:
            raise UserError(f"{path}: the memory of this episode was no AriGraph, or has learned nothing")
        return _replayed(event for event in learned if step is None or event["step"] <= step)


def _replayed(events: Iterable[Event]) -> Contents:
    graph, episodic, step = SemanticGraph(), EpisodicMemory(), 0
    for event in events:
        step, time = int(event["step"]), datetime.fromtimestamp(event["time"], UTC)
        for triplet in parsed(event.get("removed", ())):
            graph.remove(triplet, step, time)
        added = parsed(event["added"])
        for triplet in added:
            graph.add(triplet, step, time)
        for node in event["episodes"]:
            episodic.add(step, node["text"], _tied(node["triplets"], added, graph), time)
    return Contents(graph, episodic, step)


def _tied(said: Sequence[str] | int, added: Sequence[Triplet], graph: SemanticGraph) -> list[Triplet]:
    """The triplets of an episode node. Earlier versions said only how many: then those that came with it."""
    triplets = added if isinstance(said, int) else parsed(said)
    return [triplet for triplet in triplets if triplet in graph]


def _events_of(run: Path) -> Path:
    """The file of a run's only episode."""
    if run.is_file():
        return run
    if (run / "events.jsonl").is_file():
        return run / "events.jsonl"
    found = sorted(run.glob("episodes/*/events.jsonl"))
    if not found:
        raise UserError(f"there is no run {run}, or nothing was played in it")
    if len(found) > 1:
        raise UserError(f"{run} holds {len(found)} episodes: name the folder of one, such as {found[0].parent}")
    return found[0]
