"""The interface to where episodes are played, and its simplest implementation: in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ariadne.errors import AriadneError, Failure, clear
from ariadne.evaluate.jobs import Job
from ariadne.events import Acted, EpisodeEnded, EpisodeStarted, Event, QuestionEvent, Retried, Scored
from ariadne.files import reply_cache
from ariadne.models.cache import ReplyStore
from ariadne.record import Damaged
from ariadne.runs.events import Diverged
from ariadne.runs.play import Position, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.resume import past_of
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared

Progress = Callable[[int, Event], None]
"""Receives the events of an episode that show its progress, with its number."""


@dataclass(frozen=True)
class EpisodeOrder:
    """An episode to play or resume, with the lessons of earlier attempts."""

    job: Job
    lessons: tuple[str, ...] = ()


class Executor(Protocol):
    """Plays episodes of one run, many at once."""

    async def play(self, order: EpisodeOrder) -> None:
        """Play an episode to its end and leave its events in the run's folder.

        Raises:
            AriadneError: the episode failed.
            CancelledError: it was stopped. Its events so far are kept.
        """

    async def close(self) -> None:
        """Release all resources."""


class LocalExecutor:
    """Plays in this process; `cache`: whether it uses the reply cache."""

    def __init__(self, run: Run, progress: Progress, cache: bool) -> None:
        self._run = run
        self._progress = progress
        self._resources = Resources(ReplyStore(reply_cache()) if cache else None)

    async def play(self, order: EpisodeOrder) -> None:
        await once_or_restarted(lambda: self._play(order), lambda: self._run.found(order.job.number))

    async def close(self) -> None:
        """Close models and cache."""
        await self._resources.close()

    async def _play(self, order: EpisodeOrder) -> None:
        job = order.job
        position = Position(job.number, job.repeat, order.lessons, past_of(self._run.found(job.number)))
        with ExitStack() as stack:
            setup = await asyncio.to_thread(stack.enter_context, prepared(job.config, self._resources))
            await play_episode(setup, self._run, position, lambda event: self._tell(job.number, event))

    def _tell(self, number: int, event: Event) -> None:
        if told := telling(event):
            self._progress(number, told)


def telling(event: Event) -> Event | None:
    """The part of an event that shows progress; None if it has none."""
    if isinstance(event, QuestionEvent):
        return replace(event, prompt=(), reply="")
    return event if isinstance(event, EpisodeStarted | Acted | Scored | Retried | EpisodeEnded) else None


async def once_or_restarted(play: Callable[[], Awaitable[None]], found: Callable[[], Path | None]) -> None:
    """Play, or start over if the job cannot be resumed or its events, in the file `found`, are damaged.

    Raises:
        AriadneError: the job failed. An unexpected exception becomes a `Failure`, so other jobs continue.
    """
    try:
        try:
            await play()
        except (Diverged, Damaged):
            set_aside(found())
            await play()
    except Exception as error:
        known = clear(error)
        if known is error and isinstance(error, AriadneError):
            raise
        line = f"unexpected {type(error).__name__}: {error}"
        raise (known if isinstance(known, AriadneError) else Failure(line)) from error


def set_aside(path: Path | None) -> None:
    """Rename the events of an episode that starts over."""
    if path is None:
        return
    number = 1
    while (old := path.with_name(f"events-{number}-set-aside.jsonl")).exists():
        number += 1
    path.rename(old)
