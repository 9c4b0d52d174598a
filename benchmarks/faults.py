"""Fault injection: every kind of endpoint fault, kills, and damaged files.

    python benchmarks/faults.py --all                everything, a quarter of an hour
    python benchmarks/faults.py --kinds echo,bomb    only these kinds of faults: 8 episodes of 8 steps with each
    python benchmarks/faults.py --kills 10           only kills
    python benchmarks/faults.py --files              only damaged files
    python benchmarks/faults.py --list               list the kinds of faults

A stand-in endpoint has a kind of fault in three of ten calls (`tests/evaluate/troubles.py`). All episodes must finish,
with exit code 0, without asking an answered question again, within 500 MB of memory. A killed and resumed evaluation
must reach the scorecard of an uninterrupted one. Then all files are searched for the endpoint's key and parts of
it. The exit code is 1 if any check fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from pathlib import Path

from faulty import NONE, ROOT, Size, endured, make_games
from kills import survived

from tests.command import environment
from tests.evaluate.troubles import FAULTS

KILLS = 50
FILES = {
    "20,000 malformed replies": ["benchmarks/malformed_replies.py"],
    "300 damaged stories": ["benchmarks/damaged_stories.py"],
    "200 damaged memories": ["benchmarks/damaged_memories.py"],
    "400 damaged files of events": ["-m", "pytest", "-q", "tests/runs/test_damaged_events.py"],
    "60 hostile PDDL files": ["benchmarks/hostile_pddl.py"],
    "10,000 finished episodes": ["benchmarks/many_episodes.py"],
    "stories in other words, stories in a Blorb, interpreters that fail": [
        "-m",
        "pytest",
        "-q",
        "tests/worlds/test_jericho.py",
    ],
    "slow and endless YAML": ["-m", "pytest", "-q", "tests/test_yaml_file.py"],
    "closed streams": ["-m", "pytest", "-q", "tests/cli/test_closed_streams.py"],
    "no connection, and nothing left at home": ["-m", "pytest", "-q", "tests/cli/test_silence.py"],
    "files that others may not read": ["-m", "pytest", "-q", "tests/runs/test_private.py"],
}
LINES = 14

OF_FAULTS = {
    "fault": 13, "calls": 7, "faulty": 8, "complete": 10, "steps": 7, "exit": 6, "asked again": 13, "memory": 9,
    "events": 10, "time": 7, "holds": 0,
}  # fmt: skip
OF_KILLS = {"killed": 31, "kills": 7, "calls": 7, "lost": 6, "asked again": 13, "time": 7, "equal cards": 0}

Cells = Sequence[object]


def with_faults(kinds: Sequence[str], home: Path, size: Size) -> Iterator[Cells]:
    """A row for each kind of fault."""
    for kind in kinds:
        row = endured(kind, home, size)
        yield (
            kind, row.calls, row.faulty, f"{row.complete}/{2 * size.games}", row.steps, row.code, row.again,
            f"{row.memory:.0f} MB", f"{row.events:.1f} MB", f"{row.seconds:.0f} s", held(row.problems),
        )  # fmt: skip


def with_kills(kills: int, home: Path, size: Size) -> Iterator[Cells]:
    """A row for each evaluation, which is killed ten times."""
    for row in survived(kills, home, size):
        yield row.way, row.kills, row.calls, row.lost, row.again, f"{row.seconds:.0f} s", held(row.problems)


def held(problems: Sequence[str]) -> str:
    """The text of the last column."""
    return f"NO: {'; '.join(problems)}" if problems else "yes"


def show(columns: Mapping[str, int], rows: Iterable[Cells]) -> bool:
    """Print rows as they arrive, aligned; return whether all checks pass.

    Args:
        columns: their names and widths.
    """
    heads: list[Cells] = [[*columns]]
    holds = True
    for cells in chain(heads, rows):
        aligned = (f"{cell!s:<{width}}" for cell, width in zip(cells, columns.values(), strict=True))
        print("".join(aligned), flush=True)
        holds &= not str(cells[-1]).startswith("NO")
    print()
    return holds


def with_files() -> bool:
    """Run the tests with damaged files and replies and show their last lines; return whether all pass."""
    holds = True
    for name, command in FILES.items():
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment(ARIADNE_DAMAGED_FILES="400"), text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        last = "\n".join(done.stdout.rstrip().splitlines()[-LINES:])
        failed = f"NO: exit code {done.returncode}\n" if done.returncode else ""
        print(f"{name}:\n\n{last}\n{failed}", flush=True)
        holds &= not done.returncode
    return holds


def kinds() -> str:
    """A line of Markdown for each kind of fault."""
    lines = (f"| `{kind}` | {(fault.__doc__ or '').rstrip('.')} |" for kind, fault in FAULTS.items())
    return "\n".join(("| fault | what the endpoint does |", "| --- | --- |", *lines))


def kinds_in(text: str) -> list[str]:
    """Parse kinds that are separated by commas."""
    kinds = text.split(",")
    if unknown := set(kinds) - {NONE, *FAULTS}:
        raise argparse.ArgumentTypeError(
            f"no kind of fault: {', '.join(sorted(unknown))}; there are {', '.join(FAULTS)}"
        )
    return kinds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help=f"every kind, {KILLS} kills, and damaged files")
    parser.add_argument("--kinds", type=kinds_in, default=[], metavar="LIST", help=f"{NONE}, {', '.join(FAULTS)}")
    parser.add_argument("--kills", type=int, default=0, metavar="N")
    parser.add_argument("--files", action="store_true", help=", ".join(FILES))
    parser.add_argument("--games", type=int, default=Size.games, help="each is played with two memories")
    parser.add_argument("--steps", type=int, default=Size.steps, help="of each episode")
    parser.add_argument("--into", type=Path, help="a new folder for all written files")
    parser.add_argument("--list", action="store_true", help="list the kinds of faults")
    asked = parser.parse_args()
    if asked.list:
        print(kinds())
        return 0
    chosen, kills, files = ([NONE, *FAULTS], KILLS, True) if asked.all else (asked.kinds, asked.kills, asked.files)
    if not (chosen or kills or files):
        parser.error("use --all, --kinds, --kills, --files or --list")
    holds = True
    with nullcontext(asked.into) if asked.into else tempfile.TemporaryDirectory() as folder:
        home, size = Path(folder).resolve(), Size(asked.games, asked.steps)
        if chosen or kills:
            make_games(home, size)
        if chosen:
            holds &= show(OF_FAULTS, with_faults(chosen, home, size))
        if kills:
            holds &= show(OF_KILLS, with_kills(kills, home, size))
    if files:
        holds &= with_files()
    return 0 if holds else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
