"""The foods of errands and what is done to them, as TextWorld's cooking challenge has them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

COOKBOOK, KNIFE, STOVE, OVEN = "cookbook", "kitchen knife", "stove", "oven"
CUTS = {"sliced": "slice", "diced": "dice", "chopped": "chop"}
"""How a food can be cut, and the command for it."""
COOKINGS = {"fried": STOVE, "roasted": OVEN}
"""How a food can be cooked, and what does it."""
VERBS = {"fried": "fry", "roasted": "roast"}
RAW = ("raw", "cookable", "cuttable", "uncut", "edible")
UNEATABLE = ("needs_cooking", "cookable", "cuttable", "uncut", "inedible")
FOODS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("carrot", "tomato", "banana", "lettuce", "red onion", "green apple", "yellow bell pepper"), RAW),
    **dict.fromkeys(("pork chop", "purple potato", "white tuna"), UNEATABLE),
}
"""Foods that can be cut and cooked, with what the engine holds to be true of them at first."""


@dataclass(frozen=True)
class Dish:
    """How a food is to be prepared; empty where it is not to be cut, or not to be cooked."""

    food: str
    cut: str
    cooking: str

    @property
    def states(self) -> tuple[str, ...]:
        """What then is true of it; who cooks twice burns it, and it is not edible."""
        return self.cut or "uncut", self.cooking or "raw", "edible"

    @property
    def says(self) -> str:
        """Its line in the cookbook."""
        verbs = [CUTS.get(self.cut), VERBS.get(self.cooking)]
        return f"{self.food}: {', '.join(f'{verb} the {self.food}' for verb in verbs if verb)}."


def draw_dishes(number: int, rng: random.Random) -> dict[str, Dish]:
    """So many foods, each with what is to be done to it."""
    return {food: _dish(food, rng) for food in rng.sample(sorted(FOODS), number)}


def _dish(food: str, rng: random.Random) -> Dish:
    ways = [Dish(food, cut, cooking) for cut in ("", *CUTS) for cooking in ("", *COOKINGS) if cut or cooking]
    return rng.choice([way for way in ways if way.cooking or FOODS[food] == RAW])
