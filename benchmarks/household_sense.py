"""How well the rules model judges where things belong, without playing.

    python benchmarks/household_sense.py                  its score if it knew all places of a house at once
    python benchmarks/household_sense.py --show           and its mistakes
    python benchmarks/household_sense.py --fit            the weights of the signs that fit the houses best
    python benchmarks/household_sense.py drawn            houses drawn from a long list of varied things
    python benchmarks/household_sense.py plain sealed     held-out houses

The houses in `benchmarks/houses/` were written by other authors without knowledge of the rules and of the games'
catalogue. The rules were developed on those of three authors, `developed/`, `fresh/` and `newcomers/`, and on our own
cleaning games (`ours`, seeds 1-12). `plain/`, `sealed/` and `strangers/` (ordinary homes, by three authors) and
`unusual/` are held out: measure on them and do not look at the mistakes there. `drawn` are the houses of
`drawn_houses.py`. Habits (`tools/make_habits.py`) are learned from other houses than these.

Score: +1 for a misplaced thing that is brought to one of its homes, -1 for a thing in place that is brought to a wrong
place, as a share of the misplaced things. With `--fit`, each group is scored with weights fitted to the other groups,
so no author's houses influence the weights that they are scored with. Prints a line of Markdown for each group: the
mean over its houses, and the score over things that no house in `tools/homes/` names.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import mean

import numpy as np
import yaml
from drawn_houses import drawn

from ariadne.embed.cache import TextCache
from ariadne.embed.registry import load_embedder
from ariadne.games import cleaning
from ariadne.games.catalogue import load_catalogue
from ariadne.reasoner.sense import sense
from ariadne.reasoner.sense.sense import PossiblePlace, Signs, signs_of

HOUSES = Path(__file__).parent / "houses"
PAPERS = Path(__file__).parent.parent / "tools" / "homes"
DEVELOPED, OURS, DRAWN, HELD_OUT = (
    ("developed", "fresh", "newcomers"),
    "ours",
    "drawn",
    ("plain", "sealed", "unusual", "strangers"),
)
HEAD = """\
| houses | number | judged | things that none names | judged, these alone |
| --- | --: | --: | --: | --: |"""
SEEDS, DRAWN_SEEDS = range(1, 13), range(1, 31)
WEIGHTS = (*sense.WEIGHTS, sense.LOYALTY)
NAMES = (*(field.name for field in fields(Signs)), "loyalty")


@dataclass(frozen=True)
class House:
    """A house with its things: their current and their right places."""

    name: str
    furniture: Mapping[str, Sequence[str]]
    lies: Mapping[str, str]
    homes: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Case:
    """A thing of a house with all its possible places; the first is its current one.

    Attributes:
        signs: [places, signs and loyalty], the signs for each place.
        right: [places], whether it is one of the thing's homes.
    """

    thing: str
    places: tuple[PossiblePlace, ...]
    signs: np.ndarray
    right: np.ndarray


def strangers(group: str) -> list[House]:
    """The houses in the files of a folder."""
    found = []
    for path in sorted((HOUSES / group).glob("*.json")):
        house = json.loads(path.read_text(encoding="utf-8"))
        things = house["things"].items()
        lies = {thing: each["start"] for thing, each in things}
        found.append(
            House(f"{group}/{path.stem}", house["rooms"], lies, {thing: each["homes"] for thing, each in things})
        )
    return found


def ours() -> list[House]:
    """The houses of our own games."""
    found = []
    for seed in SEEDS:
        plan = cleaning.plan(cleaning.CleaningKnobs(), load_catalogue(), random.Random(f"cleaning {seed}"))
        found.append(House(f"cleaning-{seed}", plan.furniture, plan.lies, plan.homes))
    return found


def cases(house: House, similarity: Callable[[str, str], float]) -> list[Case]:
    """Every thing of a house with the signs for each place."""
    room = {piece: name for name, pieces in house.furniture.items() for piece in pieces}
    found = []
    for thing, lies in house.lies.items():
        holders = list(dict.fromkeys((lies, *room)))
        places = tuple(
            PossiblePlace(
                holder, room.get(holder, holder), tuple(t for t, where in house.lies.items() if where == holder)
            )
            for holder in holders
        )
        signs = [[*astuple(signs_of(thing, place, similarity)), float(place.holder == lies)] for place in places]
        right = [place.holder in house.homes[thing] for place in places]
        found.append(Case(thing, places, np.array(signs), np.array(right)))
    return found


def score(house: Sequence[Case], weights: Sequence[float], show: bool = False) -> float:
    """The score of bringing each thing to the place with the strongest signs."""
    gained = 0
    for case in house:
        best = int(np.argmax(case.signs @ np.asarray(weights)))
        gained += int(case.right[best]) - int(case.right[0])
        if show and not case.right[best]:
            what = "stays" if best == 0 else f"goes to the {case.places[best].holder}"
            print(f"    {case.thing}, at the {case.places[0].holder} in the {case.places[0].room}: {what}")
    return gained / sum(not case.right[0] for case in house)


def fitted(houses: Sequence[Sequence[Case]], strength: float = 0.05) -> np.ndarray:
    """The weights that maximize the likelihood of the right places: a multinomial logit, regularized by `strength`."""
    known = [case for house in houses for case in house if case.right.any()]
    weights = np.zeros(len(NAMES))
    for _ in range(20):
        before = _likelihood(known, weights, strength)
        slope, bend = -2 * strength * weights, 2 * strength * np.eye(len(weights))
        for case in known:
            logits = case.signs @ weights
            share = _shares(logits)
            right = _shares(np.where(case.right, logits, -np.inf))
            expected = share @ case.signs
            slope += right @ case.signs - expected
            bend += (case.signs * share[:, None]).T @ case.signs - np.outer(expected, expected)
        step = np.linalg.solve(bend, slope)
        # Far from the optimum, Newton's full step may overshoot.
        while _likelihood(known, weights + step, strength) < before and np.abs(step).max() > 1e-6:
            step = step / 2
        weights = weights + step
    return weights


def _likelihood(cases: Sequence[Case], weights: np.ndarray, strength: float) -> float:
    shares = (_shares(case.signs @ weights)[case.right].sum() for case in cases)
    return float(sum(np.log(max(share, 1e-12)) for share in shares) - strength * weights @ weights)


def _shares(logits: np.ndarray) -> np.ndarray:
    odds = np.exp(logits - logits.max())
    return odds / odds.sum()


def judged(group: str, similarity: Callable[[str, str], float]) -> dict[str, list[Case]]:
    """The cases of a group's houses, by the name of the house."""
    if group == DRAWN:
        houses = [House(f"drawn-{seed}", **vars(drawn(seed))) for seed in DRAWN_SEEDS]
    else:
        houses = ours() if group == OURS else strangers(group)
    return {house.name: cases(house, similarity) for house in houses}


def named() -> set[str]:
    """The things that habits were learned from."""
    papers = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in PAPERS.glob("*/*.yaml"))
    return {str(thing) for paper in papers for thing in paper["things"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "groups", nargs="*", default=[*DEVELOPED, OURS], help=f"folders in {HOUSES.name}/, {OURS} or {DRAWN}"
    )
    parser.add_argument("--show", action="store_true", help="list the mistakes")
    parser.add_argument("--fit", action="store_true", help="fit the weights")
    options = parser.parse_args()
    similarity = TextCache(load_embedder("minilm")).similarity
    groups = {group: judged(group, similarity) for group in options.groups}
    names = named()
    print(HEAD)
    known = {group: list(houses.values()) for group, houses in groups.items() if group not in HELD_OUT}
    for name, houses in groups.items():
        others = [house for group in known if group != name for house in known[group]]
        weights = fitted(others) if options.fit else WEIGHTS
        scores = []
        for house, its_cases in houses.items():
            show = options.show and name not in HELD_OUT
            if show:
                print(f"  {house}")
            scores.append(score(its_cases, weights, show))
        unnamed = [case for each in houses.values() for case in each if case.thing not in names]
        print(f"| `{name}` | {len(houses)} | {mean(scores):.2f} | {len(unnamed)} | {score(unnamed, weights):.2f} |")
    if options.fit:
        weights = fitted([house for group in known.values() for house in group])
        print("weights:", ", ".join(f"{name} {weight:.2f}" for name, weight in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
