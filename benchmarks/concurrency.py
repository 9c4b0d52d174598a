"""Many parallel episodes at a slow endpoint: the wall time compared with the pure waiting time.

    python benchmarks/concurrency.py                          64 episodes, 2 s a reply, with 0, 1 and 2 processes
    python benchmarks/concurrency.py --episodes 16 --processes 0

The tests' stand-in endpoint answers, in a separate process. Prints for each way of playing: the wall time from the
first event to the last, its lower bound (the sum of waits in the episode with the most calls), their ratio, and the
processor time of Ariadne (all its processes, from start to end) per step.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from ariadne.record import read_events  # noqa: E402
from tests.evaluate.endpoint import standing  # noqa: E402

GAMES = "treasure-hunt,cooking"
ROW = "{:>9}{:>10}{:>8}{:>10}{:>10}{:>8}{:>16}"


def measured(url: str, home: Path, episodes: int, steps: int, delay: float, processes: int) -> str:
    """Play and return the results as a row."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [
            sys.executable, "-m", "ariadne", "eval", "--games", GAMES, "--seeds", "1-2", "--repeats",
            str(-(-episodes // 4)), "--models", "stand-in", "--base-url", url, "--max-steps", str(steps),
            "--concurrency", str(episodes), "--processes", str(processes), "--no-cache", "--runs",
            str(home / f"runs-{processes}"),
        ],
        check=True,
        cwd=ROOT,
        env={**os.environ, "ARIADNE_HOME": str(home), "OPENAI_API_KEY": "stand-in"},
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    times, calls, taken = told((home / f"runs-{processes}").rglob("events.jsonl"))
    wall, least = max(times) - min(times), max(calls) * delay
    return ROW.format(
        processes, len(calls), max(calls), f"{least:.1f} s", f"{wall:.1f} s", f"{wall / least:.2f}",
        f"{1000 * busy / sum(taken):.0f} ms",
    )  # fmt: skip


def told(files: Sequence[Path]) -> tuple[list[float], list[int], list[int]]:
    """For all episodes: the times of their events, their calls, and their steps."""
    times, calls, steps = [], [], []
    for path in files:
        events = list(read_events(path))
        times += [event.time for event in events]
        calls.append(sum(event.name == "question" for event in events))
        steps.append(sum(event.name == "acted" for event in events))
    return times, calls, steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=64)
    parser.add_argument("--steps", type=int, default=12, help="the step limit of each episode")
    parser.add_argument("--delay", type=float, default=2.0, help="seconds a reply")
    parser.add_argument("--processes", type=int, nargs="+", default=[0, 1, 2])
    asked = parser.parse_args()
    print(ROW.format("processes", "episodes", "calls", "least", "wall", "ratio", "processor/step"))
    with tempfile.TemporaryDirectory() as home, standing(Path(home) / "log", "--delay", str(asked.delay)) as endpoint:
        for processes in asked.processes:
            print(measured(endpoint.url, Path(home), asked.episodes, asked.steps, asked.delay, processes), flush=True)


if __name__ == "__main__":
    main()
