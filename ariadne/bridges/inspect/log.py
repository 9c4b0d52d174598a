"""Writing episodes to Inspect's logs and reading them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.log import read_eval_log, read_eval_log_samples
from inspect_ai.util import Store
from pydantic import TypeAdapter, ValidationError

from ariadne.errors import UserError
from ariadne.evaluate.episodes import Played
from ariadne.screen.words import outcome, points
from ariadne.text import counted, one_line
from ariadne.yaml_file import problem

EPISODES = "ariadne:episodes"
"""Key in a sample's store for its episodes: everything a scorecard needs."""
SCHEMA = "ariadne_schema"
"""Key in a log's metadata for the schema of the episodes."""
VERSION = 1

_PLAYED = TypeAdapter(Played)


def keep(store: Store, episode: Played) -> None:
    """Store an episode in a sample."""
    before: list[Any] = store.get(EPISODES, [])
    store.set(EPISODES, [*before, _PLAYED.dump_python(episode, mode="json", exclude_defaults=True)])


def kept(store: Store) -> list[Played]:
    """Return a sample's episodes."""
    episodes: list[Any] = store.get(EPISODES, [])
    return list(map(_PLAYED.validate_python, episodes))


def told(episode: Played) -> str:
    """An episode in one line."""
    came_to = episode.summary
    error = f" ({one_line(episode.error)})" if episode.error else ""
    maximum = f" of {points(came_to.max_score)}" if came_to.max_score else ""
    return (
        f"{outcome(episode.why, came_to.steps)}{error}: {points(came_to.score)}{maximum} points in "
        f"{counted(came_to.steps, 'step')}, {counted(came_to.model_calls, 'call')}, run {one_line(came_to.run)}"
    )


def read_log(path: Path) -> list[Played]:
    """Return the episodes of one of our logs, finished or not.

    Raises:
        UserError: it cannot be read, has other tasks, or contains no episode.
    """
    try:
        header = read_eval_log(path, header_only=True)
        schema = (header.eval.metadata or {}).get(SCHEMA)
        if schema is None:
            raise UserError(f"{path} is a log of the task {one_line(header.eval.task)}, which is not one of Ariadne's")
        if schema != VERSION:
            raise UserError(f"{path}: another version of Ariadne wrote it; read it with that version")
        samples = read_eval_log_samples(
            path, all_samples_required=False, exclude_fields={"events", "messages", "attachments", "output"}
        )
        episodes = [episode for sample in samples for episode in _episodes(path, sample.store)]
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{path} is not a readable log of Inspect's: {one_line(str(error), 200)}") from error
    if not episodes:
        raise UserError(f"no episodes yet in {path}")
    return episodes


def _episodes(path: Path, store: dict[str, Any]) -> Iterator[Played]:
    stored: Sequence[Any] = store.get(EPISODES, [])
    try:
        json.dumps(stored, allow_nan=False)
        yield from map(_PLAYED.validate_python, stored)
    except ValueError as error:
        what = problem(error) if isinstance(error, ValidationError) else one_line(str(error))
        raise UserError(f"{path} is damaged, or was changed by hand: {what}") from error
