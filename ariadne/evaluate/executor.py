"""Playing the episodes of a run: the seam to where they are played, and the plainest way, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ariadne.errors import AriadneError, Failure, clear
from ariadne.evaluate.jobs import Job
from ariadne.events import Acted, EpisodeEnded, EpisodeStarted, Event, Question, Retried, Scored
from ariadne.files import reply_cache
from ariadne.models.cache import ReplyStore
from ariadne.record import Damaged
from ariadne.runs.events import Diverged
from ariadne.runs.play import Position, play_episode, prepared
from ariadne.runs.resources import Resources
from ariadne.runs.resume import NO_PAST, past_of
from ariadne.runs.run import Run

Progress = Callable[[int, Event], None]
"""Is told of the events of an episode, by its number, that say how far it is."""


@dataclass(frozen=True)
class Order:
    """An episode to be played, or to be gone on with.

    Attributes:
        lessons: what earlier attempts at the game taught.
    """

    job: Job
    lessons: tuple[str, ...] = ()


class Executor(Protocol):
    """Plays episodes of one run, many at once."""

    async def play(self, order: Order) -> None:
        """Play an episode to its end; its events are in the run's folder then.

        Raises:
            AriadneError: what ended the episode before its time.
            CancelledError: it was stopped; its events so far are kept.
        """

    async def close(self) -> None:
        """Free what it holds."""


class LocalExecutor:
    """Plays in this process, in its event loop.

    Args:
        cache: whether replies of endpoints are taken from the reply cache, and kept in it.
    """

    def __init__(self, run: Run, progress: Progress, cache: bool) -> None:
        self._run = run
        self._progress = progress
        self._resources = Resources(ReplyStore(reply_cache()) if cache else None)

    async def play(self, order: Order) -> None:
        """See `Executor.play`."""
        await once_or_restarted(lambda: self._play(order), lambda: self._run.found(order.job.number))

    async def close(self) -> None:
        """Close models and cache."""
        await self._resources.close()

    async def _play(self, order: Order) -> None:
        job = order.job
        events = self._run.found(job.number)
        past = past_of(events) if events else NO_PAST
        position = Position(job.number, job.repeat, order.lessons, past)
        with ExitStack() as stack:
            setup = await asyncio.to_thread(stack.enter_context, prepared(job.config, self._resources))
            await play_episode(setup, self._run, position, lambda event: self._tell(job.number, event))

    def _tell(self, number: int, event: Event) -> None:
        if told := telling(event):
            self._progress(number, told)


def telling(event: Event) -> Event | None:
    """What of an event says how far an episode is; None for events that say nothing of that."""
    if isinstance(event, Question):
        return replace(event, prompt=(), reply="")
    return event if isinstance(event, EpisodeStarted | Acted | Scored | Retried | EpisodeEnded) else None


async def once_or_restarted(play: Callable[[], Awaitable[None]], found: Callable[[], Path | None]) -> None:
    """Play, and play anew what cannot be taken up again, or whose events are damaged; `found` says where those are.

    Raises:
        AriadneError: what ended it; what nobody foresaw ends it as a `Failure`, so that it ends nothing else.
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
    """Keep the events of an episode that is played anew, under another name."""
    if path is None:
        return
    number = 1
    while (old := path.with_name(f"events-{number}-set-aside.jsonl")).exists():
        number += 1
    path.rename(old)
