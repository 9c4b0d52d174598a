"""The families of games: each turns its knobs and a seed into a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ariadne.games import cleaning, cooking, foreign, treasure_hunt
from ariadne.games.draft import Draft
from ariadne.games.errands import maker as errands
from ariadne.games.errands.knobs import ErrandsKnobs
from ariadne.games.knobs import Knobs


@dataclass(frozen=True)
class Family:
    """A maker of games.

    Attributes:
        knobs: the model of its knobs.
        build: (knobs, seed) -> the game, not yet compiled.
        version: increased whenever the same knobs and seed make a different game, so that games are made again.
    """

    knobs: type[Knobs]
    build: Callable[[Any, int], Draft]
    version: int = 1


FAMILIES: Mapping[str, Family] = {
    "treasure-hunt": Family(treasure_hunt.TreasureHuntKnobs, treasure_hunt.build),
    "cooking": Family(cooking.CookingKnobs, cooking.build),
    "cleaning": Family(cleaning.CleaningKnobs, cleaning.build),
    "errands": Family(ErrandsKnobs, errands.build),
    "coin-collector": Family(foreign.CoinCollectorKnobs, partial(foreign.challenge, "tw-coin_collector")),
    "treasure-hunter": Family(foreign.TreasureHunterKnobs, partial(foreign.challenge, "tw-treasure_hunter")),
    "simple": Family(foreign.SimpleKnobs, partial(foreign.challenge, "tw-simple")),
    "custom": Family(foreign.CustomKnobs, foreign.custom),
    "ftwp": Family(foreign.FtwpKnobs, partial(foreign.challenge, "tw-cooking")),
}
