"""The value of an earlier memory for the rules: a game played again with the memory of its first play, and with that of
another game of the same preset.

    python benchmarks/second_lives.py                                 our presets, seeds 201-210
    python benchmarks/second_lives.py cooking --seeds 1-5

Use seeds from 201 on only for reporting. The other house is that of the next seed; for the last seed, that of the
first.

Prints a line of Markdown for each preset: the steps of second lives, and of lives with the memory of another house, as
shares of the first lives' steps. On stderr it prints a row for each game: the steps and the score of each life. The
exit code is 1 if a second life takes more than its preset's share, a life with the memory of another house more than
1.03, or any has a lower score than the first. The runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.events import EpisodeSummary
from ariadne.games.seeds import parse_seeds
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared

SHARES = {"treasure-hunt": 0.7, "cooking": 0.75, "cleaning": 0.85}
"""The limits for the steps of a second life, as a share of the first life's, by preset."""
OTHER_HOUSE = 1.03
"""The same with the memory of another house."""
ROW = "{:20}{:>12}{:>12}{:>12}"
HEAD = """\
| preset | games | second life | with the memory of another house |
| --- | --: | --: | --: |"""


@dataclass(frozen=True)
class Lives:
    """The lives in a game."""

    first: EpisodeSummary
    second: EpisodeSummary
    other: EpisodeSummary

    @property
    def is_worse(self) -> bool:
        """Whether a memory has lowered the score."""
        return min(_score(self.second), _score(self.other)) < _score(self.first)


def lived(preset: str, seeds: Sequence[int], folder: Path) -> list[Lives]:
    """All lives in the games of some seeds; the memories are written to a folder."""
    firsts = {seed: _played(preset, seed, keep=folder / f"{seed}.db") for seed in seeds}
    lives = []
    for seed, neighbour in zip(seeds, [*seeds[1:], seeds[0]], strict=True):
        second, other = (_played(preset, seed, memory=folder / f"{each}.db") for each in (seed, neighbour))
        lives.append(Lives(firsts[seed], second, other))
        print(ROW.format(f"{preset} {seed}", *map(_cell, (firsts[seed], second, other))), file=sys.stderr)
    return lives


def _played(preset: str, seed: int, memory: Path | None = None, keep: Path | None = None) -> EpisodeSummary:
    config = PlayConfig(game=preset, seed=seed, memory_file=str(memory) if memory else None)
    with prepared(config) as setup, new_run(files.runs(), f"{preset}-{seed}-life") as run:
        summary = asyncio.run(play(setup, run))
    if keep:
        AriGraph.from_run(run.path).save(keep)
    return summary


def _score(summary: EpisodeSummary) -> float:
    return summary.normalized_score or 0.0


def _cell(summary: EpisodeSummary) -> str:
    return f"{summary.steps} ({_score(summary):.2f})"


def _shares(lives: Sequence[Lives]) -> tuple[float, float]:
    """The steps of second lives, and of those with the memory of another house, as shares of the first lives'."""
    first = sum(each.first.steps for each in lives)
    return sum(each.second.steps for each in lives) / first, sum(each.other.steps for each in lives) / first


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", default=[*SHARES])
    parser.add_argument("--seeds", default="201-210", help="such as 1-5,8")
    options = parser.parse_args()
    if unknown := {*options.presets}.difference(SHARES):
        parser.error(f"no such preset: {', '.join(sorted(unknown))}")
    print(HEAD)
    failed = False
    for preset in options.presets:
        with tempfile.TemporaryDirectory() as folder:
            lives = lived(preset, parse_seeds(options.seeds), Path(folder))
        second, other = _shares(lives)
        failed |= second > SHARES[preset] or other > OTHER_HOUSE or any(each.is_worse for each in lives)
        print(f"| `{preset}` | {len(lives)} | {second:.2f} | {other:.2f} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
