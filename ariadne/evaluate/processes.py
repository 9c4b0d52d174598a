"""Playing in several processes, each with its own event loop, for worlds and rules that keep a core busy."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ariadne.errors import Failure, UserError
from ariadne.evaluate.executor import EpisodeOrder, LocalExecutor, Progress
from ariadne.runs.run import Run
from ariadne.text import guard

_SPAWN = multiprocessing.get_context("spawn")


class ProcessExecutor:
    """Gives each episode to the process that plays the fewest.

    A process that dies is replaced. Its episodes fail, and can be resumed from their events.
    """

    def __init__(self, run: Run, progress: Progress, cache: bool, processes: int) -> None:
        self._arguments = run, progress, cache
        self._workers: list[_Worker | None] = [None] * processes

    async def play(self, order: EpisodeOrder) -> None:
        place = min(range(len(self._workers)), key=self._load)
        worker = self._workers[place]
        if worker is None or worker.is_dead:
            worker = self._workers[place] = _Worker(*self._arguments)
        await worker.play(order)

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers if worker))

    def _load(self, place: int) -> int:
        worker = self._workers[place]
        return 0 if worker is None or worker.is_dead else worker.load


class _Worker:
    """The parent's side of one process."""

    def __init__(self, run: Run, progress: Progress, cache: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._progress = progress
        self._playing: dict[int, asyncio.Future[None]] = {}
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_work, args=(theirs, run.path, cache), daemon=True)
        with _without_sigint():
            self._process.start()
        theirs.close()
        self.is_dead = False
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def load(self) -> int:
        """The number of episodes it plays."""
        return len(self._playing)

    async def play(self, order: EpisodeOrder) -> None:
        number = order.job.number
        done = self._playing[number] = self._loop.create_future()
        try:
            self._send(("play", order))
            try:
                await asyncio.shield(done)
            except asyncio.CancelledError:
                self._send(("stop", number))
                await asyncio.gather(done, return_exceptions=True)
                raise
        finally:
            del self._playing[number]

    def end(self) -> None:
        """End the process and wait for it."""
        self._send(("end", None))
        self._process.join(timeout=10)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _send(self, message: object) -> None:
        try:
            self._connection.send(message)
        except OSError:
            self._died()

    def _listen(self) -> None:
        """Receive messages of the process until it ends. Runs in a thread."""
        try:
            while True:
                message = self._connection.recv()
                self._loop.call_soon_threadsafe(self._heard, *message)
        except (EOFError, OSError, RuntimeError):
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._died)

    def _heard(self, kind: str, number: int, content: Any) -> None:
        if kind == "event":
            self._progress(number, content)
        elif (done := self._playing.get(number)) and not done.done():
            if content is None:
                done.set_result(None)
            else:
                done.set_exception(content)

    def _died(self) -> None:
        self.is_dead = True
        for done in self._playing.values():
            if not done.done():
                done.set_exception(Failure("the process that played the episode died"))


@contextmanager
def _without_sigint() -> Iterator[None]:
    """Block SIGINT in a process that is started inside this context; the parent stops it by a message."""
    resource_tracker.ensure_running()  # Started later, it would unblock SIGINT.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, path: Path, cache: bool) -> None:
    """Run a worker process until the parent ends it or is gone."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    guard()
    asyncio.run(_serve(connection, path, cache))


async def _serve(connection: Connection, path: Path, cache: bool) -> None:
    loop = asyncio.get_running_loop()
    asked: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    threading.Thread(target=_receive, args=(connection, loop, asked), daemon=True).start()
    executor: LocalExecutor | None = None
    tasks: dict[int, asyncio.Task[None]] = {}

    def tell(number: int, event: Any) -> None:
        connection.send(("event", number, event))

    async def play(order: EpisodeOrder) -> None:
        nonlocal executor
        # An error of the reply cache is reported by the first episode that needs it.
        executor = executor or LocalExecutor(Run(path), tell, cache)
        await executor.play(order)

    while True:
        kind, content = await asked.get()
        if kind == "end":
            return await executor.close() if executor else None
        if kind == "stop":
            tasks[content].cancel()
            continue
        number = content.job.number
        tasks[number] = asyncio.create_task(play(content))
        tasks[number].add_done_callback(partial(_tell_end, connection, number))


def _receive(connection: Connection, loop: asyncio.AbstractEventLoop, asked: asyncio.Queue[tuple[str, Any]]) -> None:
    """Pass on messages of the parent. Runs in a thread.

    If the parent is gone, exit at once: events are on disk, and the next process of the run must be the only writer.
    """
    try:
        while True:
            loop.call_soon_threadsafe(asked.put_nowait, connection.recv())
    except (EOFError, OSError):
        os._exit(0)


def _tell_end(connection: Connection, number: int, task: asyncio.Task[None]) -> None:
    connection.send(("done", number, _ending(task)))


def _ending(task: asyncio.Task[None]) -> Exception | None:
    """The error of an episode in a form that can be pickled; None if it succeeded."""
    if task.cancelled():
        return Failure("stopped")
    error = task.exception()
    if error is None:
        return None
    return (UserError if isinstance(error, UserError) else Failure)(str(error))
