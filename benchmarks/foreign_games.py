"""What the rules model with AriGraph reaches in TextWorld's own families, which nobody here wrote.

    python benchmarks/foreign_games.py                           every kind of game, seeds 101-120
    python benchmarks/foreign_games.py simple ftwp --seeds 1-20  kinds whose names begin so; 1-20 are for development

Prints a row for each kind as it is done: the mean normalized score, the games won, the means of steps (decisions), of
steps as a multiple of the policy's length, of that over the games that were won, and how often an agent that walked in
circles was led out. Seeds for which TextWorld finds no quest are named. The runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, load_preset, preset_from
from ariadne.games.seeds import parse_seeds
from ariadne.runs.play import play, prepared
from ariadne.runs.run import new_run
from ariadne.runs.summary import Summary

KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    **{f"coin-collector-{level}": ("coin-collector", {"level": level}) for level in (10, 30, 50, 110, 220)},
    **{f"treasure-hunter-{level}": ("treasure-hunter", {"level": level}) for level in (5, 15, 25)},
    **{f"simple-{goal}": ("simple", {"goal": goal}) for goal in ("detailed", "brief", "none")},
    "custom": ("custom", {}),
    "ftwp": ("ftwp", {}),
}
"""The presets that are played, and which of their knobs are turned."""
ROW = "{:24}{:>7}{:>8}{:>8}{:>10}{:>12}{:>9}"


def preset(kind: str) -> Preset:
    """A shipped preset with some knobs turned, under the kind's name."""
    base, knobs = KINDS[kind]
    content = load_preset(base).model_dump(exclude={"name"})
    return preset_from(kind, {**content, "knobs": {**content["knobs"], **knobs}}, kind)


def played(kind: str, seed: int) -> tuple[Summary, int]:
    """One game played, and the length of its policy.

    Raises:
        UserError: there is no such game.
    """
    story = make_game(preset(kind), seed, files.built_games())
    with (
        prepared(PlayConfig(game=str(story))) as stage,
        new_run(files.runs(), f"{kind}-{seed}-rules") as folder,
    ):
        return asyncio.run(play(stage, folder)), len(stage.world.walkthrough)


def row(kind: str, games: Sequence[tuple[Summary, int]]) -> str:
    """What the games of a kind came to."""
    summaries = [summary for summary, _ in games]
    ratios = [summary.steps / length for summary, length in games]
    won = [summary.steps / length for summary, length in games if summary.won]
    return ROW.format(
        kind,
        f"{mean(summary.normalized_score or 0 for summary in summaries):.3f}",
        f"{sum(summary.won for summary in summaries)}/{len(games)}",
        f"{mean(summary.steps for summary in summaries):.1f}",
        f"{mean(ratios):.2f}",
        f"{mean(won):.2f}" if won else "-",
        f"{sum(summary.circled for summary in summaries)}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[""], help="how names of kinds begin")
    parser.add_argument("--seeds", default="101-120", help="such as 1-5,8")
    options = parser.parse_args()
    print(ROW.format("kind", "score", "won", "steps", "x policy", "x when won", "circled"))
    for kind in (kind for kind in KINDS if kind.startswith(tuple(options.kinds))):
        games, none = [], []
        for seed in parse_seeds(options.seeds):
            try:
                games.append(played(kind, seed))
            except UserError as error:
                none.append(seed)
                print(f"{kind}-{seed}: {error}", file=sys.stderr)
        print(row(kind, games) + (f"  without {none}" if none else ""), flush=True)


if __name__ == "__main__":
    main()
