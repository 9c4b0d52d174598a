"""The AriGraph of a recorded episode, rebuilt from its events."""

from __future__ import annotations

from pathlib import Path

from ariadne.episode_files import find_episode, read_history
from ariadne.errors import UserError
from ariadne.events import EpisodeStarted, LearnedEvent, Remembered, TurnEvent
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.state import Contents
from ariadne.worlds import world

_TOLD = (EpisodeStarted, Remembered, LearnedEvent, TurnEvent)


def contents_of(run: Path, step: int | None = None) -> Contents:
    """The contents of a run's memory when a step was decided, or at the end, with the last turns, which were not read.

    Edges are valid by the episode's steps.

    Args:
        run: a run's folder with one episode, an episode's folder, or its `events.jsonl`.

    Raises:
        UserError: there are no such events, or the episode's memory was not AriGraph.
    """
    path = find_episode(run)
    history = read_history(path, where=lambda event: isinstance(event, _TOLD) and (step is None or event.step <= step))
    if history is None or not history.counts.keys() & {"learned", "remembered"}:
        raise UserError(f"{path}: the memory of this episode was not AriGraph, or it learned nothing")
    episodic = EpisodicMemory()
    for node in history.nodes:
        episodic.append(EpisodeNode(node.step, node.text, node.triplets, node.time))
    last = history.steps[-1]
    for turn in last.turns if step is None else ():
        episodic.append(EpisodeNode(last.number, world.Turn(turn.command, turn.observation).as_text(), ()))
    return Contents(SemanticGraph(history.edges), episodic, last.number)
