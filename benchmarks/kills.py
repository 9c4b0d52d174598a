"""Evaluations that are killed repeatedly, and must reach the scorecard of an uninterrupted one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faulty import KEY, Size, plan, run
from leaks import leaks, where

from tests.evaluate.endpoint import Standing, standing
from tests.evaluate.evaluating import card_of, of_kind, only_run
from tests.evaluate.killing import kill_again_and_again

A_ROUND = 10
CONCURRENCY = 4
DELAY = 0.1
WAYS = {
    "by events alone": ("--no-cache", "--processes", "0"),
    "with the cache, two processes": ("--processes", "2"),
}


@dataclass(frozen=True)
class Round:
    """The result of one evaluation with its kills.

    Attributes:
        calls: requests until its end.
        lost: requests that were under way at a kill, so their answers were not saved.
        again: repeated requests; these must be the lost ones only.
    """

    way: str
    kills: int
    calls: int
    lost: int
    again: int
    seconds: float
    problems: tuple[str, ...]


def survived(kills: int, home: Path, size: Size) -> Iterator[Round]:
    """Rounds of at most ten kills, until the given number, alternating between the two ways."""
    asked: dict[str, Counter[str]] = {}
    for number, left in enumerate(range(kills, 0, -A_ROUND)):
        way = [*WAYS][number % len(WAYS)]
        if way not in asked:
            asked[way] = _played_once(way, home, size)
        yield _killed(way, min(left, A_ROUND), home / f"killed-{number}", home, size, asked[way])


def _played_once(way: str, home: Path, size: Size) -> Counter[str]:
    """Play without a kill; return the requests."""
    folder = _once(way, home)
    folder.mkdir(parents=True)
    with standing(folder / "requests.jsonl") as endpoint:
        ended = run(["eval", *plan(home, endpoint.url, folder / "runs", size), *_more(way)], home, folder / "eval")
        assert ended.code == 0, ended
        return _digests(endpoint)


def _killed(way: str, kills: int, folder: Path, home: Path, size: Size, asked: Counter[str]) -> Round:
    started = time.monotonic()
    runs = folder / "runs"
    folder.mkdir(parents=True)
    with standing(folder / "requests.jsonl", "--delay", str(DELAY)) as endpoint:
        begun = ["eval", *plan(home, endpoint.url, runs, size)]
        environment = {"ARIADNE_HOME": str(home), "OPENAI_API_KEY": KEY}
        killed = kill_again_and_again(begun, _more(way), runs, endpoint, DELAY, kills, **environment)
        ended = run(["eval", "--resume", killed.run, "--trust", *_more(way)], home, folder / "eval")
        digests = _digests(endpoint)
    again = digests - asked
    signs = {
        f"exit code {ended.code}": ended.code != 0,
        "another scorecard": card_of(killed.run).comparable()
        != card_of(only_run(_once(way, home) / "runs")).comparable(),
        f"{killed.lost_at_once} answers lost at one kill": killed.lost_at_once > CONCURRENCY,
        "answered questions were asked again": again.total() > killed.lost,
        "other questions": set(digests) != set(asked),
        "episodes set aside": any(killed.run.glob("episodes/*/*set-aside*")),
        "answers lost": digests.total() - len(of_kind(killed.run, "question")) != killed.lost,
    }
    leaked = where(leaks(KEY, [folder, home / "cache"]), home)
    return Round(
        way=way,
        kills=kills,
        calls=digests.total(),
        lost=killed.lost,
        again=again.total(),
        seconds=time.monotonic() - started,
        problems=(*(sign for sign, holds in signs.items() if holds), *leaked),
    )


def _more(way: str) -> list[str]:
    return ["--concurrency", str(CONCURRENCY), *WAYS[way]]


def _once(way: str, home: Path) -> Path:
    return home / f"once-{[*WAYS].index(way)}"


def _digests(endpoint: Standing) -> Counter[str]:
    return Counter(request["digest"] for request in endpoint.requests())
