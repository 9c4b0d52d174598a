"""Scores of the rules model with AriGraph in every preset.

    python benchmarks/rules_scores.py                                    our own presets, seeds 201-203
    python benchmarks/rules_scores.py treasure-hunt cooking --seeds 1-15
    python benchmarks/rules_scores.py --calls two                        with two questions a step instead of one

Use seeds from 201 on only for reporting. TextWorld's own families are played by `foreign_games.py`.

Prints a line of Markdown for each preset when it is done: the mean normalized score, the games won, the mean steps
(decisions) and moves (commands), steps as a multiple of the walkthrough's length, the same for moves in won games, how
often an agent was led out of a circle, and the mean of tokens per step (characters / 4 of prompts and replies, as a
language model would get them). The runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from statistics import mean
from typing import Any, get_args

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.events import EpisodeSummary
from ariadne.games.presets import load_preset, preset_names
from ariadne.games.seeds import parse_seeds
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared

OWN = ("treasure-hunt", "cooking", "cleaning")
"""Our own families."""
HEAD = """\
| games | score | won | steps | moves | steps × walk | moves × walk | circled | tokens a step |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |"""
Played = tuple[EpisodeSummary, int]
"""The summary of a game, and the length of its walkthrough."""


def played(game: str, name: str, **choices: Any) -> Played:
    """Play a game with further configuration; the name is that of its run."""
    config = PlayConfig(game=game, **choices)
    with prepared(config) as setup, new_run(files.runs(), f"{name}-rules") as folder:
        return asyncio.run(play(setup, folder)), len(setup.world.walkthrough)


def row(name: str, games: Sequence[Played]) -> str:
    """The results of some games."""
    summaries = [summary for summary, _ in games]
    moves = [summary.moves / length for summary, length in games if summary.won]
    cells = (
        f"`{name}`",
        f"{mean(summary.normalized_score or 0 for summary in summaries):.2f}",
        f"{sum(summary.won for summary in summaries)} of {len(games)}",
        f"{mean(summary.steps for summary in summaries):.1f}",
        f"{mean(summary.moves for summary in summaries):.1f}",
        f"{mean(summary.steps / length for summary, length in games):.2f}",
        f"{mean(moves):.2f}" if moves else "-",
        f"{mean(summary.circled for summary in summaries):.1f}",
        f"{mean((each.prompt_tokens + each.completion_tokens) / max(each.steps, 1) for each in summaries):,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = [name for name in preset_names() if load_preset(name).family in OWN]
    parser.add_argument("presets", nargs="*", default=own)
    parser.add_argument("--seeds", default="201-203", help="such as 1-5,8")
    calls: Sequence[str] = get_args(PlayConfig.model_fields["calls"].annotation)
    parser.add_argument("--calls", choices=calls, default="one")
    options = parser.parse_args()
    print(HEAD)
    for preset in options.presets:
        seeds = parse_seeds(options.seeds)
        games = [played(preset, f"{preset}-{seed}", seed=seed, calls=options.calls) for seed in seeds]
        print(row(preset, games), flush=True)


if __name__ == "__main__":
    main()
