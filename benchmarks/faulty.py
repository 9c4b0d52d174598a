"""An evaluation at a faulty endpoint: played in a separate process, measured, and searched for a key."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from leaks import leaks, where  # noqa: E402

from tests.command import ARIADNE, environment  # noqa: E402
from tests.evaluate.endpoint import ASTRAY, Body, standing  # noqa: E402
from tests.evaluate.evaluating import descendants, episodes, only_run, presets  # noqa: E402

KEY = "sk-proj-fAuLtS9Tq0+/=&<7Zq9Xw2Vb5RkPnMdQ3"
NONE = "none"
SHARE = 0.3
CONCURRENCY = 8
MOST_MEMORY = 500
PATIENCE = 300.0
LOOK_SECONDS = 0.05
TIMEOUT = 20.0
SHORT_TIMEOUT = 2.0
SLOW = ("hang", "drip")
FAMILY = "treasure-hunt"


@dataclass(frozen=True)
class Size:
    """The size of an evaluation: games with two memories each, and the steps of each episode."""

    games: int = 4
    steps: int = 8


@dataclass
class Memory:
    """The peak memory of a process and its children in kilobytes; shared memory counts once."""

    pid: int
    most: int = 0
    _seen: set[int] = field(default_factory=set)

    def look(self) -> None:
        """Measure the current memory. A new process may still be a copy of its parent."""
        found = {child for child, _ in descendants(self.pid)}
        others = sum(_field(child, "smaps_rollup", "Pss:") for child in found & self._seen)
        own, at_its_peak = (_field(self.pid, "status", name) for name in ("VmRSS:", "VmHWM:"))
        self.most = max(self.most, own + others, at_its_peak)
        self._seen |= found


@dataclass(frozen=True)
class Ended:
    """A finished command.

    Attributes:
        code: its exit code; None if it had to be killed.
        memory: the peak memory of it and its children, in megabytes.
        said: the files of its stdout and stderr.
    """

    code: int | None
    seconds: float
    memory: float
    said: tuple[Path, Path]


@dataclass(frozen=True)
class Row:
    """The results for a kind of fault.

    Attributes:
        calls: requests; `faulty` of them met the fault.
        complete: finished episodes.
        again: requests that had already been answered well.
        memory, events: megabytes of peak memory, and of the files of events.
        amiss: problems in the output.
    """

    kind: str
    size: Size
    calls: int
    faulty: int
    complete: int
    steps: int
    code: int | None
    again: int
    memory: float
    events: float
    seconds: float
    amiss: tuple[str, ...]

    @property
    def problems(self) -> list[str]:
        """All failed checks."""
        episodes = 2 * self.size.games
        signs = {
            f"did not end within {PATIENCE:g} seconds": self.code is None,
            f"exit code {self.code}": self.code not in (0, None),
            f"{episodes - self.complete} episodes not complete": self.complete < episodes,
            f"{self.steps} steps of {episodes * self.size.steps}": self.steps != episodes * self.size.steps,
            f"{self.again} answered questions asked again": self.again,
            f"{self.memory:.0f} MB of memory": self.memory > MOST_MEMORY,
        }
        return [*(sign for sign, holds in signs.items() if holds), *self.amiss]


def endured(kind: str, home: Path, size: Size) -> Row:
    """Play while the endpoint has this fault in three of ten calls, or no fault."""
    folder = home / kind
    folder.mkdir(parents=True)
    shutil.rmtree(home / "cache", ignore_errors=True)
    faults = ["--troubles", kind, "--share", str(SHARE), "--well", str(CONCURRENCY)] if kind != NONE else []
    more = ["--concurrency", str(CONCURRENCY), "--timeout", str(SHORT_TIMEOUT if kind in SLOW else TIMEOUT)]
    with standing(folder / "requests.jsonl", *faults) as endpoint:
        ended = run(["eval", *plan(home, endpoint.url, folder / "runs", size), *more], home, folder / "eval")
        requests = endpoint.requests()
    played = only_run(folder / "runs")
    page = run(["report", played], home, folder / "report")
    told = episodes(played)
    written = [folder / "runs", *ended.said, *page.said, home / "cache"]
    amiss = [*_went_astray(requests), *_said_amiss(ended), *_said_amiss(page), *where(leaks(KEY, written), home)]
    if page.code != 0:
        amiss.append(f"no report: exit code {page.code}")
    return Row(
        kind=kind,
        size=size,
        calls=len(requests),
        faulty=sum(request["trouble"] not in ("", ASTRAY) for request in requests),
        complete=sum(
            getattr(events[-1], "why", "") in ("won", "lost", "over", "steps") for events in told.values() if events
        ),
        steps=sum(event.name == "acted" for events in told.values() for event in events),
        code=ended.code,
        again=asked_again(requests),
        memory=ended.memory,
        events=sum(path.stat().st_size for path in played.rglob("events.jsonl")) / 1e6,
        seconds=ended.seconds,
        amiss=tuple(amiss),
    )


def make_games(home: Path, size: Size) -> None:
    """Make the games before the measurement."""
    folder = home / "made"
    folder.mkdir(parents=True)
    ended = run(["eval", *_games(home, size), "--agents", "random", "--runs", folder / "runs"], home, folder / "eval")
    assert ended.code == 0, ended.said[1].read_text()


def plan(home: Path, url: str, runs: Path, size: Size) -> list[str | Path]:
    """Arguments of `ariadne eval`: small games, each with two memories whose prompts always differ."""
    return [
        *_games(home, size), "--memories", "arigraph,summary", "--model", "m", "--base-url", url, "--runs", runs
    ]  # fmt: skip


def _games(home: Path, size: Size) -> list[str]:
    played = ["--games", presets(home / "presets", FAMILY), "--seeds", f"1-{size.games}"]
    return [*played, "--repeats", "1", "--max-steps", str(size.steps)]


def run(arguments: Sequence[str | Path], home: Path, said: Path) -> Ended:
    """Run `ariadne` with a key until it ends; kill it after a timeout."""
    out, errors = said.with_suffix(".out"), said.with_suffix(".err")
    started = time.monotonic()
    with out.open("wb") as stdout, errors.open("wb") as stderr:
        process = subprocess.Popen(
            [*ARIADNE, *map(str, arguments)], env=environment(ARIADNE_HOME=str(home), OPENAI_API_KEY=KEY),
            stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True,
        )  # fmt: skip
        memory = Memory(process.pid)
        try:
            while process.poll() is None and time.monotonic() - started < PATIENCE:
                memory.look()
                time.sleep(LOOK_SECONDS)
        finally:
            code = process.poll()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return Ended(code, time.monotonic() - started, memory.most / 1e3, (out, errors))


def asked_again(requests: Iterable[Body]) -> int:
    """The number of requests that had already been answered well."""
    answered: set[str] = set()
    again = 0
    for request in requests:
        again += request["digest"] in answered
        if not request["trouble"]:
            answered.add(request["digest"])
    return again


def _went_astray(requests: Iterable[Body]) -> Iterator[str]:
    if any(request["trouble"] == ASTRAY for request in requests):
        yield "a request was sent to another server"


def _said_amiss(ended: Ended) -> Iterator[str]:
    """The forbidden parts of a command's output."""
    for path in ended.said:
        text = path.read_text(encoding="utf-8", errors="replace")
        if "Traceback" in text:
            yield f"a traceback in {path.name}"
        if odd := {character for character in text if not character.isprintable()} - {"\n"}:
            yield f"control characters in {path.name}: {''.join(sorted(odd))!a}"


def _field(pid: int, file: str, name: str) -> int:
    """A number in a process's file under /proc; 0 if the process has ended."""
    try:
        return int(Path(f"/proc/{pid}/{file}").read_text().partition(name)[2].split()[0])
    except (OSError, IndexError):
        return 0
