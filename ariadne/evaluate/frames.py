"""Runs as pandas frames: a line per episode, step or question. They need the extra `frames`.

Every frame begins with `run` (the folder as given), `game`, `agent`, `memory`, `model`, `seed` and `repeat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.errors import MissingPackage
from ariadne.evaluate.episodes import Played, played
from ariadne.events import EpisodeSummary, QuestionEvent, Usage
from ariadne.record import read_events

if TYPE_CHECKING:
    import pandas as pd

WHO = ("run", "game", "agent", "memory", "model", "seed", "repeat")

Runs = str | Path | Iterable[str | Path]
Line = dict[str, Any]

_SUMMARY = tuple(each.name for each in fields(EpisodeSummary) if each.name not in WHO)
_PLAYED = ("max_steps", "walkthrough_length", "attempts", "embedder")
_COUNTS = ("repairs", "cached", "retries", "waited", "texts_embedded")
_EPISODE = (*WHO, *_SUMMARY, "why", "error", "finished", *_PLAYED, *_COUNTS)
_GRAPH = ("vertices", "edges", "added", "removed")
STEP = (
    *WHO,
    *("step", "score", "status", "context_tokens", "model_calls", "prompt_tokens", "completion_tokens"),
    *_GRAPH,
)
_ASKED = ("step", "kind", "repair", "cached", "error")
QUESTION = (*WHO, *_ASKED, *(each.name for each in fields(Usage)), "seconds")


def episodes(runs: Runs) -> pd.DataFrame:
    """A line per episode: the keys of `play --json`, its end, and its costs.

    Raises:
        MissingPackage: pandas is not installed.
        UserError: a folder is not a run, or its events are damaged.
    """
    lines = (
        {
            **asdict(each.summary),
            **_who(run, each),
            **{name: getattr(each, name) for name in ("why", "error", *_PLAYED, *_COUNTS)},
            "finished": each.is_finished,
        }
        for run, each in _played(runs)
    )
    return frame(lines, _EPISODE)


def steps(runs: Runs) -> pd.DataFrame:
    """A line per step: the raw score after it, calls and tokens, and the growth of the graph (AriGraph, figures 5, 6).

    `vertices` and `edges` are missing if the memory has no graph. Raises: see `episodes`.
    """
    return frame(step_lines(runs), STEP)


def questions(runs: Runs) -> pd.DataFrame:
    """A line per call to a model; prompts and replies stay in the events. Raises: see `episodes`."""
    return frame(question_lines(runs), QUESTION)


def step_lines(runs: Runs) -> Iterator[Line]:
    """The lines of `steps`, one at a time, without pandas."""
    for run, episode in _played(runs):
        who = _who(run, episode)
        for step in episode.steps:
            yield {
                **who,
                "step": step.number,
                "model_calls": step.use.calls,
                "prompt_tokens": step.use.prompt_tokens,
                "completion_tokens": step.use.completion_tokens,
                **{name: getattr(step, name) for name in ("score", "status", "context_tokens", *_GRAPH)},
            }


def question_lines(runs: Runs) -> Iterator[Line]:
    """The lines of `questions`, one at a time, without pandas."""
    for run, episode in _played(runs):
        who = _who(run, episode)
        for event in read_events(episode.path):
            if isinstance(event, QuestionEvent):
                asked = {name: getattr(event, name) for name in (*_ASKED, "seconds")}
                yield {**who, **asked, **asdict(event.usage)}


def frame(lines: Iterable[Line], columns: Sequence[str]) -> pd.DataFrame:
    """Return lines as a frame.

    Raises:
        MissingPackage: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingPackage("frames", "frames") from error
    # Integers stay integers, and missing values are NA instead of NaN.
    return pd.DataFrame(list(lines), columns=list(columns)).convert_dtypes()


def _played(runs: Runs) -> Iterator[tuple[str, Played]]:
    folders = [runs] if isinstance(runs, str | Path) else runs
    return ((str(run), episode) for run in folders for episode in played(Path(run)))


def _who(run: str, episode: Played) -> Line:
    return {**{name: getattr(episode.summary, name) for name in WHO}, "run": run}
