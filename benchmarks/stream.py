"""A stream for benchmarks of memories: a walk through an endless house.

Each step has an observation, the triplets that a perfect model reads in it, those that they replace, and queries with
their depths. The walk enters new rooms, sometimes returns to old ones, and moves things.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, product
from typing import Any

COLOURS = (
    "amber black blue brown copper cream golden green grey ivory lilac olive orange pink purple red silver teal".split()
)
ROOMS = (
    "attic bathroom bedroom cellar corridor gallery garage hall kitchen larder library office pantry parlour".split()
)
FURNITURE = "armchair bench bookcase box cabinet chest counter crate cupboard desk drawer rack shelf sofa table".split()
THINGS = "apple banana bell book bottle bowl brush candle comb cup fork glove hammer jar key knife lamp letter".split()
QUALITIES = "open closed locked clean dusty broken empty heavy".split()
BACK = {"north": "south", "east": "west", "south": "north", "west": "east"}

Lines = list[list[str]]


def walk(seed: int, triplets: int) -> Iterator[dict[str, Any]]:
    """Steps up to a number of distinct triplets; the same seed gives the same steps."""
    chance = random.Random(seed)
    rooms, furniture, things = (_names(kinds, chance) for kinds in (ROOMS, FURNITURE, THINGS))
    house: list[tuple[str, Lines]] = []
    lies: dict[str, tuple[str, str]] = {}
    known: list[str] = []
    told: set[tuple[str, ...]] = set()
    while len(told) < triplets:
        if house and chance.random() < 0.3:
            name, fixed = chance.choice(house[-200:])
        else:
            name, fixed = next(rooms), []
            if house:
                way = chance.choice(list(BACK))
                fixed += [[name, f"is {way} of", house[-1][0]], [house[-1][0], f"is {BACK[way]} of", name]]
            fixed += [[name, "has exit", way] for way in chance.sample(list(BACK), 2)]
            for place in (next(furniture) for _ in range(chance.randint(1, 3))):
                fixed += [[place, "is in", name], [place, "is", chance.choice(QUALITIES)]]
                new = [next(things) for _ in range(chance.randint(0, 2))]
                lies |= dict.fromkeys(new, ("is on", place))
                known += new
            house.append((name, fixed))
        here = [line[0] for line in fixed if line[1:] == ["is in", name]]
        seen = fixed + [[thing, *place] for thing in known[-400:] if (place := lies[thing])[1] in here]
        outdated = []
        if chance.random() < 0.3 and lies:
            thing = chance.choice(known[-200:])
            old = [thing, *lies[thing]]
            lies[thing] = ("is in", "inventory") if old[2] != "inventory" else ("is on", chance.choice(here))
            seen = [*(line for line in seen if line != old), [thing, *lies[thing]]]
            outdated = [[old, seen[-1]]]
        told |= {tuple(line) for line in seen}
        asked = {name: 1, "inventory": 1} | dict.fromkeys(chance.sample(known[-500:], min(4, len(known))), 2)
        text = f"-= {name.title()} =-\n" + " ".join(f"The {' '.join(line)}." for line in seen)
        yield {
            "observation": text,
            "triplets": seen,
            "outdated": outdated,
            "queries": [*asked],
            "depths": [*asked.values()],
        }


def _names(kinds: list[str], chance: random.Random) -> Iterator[str]:
    """An endless series of distinct names."""
    for number in count(1):
        names = [f"{colour} {kind}" for colour, kind in product(COLOURS, kinds)]
        chance.shuffle(names)
        yield from (name if number == 1 else f"{name} {number}" for name in names)
