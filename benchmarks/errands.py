"""The value of memories over a life of errands in one house, with the rules.

    python benchmarks/errands.py                                 seeds 201-203 of both presets
    python benchmarks/errands.py errands --seeds 1-3 --memories arigraph,none

Use seeds from 201 on only for reporting.

Prints a line of Markdown for each preset and memory: the share of finished errands, the same for errands that put a
thing back in its first place, and, for the first and the last quarter of a life, commands as a multiple of the fewest
and the price of a step (as in scorecards). Missed targets are printed on stderr. The runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.evaluate.episodes import Played, read_episode
from ariadne.evaluate.measures import QUARTERS, quarters
from ariadne.evaluate.rows import summed
from ariadne.games.seeds import parse_seeds
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from ariadne.worlds.card import ErrandsScoring
from ariadne.worlds.textworld import load_card

PRESETS = ("errands", "errands-hard")
PUT_BACK = "put_back"
HEAD = """\
| preset | memory | errands done | put back | walk, first quarter | walk, last | price, first quarter | price, last |
| --- | --- | --: | --: | --: | --: | --: | --: |"""


@dataclass(frozen=True)
class Worth:
    """The results of lives with a memory; a walk or price is 0 if no life reached that quarter."""

    done: float
    put_back: float
    walks: tuple[float, float]
    prices: tuple[float, float]

    def row(self, preset: str, memory: str) -> str:
        shares = [f"{share:.2f}" for share in (self.done, self.put_back)]
        walks = [f"{walk:.2f}" if walk else "-" for walk in self.walks]
        prices = [f"{price:,.0f}" if price else "-" for price in self.prices]
        cells = [f"`{preset}`", f"`{memory}`", *shares, *walks, *prices]
        return f"| {' | '.join(cells)} |"


def worth(preset: str, memory: str, seeds: Sequence[int]) -> Worth:
    """Play one life per seed."""
    lives, backs = zip(*(_lived(preset, memory, seed) for seed in seeds), strict=True)
    found = [quarters(life) for life in lives]

    def ends(metric: str) -> tuple[float, float]:
        names = [f"quarter_{metric}.{number}" for number in (1, QUARTERS)]
        first, last = (summed([each[name] for each in found if name in each]).mean or 0 for name in names)
        return first, last

    return Worth(
        done=mean(each.normalized or 0 for each in lives),
        put_back=mean(is_done for life in backs for is_done in life),
        walks=ends("walk_ratio"),
        prices=ends("price_per_step"),
    )


def _lived(preset: str, memory: str, seed: int) -> tuple[Played, list[bool]]:
    """A life, and whether each of its put-back errands was done."""
    config = PlayConfig(game=preset, seed=seed, memory=memory)
    with prepared(config) as setup, new_run(files.runs(), f"{preset}-{seed}-{memory}") as run:
        asyncio.run(play(setup, run))
        card, events = load_card(setup.game.source), run.found(1)
    assert card
    assert events
    assert isinstance(card.scoring, ErrandsScoring)
    life = read_episode(events)
    assert life
    done = {task.number for task in life.tasks if task.done}
    kinds = enumerate((errand.kind for errand in card.scoring.errands), 1)
    return life, [number in done for number, kind in kinds if kind == PUT_BACK]


LEAST = {"errands": 0.95, "errands-hard": 0.85}
"""The required share of errands that `arigraph` does, by preset."""
PUT_BACKS, WALK, WITHOUT = 0.9, 1.3, 0.6
"""The required share of put-backs, and the limits for commands in the last quarter and for `none` in `errands`."""


def missed(preset: str, found: Mapping[str, Worth]) -> list[str]:
    """The missed targets for the memories that were played."""
    problems = []
    if ours := found.get("arigraph"):
        problems += [
            (f"arigraph does {ours.done:.3f}, less than {LEAST[preset]}", ours.done >= LEAST[preset]),
            (f"arigraph puts {ours.put_back:.3f} back, less than {PUT_BACKS}", ours.put_back >= PUT_BACKS),
            (f"its last quarter takes {ours.walks[1]:.2f} of the fewest commands", ours.walks[1] <= WALK),
        ]
    if preset == "errands" and (none := found.get("none")):
        problems.append((f"none does {none.done:.3f}", none.done <= WITHOUT))
    return [said for said, is_met in problems if not is_met]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", default=[*PRESETS])
    parser.add_argument("--seeds", default="201-203", help="such as 1-5,8")
    parser.add_argument("--memories", default="arigraph,full-history,none")
    options = parser.parse_args()
    if unknown := {*options.presets}.difference(PRESETS):
        parser.error(f"no such preset: {', '.join(sorted(unknown))}")
    print(HEAD)
    for preset in options.presets:
        found = {}
        for memory in options.memories.split(","):
            found[memory] = worth(preset, memory, parse_seeds(options.seeds))
            print(found[memory].row(preset, memory), flush=True)
        for target in missed(preset, found):
            print(f"missed: {preset}: {target}", file=sys.stderr)


if __name__ == "__main__":
    main()
