"""Runs as pandas frames, for analyses of one's own: a line an episode, a step, or a question.

Every frame opens with who played what: `run` (the folder, as it was given), `game`, `agent`, `memory`, `model`, `seed`,
`repeat`. They need the extra `frames`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.errors import MissingPackage
from ariadne.evaluate.episodes import Played, played
from ariadne.events import Question, Summary
from ariadne.record import read_events

if TYPE_CHECKING:
    import pandas as pd

WHO = ("run", "game", "agent", "memory", "model", "seed", "repeat")

Runs = str | Path | Iterable[str | Path]
Line = dict[str, Any]

_EPISODE = (
    *WHO,
    *(each.name for each in fields(Summary) if each.name not in WHO),
    *("why", "error", "finished", "max_steps", "walkthrough_length", "attempts", "embedder"),
    *("repairs", "cached", "retries", "waited", "texts_embedded"),
)
STEP = (
    *WHO,
    *("step", "score", "status", "context_tokens", "model_calls", "prompt_tokens", "completion_tokens"),
    *("vertices", "edges", "added", "removed"),
)
QUESTION = (
    *WHO,
    *("step", "kind", "repair", "cached", "error", "prompt_tokens", "completion_tokens", "cached_tokens"),
    *("cost_usd", "seconds"),
)


def episodes(runs: Runs) -> pd.DataFrame:
    """A line an episode: the keys of `play --json`, how it ended, and what it needed.

    Raises:
        MissingPackage: pandas is not there.
        UserError: a folder is no run, or its events are damaged.
    """
    return frame((_episode(run, episode) for run, episode in _played(runs)), _EPISODE)


def steps(runs: Runs) -> pd.DataFrame:
    """A line a step: the raw score after it, what was asked in it, and how the graph grew (AriGraph, figures 5 and 6).

    `vertices` and `edges` are missing where the memory keeps no graph.

    Raises:
        MissingPackage, UserError: as `episodes`.
    """
    return frame(step_lines(runs), STEP)


def questions(runs: Runs) -> pd.DataFrame:
    """A line for each call to a model; its prompt and reply stay in the events.

    Raises:
        MissingPackage, UserError: as `episodes`.
    """
    return frame(question_lines(runs), QUESTION)


def step_lines(runs: Runs) -> Iterator[Line]:
    """The lines of `steps`, one at a time; they need no package.

    Raises:
        UserError: as `episodes`.
    """
    return (line for run, episode in _played(runs) for line in _steps(run, episode))


def question_lines(runs: Runs) -> Iterator[Line]:
    """The lines of `questions`, one at a time; they need no package.

    Raises:
        UserError: as `episodes`.
    """
    return (line for run, episode in _played(runs) for line in _questions(run, episode))


def frame(lines: Iterable[Line], columns: Sequence[str]) -> pd.DataFrame:
    """Lines as a frame.

    Raises:
        MissingPackage: pandas is not there.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingPackage("frames", "frames") from error
    # Whole numbers stay whole, and what is missing is missing, not a number.
    return pd.DataFrame(list(lines), columns=list(columns)).convert_dtypes()


def _played(runs: Runs) -> Iterator[tuple[str, Played]]:
    folders = [runs] if isinstance(runs, str | Path) else runs
    return ((str(run), episode) for run in folders for episode in played(Path(run)))


def _who(run: str, episode: Played) -> Line:
    summary = episode.summary
    return {**{name: getattr(summary, name) for name in WHO}, "run": run}


def _episode(run: str, episode: Played) -> Line:
    return {
        **asdict(episode.summary),
        **_who(run, episode),
        "why": episode.why,
        "error": episode.error,
        "finished": episode.is_finished,
        "max_steps": episode.max_steps,
        "walkthrough_length": episode.walkthrough_length,
        "attempts": episode.attempts,
        "embedder": episode.embedder,
        "repairs": episode.repairs,
        "cached": episode.cached,
        "retries": episode.retries,
        "waited": episode.waited,
        "texts_embedded": episode.texts_embedded,
    }


def _steps(run: str, episode: Played) -> Iterator[Line]:
    who = _who(run, episode)
    for step in episode.steps:
        yield {
            **who,
            "step": step.number,
            "score": step.score,
            "status": step.status,
            "context_tokens": step.context_tokens,
            "model_calls": step.use.calls,
            "prompt_tokens": step.use.prompt_tokens,
            "completion_tokens": step.use.completion_tokens,
            "vertices": step.vertices,
            "edges": step.edges,
            "added": step.added,
            "removed": step.removed,
        }


def _questions(run: str, episode: Played) -> Iterator[Line]:
    who = _who(run, episode)
    for event in read_events(episode.path):
        if isinstance(event, Question):
            yield {
                **who,
                "step": event.step,
                "kind": event.kind,
                "repair": event.repair,
                "cached": event.cached,
                "error": event.error,
                **asdict(event.usage),
                "seconds": event.seconds,
            }
