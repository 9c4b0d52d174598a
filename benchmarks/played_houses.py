"""Scores of the rules model with AriGraph in Cleaning games that are made from other authors' houses.

    python benchmarks/played_houses.py                      the houses that the rules were developed on
    python benchmarks/played_houses.py plain sealed         some held-out ones

A house's file lists its furniture and things. The map and the closed containers are drawn, with the house's name as
seed. Prints a line of Markdown for each group: the houses, and the mean normalized score. The score of each house goes
to stderr. The games and the runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
from pathlib import Path
from statistics import mean

from household_sense import DEVELOPED, HOUSES, House, strangers

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.games import build_worker
from ariadne.games.cleaning import CleaningKnobs, Household, drafted
from ariadne.games.draft import maker_options
from ariadne.games.house import lay_out
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from ariadne.worlds.card import GameCard

# Names of containers; the houses do not say which furniture is one.
CONTAINER = re.compile(
    r"\b(?:\w*drawers?|\w*cup ?boards?|\w*boxe?s?|cabinet|closet|wardrobe|armoire|chest|trunk|locker|hamper|basket|bin"
    r"|bag|crate|barrel|case|fridge|refrigerator|freezer|dishwasher|washer|dryer|machine)$"
)
SEED = 1

# As in the presets `cleaning` and `cleaning-hard`.
STEPS, MANY_STEPS, MANY_ROOMS = 150, 300, 9


def household(house: House) -> Household:
    """A written house with a map."""
    knobs, rng = CleaningKnobs(), random.Random(house.name)
    rooms = rng.sample(list(house.furniture), len(house.furniture))
    containers = [piece for room in rooms for piece in house.furniture[room] if CONTAINER.search(piece)]
    return Household(
        house=lay_out(rooms, knobs.loops, knobs.doors, rng),
        furniture={room: tuple(house.furniture[room]) for room in rooms},
        containers=frozenset(containers),
        closed=frozenset(rng.sample(containers, round(knobs.closed * len(containers)))),
        lies=house.lies,
        homes={thing: tuple(homes) for thing, homes in house.homes.items()},
        misplaced=tuple(thing for thing, place in house.lies.items() if place not in house.homes[thing]),
    )


def made(house: House, folder: Path) -> Path:
    """The story of a house's game."""
    story = folder / f"{house.name.replace('/', '-')}.z8"
    if not story.with_suffix(".yaml").is_file():
        draft = drafted(household(house), maker_options(SEED, None))
        draft.game.metadata["walkthrough"] = []
        build_worker.compile_story(draft, story)
        card = GameCard(
            goal=draft.goal,
            briefing=draft.briefing,
            maximum=draft.maximum,
            scoring=draft.scoring,
            max_steps=MANY_STEPS if len(house.furniture) > MANY_ROOMS else STEPS,
        )
        card.save(story.with_suffix(".yaml"))
    return story


def played(story: Path) -> float:
    """The normalized score of one game."""
    with (
        prepared(PlayConfig(game=str(story), seed=SEED)) as setup,
        new_run(files.runs(), f"{story.stem}-rules") as folder,
    ):
        return asyncio.run(play(setup, folder)).normalized_score or 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", default=DEVELOPED, help=f"folders in {HOUSES.name}/")
    options = parser.parse_args()
    games = files.runs() / "houses"
    games.mkdir(parents=True, exist_ok=True)
    print("| houses | number | played |\n| --- | --: | --: |")
    for group in options.groups:
        scores = []
        for house in strangers(group):
            scores.append(played(made(house, games)))
            print(f"{house.name}: {scores[-1]:.2f}", file=sys.stderr)
        print(f"| `{group}` | {len(scores)} | {mean(scores):.2f} |", flush=True)


if __name__ == "__main__":
    # TextWorld's output depends on the order of Python's sets.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
