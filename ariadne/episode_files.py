"""The episodes of a run's folder, and their histories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from ariadne.errors import UserError
from ariadne.events import Event, ItemStarted, QuestionEvent
from ariadne.history import History
from ariadne.items import as_episode
from ariadne.record import Damaged, read_events
from ariadne.text import one_line

# The most characters in all prompts of a history: more than 1,000 steps with a full log.
LONGEST = 10**9
MOST_NAMED = 20
FOLDERS = ("episodes", "items")
"""The folders of a run's episodes, and of the questions of `ariadne qa`."""


def read_history(path: Path, whole: bool = True, where: Callable[[Event], bool] = lambda event: True) -> History | None:
    """Return the history of an episode, or of a question as one, from its file of events; None if it has not begun.

    Args:
        whole: see `History`.
        where: selects the events to use.

    Raises:
        UserError: the file cannot be read, or is too long for a whole history.
        Damaged: the file is not an episode.
    """
    events = read_events(path)
    first = next(events, None)
    if first is None:
        return None
    whole_events = chain([first], events)
    episode = filter(where, as_episode(whole_events) if isinstance(first, ItemStarted) else whole_events)
    try:
        return History.of(_limited(path, episode) if whole else episode, whole)
    except ValueError as error:
        raise Damaged(path, str(error)) from error


def whole_history(path: Path) -> History:
    """Return the whole history of an episode.

    Raises:
        UserError: see `read_history`; also if the episode has not begun.
    """
    history = read_history(path)
    if history is None:
        raise UserError(f"{path} has no events yet")
    return history


def episode_files(run: Path) -> list[Path]:
    """Return the files of events of a run's episodes, or of its questions, sorted by number.

    Raises:
        UserError: the folder is not a run.
    """
    folder = next((run / name for name in FOLDERS if (run / name).is_dir()), None)
    if folder is None:
        why = f"it has no folder '{FOLDERS[0]}'" if run.is_dir() else "there is no such folder"
        raise UserError(f"{run} is not a run of games or questions: {why}")
    return sorted(folder.glob("*/events.jsonl"), key=in_order)


def find_episode(run: Path, number: int | None = None) -> Path:
    """Return the file of events of an episode.

    Args:
        run: a run's folder, an episode's folder, or its `events.jsonl`.
        number: of the episode; optional if the run has only one.

    Raises:
        UserError: there is no such episode, or there are several; the message lists them.
    """
    if run.is_file():
        return run
    if (run / "events.jsonl").is_file():
        return run / "events.jsonl"
    files = episode_files(run)
    if not files:
        raise UserError(f"no episodes yet in {run}")
    found = [path for path in files if number is None or path.parent.name.partition("-")[0] == str(number)]
    if len(found) == 1:
        return found[0]
    several = f"{run} has {len(files)} episodes: name one by its folder"
    problem = several if number is None else f"{run} has no episode {number}"
    names = [one_line(path.parent.name) for path in files[:MOST_NAMED]]
    more = [f"and {len(files) - MOST_NAMED} more"] * (len(files) > MOST_NAMED)
    raise UserError(f"{problem}; the number is the first part of its name: {', '.join([*names, *more])}")


def _limited(path: Path, events: Iterable[Event]) -> Iterator[Event]:
    """The events, up to a limit for their prompts: a small delta-encoded file may expand to long prompts."""
    length = 0
    for event in events:
        if isinstance(event, QuestionEvent):
            length += sum(len(message["content"]) for message in event.prompt)
        if length > LONGEST:
            raise UserError(f"{path} is too long to be shown: its prompts have more than {LONGEST:,} characters")
        yield event


def in_order(path: Path) -> tuple[int, str]:
    """Return the sort key of the file of a run's part: its number, then its name."""
    name = path.parent.name
    number = name.partition("-")[0]
    return int(number) if number.isdecimal() else 0, name
