"""The foods of errands and their preparation, as in TextWorld's cooking challenge."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

COOKBOOK, KNIFE, STOVE, OVEN = "cookbook", "kitchen knife", "stove", "oven"
CUTS = {"sliced": "slice", "diced": "dice", "chopped": "chop"}
"""The ways to cut a food, each with its command."""
COOKINGS = {"fried": STOVE, "roasted": OVEN}
"""The ways to cook a food, each with its appliance."""
VERBS = {"fried": "fry", "roasted": "roast"}
RAW = ("raw", "cookable", "cuttable", "uncut", "edible")
UNEATABLE = ("needs_cooking", "cookable", "cuttable", "uncut", "inedible")
FOODS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("carrot", "tomato", "banana", "lettuce", "red onion", "green apple", "yellow bell pepper"), RAW),
    **dict.fromkeys(("pork chop", "purple potato", "white tuna"), UNEATABLE),
}
"""Foods that can be cut and cooked, with their initial states in the engine."""


@dataclass(frozen=True)
class Dish:
    """How to prepare a food. A field is empty if the food is not cut, or not cooked."""

    food: str
    cut: str
    cooking: str

    @property
    def states(self) -> tuple[str, ...]:
        """Return its states afterwards. Cooking it twice burns it and makes it inedible."""
        return self.cut or "uncut", self.cooking or "raw", "edible"

    @property
    def says(self) -> str:
        """Return its line in the cookbook."""
        verbs = [CUTS.get(self.cut), VERBS.get(self.cooking)]
        return f"{self.food}: {', '.join(f'{verb} the {self.food}' for verb in verbs if verb)}."


def draw_dishes(number: int, rng: random.Random) -> dict[str, Dish]:
    """Draw foods, each with its preparation."""
    return {food: _dish(food, rng) for food in rng.sample(sorted(FOODS), number)}


def _dish(food: str, rng: random.Random) -> Dish:
    ways = [Dish(food, cut, cooking) for cut in ("", *CUTS) for cooking in ("", *COOKINGS) if cut or cooking]
    return rng.choice([way for way in ways if way.cooking or FOODS[food] == RAW])
