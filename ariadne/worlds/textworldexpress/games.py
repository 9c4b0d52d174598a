"""TextWorldExpress' games by name: `twx/cookingworld`. Each seed is a different game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial

from ariadne.errors import UserError
from ariadne.registry import unknown
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.world import World

PREFIX = "twx/"
MAX_STEPS = 100
"""TextWorldExpress' own default limit."""

GAMES: Mapping[str, str] = {
    "cookingworld": "Find a recipe, gather its ingredients, cut and cook them, and eat the meal.",
    "twc": "Put scattered things where they belong.",
    "coin": "Find the coin in a house, and take it.",
    "mapreader": "Fetch a coin from a place on a map.",
    "arithmetic": "Solve an arithmetic problem, and put that many things into a box.",
    "sorting": "Put things into a box, from the smallest quantity to the largest.",
    "simonsays": "Do what Simon says.",
    "peckingorder": "Do what the instructions say, and read them again after each step.",
}
"""The games of TextWorldExpress 1.1."""

FOLDS: Mapping[str, range] = {
    "train": range(1000),
    "dev": range(10_000, 11_000),
    "test": range(20_000, 21_000),
}
"""Its seeds for training, development and test. The folds also differ in their things."""


def _find(name: str, seed: int | None) -> Game | None:
    game = name.removeprefix(PREFIX)
    if game == name or "/" in game:
        return None
    if game not in GAMES:
        raise UserError(f"TextWorldExpress: {unknown(game, GAMES)}")
    number = FOLDS["test"].start if seed is None else seed
    fold = _fold(game, number)
    from ariadne.worlds.textworldexpress.world import program

    opened = partial(_open, game, number, fold)
    return Game(name, program().jar, number, MAX_STEPS, opened, inside=partial(_inside, game, number, fold))


def _fold(game: str, seed: int) -> str:
    for fold, seeds in FOLDS.items():
        if seed in seeds:
            return fold
    known = ", ".join(f"{seeds[0]} to {seeds[-1]} ({fold})" for fold, seeds in FOLDS.items())
    raise UserError(f"TextWorldExpress: {game} has the seeds {known}, not {seed}")


def _open(game: str, seed: int, fold: str) -> World:
    from ariadne.worlds.textworldexpress.world import TextWorldExpress

    return TextWorldExpress(game, seed, fold)


def _inside(game: str, seed: int, fold: str) -> Mapping[str, str]:
    from ariadne.worlds.textworldexpress.world import TextWorldExpress

    with closing(TextWorldExpress(game, seed, fold)) as world:
        return {"fold": fold, **world.parameters(), "license": "Apache 2.0 (TextWorldExpress)"}


def _about(name: str) -> str:
    return f"{GAMES[name.removeprefix(PREFIX)]} TextWorldExpress, at most {MAX_STEPS} steps."


def _seeds(name: str, wanted: Sequence[int] | None) -> Sequence[int]:
    """The wanted seeds, by default the first test seed."""
    for seed in wanted or ():
        _find(name, seed)
    return wanted or (FOLDS["test"].start,)


TEXTWORLDEXPRESS = WorldKind(_find, lambda: [f"{PREFIX}{game}" for game in GAMES], _about, _seeds)
