"""BabyAI's levels by name: `babyai/GoToRedBall`. Each seed is a different game."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from ariadne.caches import cached
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.world import World

PREFIX = "babyai/"
DEFAULT_SEED = 1

LEVELS: Mapping[str, str] = {
    "GoToObj": "Go to the only thing in a room.",
    "GoToRedBallGrey": "Go to the red ball among grey things.",
    "GoToRedBall": "Go to the red ball among other things.",
    "GoToLocal": "Go to a thing among others in a room.",
    "PutNextLocal": "Put a thing next to another in a room.",
    "PickupLoc": "Pick up a thing, perhaps described by its location.",
    "GoToObjMaze": "Find the only thing in nine rooms.",
    "GoTo": "Find a thing among others in nine rooms.",
    "Pickup": "Find and pick up a thing in nine rooms.",
    "UnblockPickup": "Find and pick up a thing with others in the way.",
    "Open": "Open a door in nine rooms.",
    "Unlock": "Find the key to a locked door, and open it.",
    "Synth": "Go to, pick up, open, or put next to another, in nine rooms with a locked one.",
    "SynthLoc": "As Synth, with things perhaps described by their location.",
    "GoToSeq": "Go to one thing, and then to others, in nine rooms.",
    "SynthSeq": "Several tasks of SynthLoc, in order.",
    "GoToImpUnlock": "Go to a thing in a locked room.",
    "BossLevel": "All of it: several tasks, locked rooms, blocked ways.",
}
"""The levels of BabyAI's paper (Chevalier-Boisvert et al. 2019, arXiv:1810.08272) in minigrid: all except PutNext.
Other minigrid levels can be played by name, too."""


def _find(name: str, seed: int | None) -> Game | None:
    level = name.removeprefix(PREFIX)
    if level == name or "/" in level:
        return None
    number = DEFAULT_SEED if seed is None else seed
    source, max_steps = _facts(level, number)
    return Game(name, source, number, max_steps, partial(_open, level, number), inside=partial(_inside, level, number))


@cached(None)
def _facts(level: str, seed: int) -> tuple[Path, int]:
    """The file that defines a level, and the level's step limit for one game."""
    from ariadne.worlds.babyai.world import make_level

    made = make_level(level, seed)
    return Path(inspect.getfile(type(made))), made.max_steps


def _open(level: str, seed: int) -> World:
    from ariadne.worlds.babyai.world import BabyAIWorld

    return BabyAIWorld(level, seed)


def _inside(level: str, seed: int) -> Mapping[str, str]:
    from ariadne.worlds.babyai.world import make_level

    made = make_level(level, seed)
    things = sorted(f"{each.color} {each.type}" for each in made.grid.grid if each and each.type != "wall")
    return {
        "rooms": str(made.num_rows * made.num_cols),
        "things": ", ".join(things),
        "license": "MIT (minigrid)",
    }


def _about(name: str) -> str:
    return f"{LEVELS[name.removeprefix(PREFIX)]} BabyAI, as text."


BABYAI = WorldKind(
    _find, lambda: [f"{PREFIX}{level}" for level in LEVELS], _about, lambda name, wanted: wanted or (DEFAULT_SEED,)
)
