"""Ablation of the rules' sense of a house: each table and each sign is left out, one at a time.

    python benchmarks/ablate_reasoner.py                            in two houses of each group of development
    python benchmarks/ablate_reasoner.py --houses 12 --only state   one part, in more houses
    python benchmarks/ablate_reasoner.py --groups strangers plain   held-out houses
    python benchmarks/ablate_reasoner.py --games 2                  and TextWorld's own families, with two seeds each
    python benchmarks/ablate_reasoner.py --list                     the parts that can be left out

Houses are judged on paper, as in `household_sense.py`. The weights are not fitted again, so a part may be worth a
little less than it seems. Results are kept in a file, one per line, and are not measured again, so an interrupted run
can be started again. A part that costs less than 0.01 is not worth its lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from foreign_games import KINDS, preset
from household_sense import DEVELOPED, HOUSES, NAMES, WEIGHTS, House, cases, score, strangers
from rules_scores import played

from ariadne import files
from ariadne.embed.cache import TextCache
from ariadne.embed.registry import load_embedder
from ariadne.games.make import make_game
from ariadne.reasoner.playing import goals
from ariadne.reasoner.sense import classify, kinds, names, places, sense

SEEDS = range(1, 21)
"""The seeds for development; the others are for reporting."""
ALL = "nothing"
"""The name of the complete reasoner, for comparison."""

Part = Callable[[], Any]
"""Returns a context in which a part is replaced."""


def without_field(table: str, field: str) -> Part:
    """A table whose entries lack a field."""

    def read(name: str, whole: Callable[[str], Any] = kinds.table) -> Any:
        found = whole(name)
        return {key: {**entry, field: []} for key, entry in found.items()} if name == table else found

    return partial(_tables, read)


def without_names(table: str) -> Part:
    """A table whose entries have no alternative names."""

    def read(name: str, whole: Callable[[str], Any] = kinds.table) -> Any:
        found = whole(name)
        return {key: entry[:0] for key, entry in found.items()} if name == table else found

    return partial(_tables, read)


def without(module: Any, function: str, instead: Callable[..., Any]) -> Part:
    """A function that returns a constant."""
    return partial(patch.object, module, function, instead)


@contextmanager
def _tables(read: Callable[[str], Any]) -> Iterator[None]:
    with patch.object(kinds, "table", read), patch.object(places, "table", read):
        yield


def even(*_: Any) -> Mapping[str, float]:
    """Every kind is equally likely."""
    return dict.fromkeys(kinds.kinds(), 1 / len(kinds.kinds()))


PARTS: Mapping[str, Part] = {
    ALL: partial(_tables, kinds.table),
    "state": without_field("kinds", "state"),
    "of": without_field("kinds", "of"),
    "said": without_field("kinds", "said"),
    "also of kinds": without_field("kinds", "also"),
    "also of furniture": without_field("furniture", "also"),
    "names of rooms": without_names("rooms"),
    "lexicon on kinds": without(classify, "_known", even),
    "similarity on kinds": without(classify, "_spoken", even),
    "glosses": without(classify, "_gloss", lambda noun: ""),
    "uses in glosses": without(names, "_used_for", lambda noun: []),
    "uses": without(classify, "uses", lambda thing: []),
    "vessels": without(classify, "kept_in", lambda thing: ""),
    "purposes of furniture": without(sense, "purposes", lambda *_: {}),
    "words before furniture": without(places, "_told", lambda *_: {}),
    "rooms' purposes": without(places, "_is_thing", lambda word: False),
}
SIGNS = NAMES[:-1]
GOALS: Mapping[str, Part] = {
    ALL: partial(patch.object, goals, "_CHANCE", goals._CHANCE),
    "vote on goals": partial(patch.object, goals, "_CHANCE", 2.0),
}


def fresh() -> None:
    """Clear the caches of names that depend on the tables."""
    for name, module in list(sys.modules.items()):
        if name.startswith("ariadne.reasoner.sense") and "habits" not in name:
            for each in vars(module).values():
                getattr(each, "cache_clear", lambda: None)()


def judged(part: str, house: House, similarity: Callable[[str, str], float]) -> dict[str, float]:
    """The score of a house without a part; for the complete reasoner, also that without each sign."""
    fresh()
    with PARTS[part]():
        its = cases(house, similarity)
    found = {part: score(its, WEIGHTS)}
    if part == ALL:
        for sign in SIGNS:
            weights = [0.0 if name == sign else weight for name, weight in zip(NAMES, WEIGHTS, strict=True)]
            found[f"sign: {sign}"] = score(its, weights)
    return found


def won(game: str) -> float:
    """The normalized score of one of TextWorld's games."""
    kind, _, seed = game.rpartition("-")
    summary, _ = played(str(make_game(preset(kind), int(seed), files.built_games())), game)
    return summary.normalized_score or 0.0


class Measured:
    """The results so far: a score by part and by house or game, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        self._scores: dict[tuple[str, str], float] = {(part, what): came for part, what, came in map(json.loads, lines)}

    def add(self, what: str, scores: Mapping[str, float]) -> None:
        self._scores |= {(part, what): came for part, came in scores.items()}
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps([part, what, came]) + "\n" for part, came in scores.items())

    def has(self, part: str, what: str) -> bool:
        return (part, what) in self._scores

    def rows(self) -> Iterator[tuple[str, int, float]]:
        """Each part, the number of its measurements, and its mean cost, the most expensive first."""
        costs: dict[str, list[float]] = {}
        for (part, what), came in self._scores.items():
            if part != ALL and (ALL, what) in self._scores:
                costs.setdefault(part, []).append(self._scores[ALL, what] - came)
        yield from sorted(((part, len(each), mean(each)) for part, each in costs.items()), key=lambda row: -row[2])


def houses(groups: Sequence[str], most: int) -> list[House]:
    """The first houses of some groups."""
    return [house for group in groups for house in strangers(group)[:most]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", nargs="*", default=DEVELOPED, help=f"folders in {HOUSES.name}/")
    parser.add_argument("--houses", type=int, default=2, help="how many of each group")
    parser.add_argument("--games", type=int, default=0, help="how many seeds of each of TextWorld's families")
    parser.add_argument("--only", nargs="*", help="parts to be left out")
    parser.add_argument("--out", type=Path, help="the file of what was measured")
    parser.add_argument("--list", action="store_true", help="list the parts")
    options = parser.parse_args()
    if options.list:
        print("\n".join(dict.fromkeys((*PARTS, *(f"sign: {sign} (with {ALL})" for sign in SIGNS), *GOALS))))
        return
    out = options.out or files.runs() / "ablations.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    measured = Measured(out)
    wanted = {ALL, *options.only} if options.only else {*PARTS, *GOALS}
    similarity = TextCache(load_embedder("minilm")).similarity
    for part in (part for part in PARTS if part in wanted):
        for house in houses(options.groups, options.houses):
            if not measured.has(part, house.name):
                measured.add(house.name, judged(part, house, similarity))
                print(f"{part}: {house.name}", file=sys.stderr, flush=True)
    for part in (part for part in GOALS if part in wanted and options.games):
        for game in (f"{kind}-{seed}" for kind in KINDS for seed in SEEDS[: options.games]):
            if not measured.has(part, game):
                with GOALS[part]():
                    measured.add(game, {part: won(game)})
    for part, count, cost in measured.rows():
        print(f"{part:28}{count:4}{cost:8.3f}")


if __name__ == "__main__":
    main()
