"""The time to resume a run of many finished episodes, and to make its scorecard.

    python benchmarks/many_episodes.py                    10,000 episodes of 3 steps
    python benchmarks/many_episodes.py --episodes 1000

Plays a few real episodes, then copies them under other numbers until the run has the requested size. `--resume` finds
nothing left to play, and makes the scorecard. The exit code is 1 if a command takes more than 20 s of processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
SEEDS = 2
LIMIT = 20.0
"""The limit of processor seconds for a command with 10,000 episodes."""


def make_run(folder: Path, episodes: int, environment: Mapping[str, str]) -> Path:
    """Make a run of many finished episodes; return its folder."""
    arguments = ["--games", "treasure-hunt", "--agents", "random", "--seeds", f"1-{SEEDS}", "--max-steps", "3"]
    ariadne(["eval", *arguments, "--repeats", "1", "--runs", str(folder), "--quiet"], environment)
    (run,) = folder.iterdir()
    repeats = episodes // SEEDS
    config = run / "config.yaml"
    config.write_text(config.read_text().replace("repeats: 1\n", f"repeats: {repeats}\n"))
    played = [path.read_text().splitlines() for path in sorted(run.glob("episodes/*/events.jsonl"))]
    for path in list(run.glob("episodes/*/events.jsonl")):
        path.unlink()
        path.parent.rmdir()
    for place, lines in enumerate(played):
        for repeat in range(1, repeats + 1):
            copy = run / "episodes" / f"{place * repeats + repeat}-treasure-hunt-random-{repeat}"
            copy.mkdir()
            (copy / "events.jsonl").write_text("".join(f"{_with_repeat(line, repeat)}\n" for line in lines))
    return run


def ariadne(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """Run a command; return its seconds."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "ariadne", *arguments]
    subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


def main() -> int:
    """Measure both commands; return 1 if one of them takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ARIADNE_HOME": folder}
        run = str(make_run(Path(folder, "runs"), asked.episodes, environment))
        longest = 0.0
        for arguments in (["eval", "--resume", run, "--quiet"], ["scorecard", run, "--quiet"]):
            before = busy()
            seconds = ariadne(arguments, environment)
            longest = max(longest, busy() - before)
            print(f"{arguments[0]}: {asked.episodes:,} episodes, {seconds:.1f} s, {busy() - before:.1f} s busy")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"at most {most:.0f} MB")
    return int(longest > LIMIT)


def busy() -> float:
    """The processor time of all commands so far, which other load does not affect."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _with_repeat(line: str, repeat: int) -> str:
    event = json.loads(line)
    return json.dumps({**event, "repeat": repeat} if "repeat" in event else event)


if __name__ == "__main__":
    sys.exit(main())
