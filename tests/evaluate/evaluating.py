"""How tests run `ariadne eval` and `ariadne qa`: small games, a process group that can be killed, what is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from ariadne.evaluate.card import Scorecard
from ariadne.record import read_events
from tests.command import ariadne, ariadne_here, environment
from tests.conftest import SMALL

# It hears Ctrl-C even when the tests run as a shell's background job, which inherits deafness to it.
_HEARS = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
_CODE = f"{_HEARS} from ariadne.cli import main; sys.argv[0] = 'ariadne'; main()"
PATIENCE = 120.0


def presets(folder: Path, *families: str) -> str:
    """Small games of these families as files, as `--games` takes them."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"small-{family}.yaml" for family in families]
    for path, family in zip(paths, families, strict=True):
        path.write_text(yaml.safe_dump({"family": family, "description": "Small.", "knobs": SMALL[family]}))
    return ",".join(map(str, paths))


def evaluated(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """`ariadne eval`, run to its end, with `more` in its environment; in this process where it plays in one."""
    if ("--processes", "0") in pairwise(arguments):
        return ariadne_here("eval", *arguments, **more)
    return ariadne("eval", *arguments, env=environment(**more))


class Group:
    """A command in a process group of its own, none of which is left after the context."""

    def __init__(self, *command: str | Path, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CODE, *map(str, command)],
            env=environment(**more), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True,
        )  # fmt: skip

    def __enter__(self) -> Group:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            self.send(signal.SIGKILL)
        self.process.communicate()

    def send(self, sent: signal.Signals) -> None:
        """Send all of its processes a signal."""
        os.killpg(self.process.pid, sent)

    def end(self) -> tuple[str, str]:
        """Wait for its end; what it said."""
        return self.process.communicate(timeout=PATIENCE)

    def workers(self) -> list[int]:
        """The ids of the processes that play for it."""
        return [pid for pid in children(self.process.pid) if "spawn_main" in _command(pid)]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    lists = [_told(path) for path in (_proc() / f"{pid}/task").glob("*/children")]
    return [int(child) for children in lists for child in children.split()]


def descendants(pid: int) -> list[tuple[int, str]]:
    """The processes that it and these have started, with their command lines."""
    found = [(child, _command(child)) for child in children(pid)]
    return found + [below for child, _ in found for below in descendants(child)]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return (_proc() / f"{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _command(pid: int) -> str:
    return _told(_proc() / f"{pid}/cmdline")


def _proc() -> Path:
    """Where Linux tells of processes."""
    proc = Path("/proc")
    if not (proc / "self" / "task").is_dir():
        pytest.skip("looks at processes in /proc, which this system does not have")
    return proc


def _told(path: Path) -> str:
    """What a file on a process or a thread says; nothing when that has ended."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def until(holds: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, f"{what} did not come about"
        time.sleep(0.01)


def only_run(runs: Path) -> Path:
    """The only run in a folder."""
    (run,) = runs.iterdir()
    return run


def episodes(run: Path) -> dict[str, list[Any]]:
    """The events of a run's episodes or questions that hold, by the names of their folders."""
    files = sorted(run.glob("*/*/events.jsonl"))
    return {path.parent.name: list(read_events(path)) for path in files}


def of_kind(run: Path, kind: str) -> list[Any]:
    """The events of a kind, of all episodes or questions."""
    return [event for events in episodes(run).values() for event in events if event.name == kind]


def running(run: Path) -> list[str]:
    """The episodes or questions that have begun and not ended."""
    return [name for name, events in episodes(run).items() if events and not events[-1].name.endswith("_ended")]


def card_of(run: Path) -> Scorecard:
    """Its scorecard."""
    return Scorecard.model_validate(json.loads((run / "scorecard.json").read_text()))


def lines(text: str) -> Iterable[str]:
    """Lines that say something."""
    return [line for line in text.splitlines() if line.strip()]
