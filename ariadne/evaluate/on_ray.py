"""Playing on a Ray cluster, or on a local Ray: an episode is a task that streams its events to this process.

A node needs Ariadne with the extra `ray`. Nodes make presets themselves; games by path and model files must exist
there under the same path. If a node is lost, another resumes its episodes from their events.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.errors import AriadneError, Failure, MissingPackage, UserError, line_of
from ariadne.evaluate.executor import EpisodeOrder, LocalExecutor, Progress, set_aside
from ariadne.events import Event
from ariadne.files import write
from ariadne.runs.run import Run, file_name

# Passed to tasks in memory, never in a file.
_ENVIRONMENT = ("OPENAI_API_KEY", "OPENAI_BASE_URL")
_LOST_WORKERS = 3
_EVERY = 0.2
"""Seconds between two parts of an event stream."""


@dataclass(frozen=True)
class _StreamPart:
    """A part of an episode's event stream.

    Attributes:
        folder: the name of the episode's folder; empty if it has not begun.
        start: the offset of these lines in the file of events; 0 if the episode started over.
        events: those that show progress. `error`: why the episode failed.
    """

    folder: str = ""
    start: int = 0
    lines: bytes = b""
    events: tuple[Event, ...] = ()
    error: AriadneError | None = None


class RayExecutor:
    """Plays each episode as a Ray task. An episode whose worker is lost is resumed by another.

    Args:
        address: of a cluster, such as `auto` or `ray://host:10001`, or `local` for a new one.
        cores: per episode; a fraction if it mostly waits for replies.

    Raises:
        MissingPackage: Ray is not installed.
        Failure: the cluster cannot be reached.
    """

    def __init__(self, run: Run, progress: Progress, cache: bool, address: str, cores: float = 1) -> None:
        try:
            import ray
        except ImportError as error:
            raise MissingPackage("--ray", "ray") from error
        self._run = run
        self._progress = progress
        self._cache = cache
        try:
            ray.init(
                address=address,
                include_dashboard=False,
                log_to_driver=False,
                configure_logging=False,
                ignore_reinit_error=True,
            )
        except Exception as error:
            raise Failure(f"--ray {address}: {line_of(error)[:200]}") from error
        spread = ray.remote(num_returns="streaming", max_retries=0, num_cpus=cores, scheduling_strategy="SPREAD")
        self._task = spread(_play)

    async def play(self, order: EpisodeOrder) -> None:
        from ray.exceptions import RayError

        for left in reversed(range(_LOST_WORKERS + 1)):
            try:
                return await self._play(order)
            except RayError as lost:
                if not left:
                    raise Failure(f"Ray lost the episode: {type(lost).__name__}") from lost

    async def _play(self, order: EpisodeOrder) -> None:
        import ray

        before = self._run.found(order.job.number)
        past = _whole_lines(before) if before else b""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        parts: Any = self._task.remote(order, past, before.parent.name if before else "", self._cache, environment)
        try:
            async for told in parts:
                part = await told
                self._keep(order.job.number, part)
                if part.error:
                    raise part.error
        except asyncio.CancelledError:
            ray.cancel(parts)
            raise

    async def close(self) -> None:
        """Leave the cluster."""
        import ray

        await asyncio.to_thread(ray.shutdown)

    def _keep(self, number: int, part: _StreamPart) -> None:
        """Write an episode's events into the run's folder and report them."""
        if part.lines:
            path = self._run.path / "episodes" / file_name(part.folder) / "events.jsonl"
            if not part.start:
                set_aside(self._run.found(number))
            write(path, part.lines, inside=True, at_end=part.start > 0)
        for event in part.events:
            self._progress(number, event)


def _whole_lines(path: Path) -> bytes:
    """The whole lines of a file of events; a torn last line is cut off."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(path, len(whole))
    return whole


def _play(
    order: EpisodeOrder, past: bytes, folder: str, cache: bool, environment: dict[str, str]
) -> Iterator[_StreamPart]:
    """The task: play an episode in a temporary folder, and stream its events."""
    os.environ.update(environment)
    with tempfile.TemporaryDirectory() as place, asyncio.Runner() as runner:
        run, events = Run(Path(place)), list[Event]()
        if folder:
            write(run.path / "episodes" / folder / "events.jsonl", past, inside=True)
        stream = _Stream(run, order.job.number, len(past))
        playing = runner.get_loop().create_task(_played(run, order, cache, lambda _, event: events.append(event)))
        while not playing.done():
            runner.run(asyncio.wait([playing], timeout=_EVERY))
            yield stream.since(events)
        yield _StreamPart(error=playing.result())


class _Stream:
    """Reads the new part of an episode's events."""

    def __init__(self, run: Run, number: int, start: int) -> None:
        self._run = run
        self._number = number
        self._start = start
        self._file = self._found()

    def since(self, events: list[Event]) -> _StreamPart:
        """Return what is new, and clear `events`."""
        path, told = self._run.found(self._number), tuple(events)
        events.clear()
        if path is None:
            return _StreamPart(events=told)
        if (file := self._found()) != self._file:
            self._file, self._start = file, 0
        with path.open("rb") as content:
            content.seek(self._start)
            lines = content.read()
        lines, start = lines[: lines.rfind(b"\n") + 1], self._start
        self._start += len(lines)
        return _StreamPart(path.parent.name, start, lines, told)

    def _found(self) -> int:
        """The inode of the events file; it changes if the episode starts over."""
        path = self._run.found(self._number)
        return path.stat().st_ino if path else 0


async def _played(run: Run, order: EpisodeOrder, cache: bool, progress: Progress) -> AriadneError | None:
    """Play, and return the error, if any."""
    executor = LocalExecutor(run, progress, cache)
    try:
        await executor.play(order)
    except AriadneError as caught:
        return (UserError if isinstance(caught, UserError) else Failure)(str(caught))
    finally:
        with suppress(AriadneError):
            await executor.close()
    return None
