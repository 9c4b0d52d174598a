"""Playing on a Ray cluster, or on a local Ray: an episode is a task, and its files end up in the run's folder.

A node needs Ariadne with the extra `ray`. Presets are made where they are played; games by path, and files of
models, must be there under the same path.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from ariadne.errors import AriadneError, Failure, MissingPackage, UserError
from ariadne.evaluate.executor import LocalExecutor, Order, Progress, telling
from ariadne.files import write
from ariadne.record import read_events
from ariadne.runs.run import Run

LOCAL = "local"
# Secrets and endpoints of whoever starts the run; tasks get them from memory, and no file holds them.
_ENVIRONMENT = ("OPENAI_API_KEY", "OPENAI_BASE_URL")
_LOST_WORKERS = 3


class RayExecutor:
    """Plays each episode as a Ray task. One whose worker is lost runs again, from what had been played before.

    Args:
        address: of a cluster, such as `auto` or `ray://host:10001`, or `local`.

    Raises:
        MissingPackage: Ray is not installed.
        Failure: the cluster cannot be reached.
    """

    def __init__(self, run: Run, progress: Progress, cache: bool, address: str) -> None:
        try:
            import ray
        except ImportError as error:
            raise MissingPackage("--ray", "ray") from error
        self._run = run
        self._progress = progress
        self._cache = cache
        try:
            ray.init(
                address=None if address == LOCAL else address,
                include_dashboard=False,
                log_to_driver=False,
                configure_logging=False,
                ignore_reinit_error=True,
            )
        except Exception as error:
            raise Failure(f"--ray {address}: {' '.join(str(error).split())[:200]}") from error
        self._task = ray.remote(max_retries=_LOST_WORKERS, num_cpus=1)(_play)

    async def play(self, order: Order) -> None:
        """See `Executor.play`."""
        import ray

        before = self._run.found(order.job.number)
        past = before.read_bytes() if before else b""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        task = self._task.remote(order, past, str(before.parent.name) if before else "", self._cache, environment)
        try:
            folder, events, error = await asyncio.wrap_future(task.future())
        except asyncio.CancelledError:
            ray.cancel(task)
            raise
        except ray.exceptions.RayError as lost:
            raise Failure(f"Ray lost the episode: {type(lost).__name__}") from lost
        if events:
            self._keep(order.job.number, folder, events)
        if error:
            raise error

    async def close(self) -> None:
        """Leave the cluster."""
        import ray

        await asyncio.to_thread(ray.shutdown)

    def _keep(self, number: int, folder: str, events: bytes) -> None:
        """Put an episode's events where they would have been written here, and tell of them."""
        path = self._run.path / "episodes" / folder / "events.jsonl"
        half = path.with_suffix(".part")
        write(half, events, inside=True)
        half.replace(path)
        for event in read_events(path):
            if told := telling(event):
                self._progress(number, told)


def _play(
    order: Order, past: bytes, folder: str, cache: bool, environment: dict[str, str]
) -> tuple[str, bytes, AriadneError | None]:
    """The task: play an episode in a folder of its own; the name of its folder, its events (none if it did not begin),
    and what ended it."""
    os.environ.update(environment)
    with tempfile.TemporaryDirectory() as place:
        run = Run(Path(place))
        if folder:
            events = run.path / "episodes" / folder / "events.jsonl"
            events.parent.mkdir(parents=True)
            events.write_bytes(past)
        error = asyncio.run(_played(run, order, cache))
        found = run.found(order.job.number)
        return (found.parent.name, found.read_bytes(), error) if found else ("", b"", error)


async def _played(run: Run, order: Order, cache: bool) -> AriadneError | None:
    executor = LocalExecutor(run, lambda number, event: None, cache)
    try:
        await executor.play(order)
    except AriadneError as caught:
        return (UserError if isinstance(caught, UserError) else Failure)(str(caught))
    finally:
        with suppress(AriadneError):
            await executor.close()
    return None
