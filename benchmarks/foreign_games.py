"""Scores of the rules model with AriGraph in TextWorld's own families, which were not written for this project.

    python benchmarks/foreign_games.py                           every kind of game, seeds 201-205
    python benchmarks/foreign_games.py simple ftwp --seeds 1-20  kinds by prefix; seeds 1-20 are for development

The output is that of `rules_scores.py`; the walkthrough is TextWorld's own policy.
Seeds for which TextWorld finds no quest are named on stderr. The runs are kept in `runs/`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from rules_scores import HEAD, played, row

from ariadne import files
from ariadne.errors import UserError
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, load_preset, preset_from
from ariadne.games.seeds import parse_seeds

KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    **{f"coin-collector-{level}": ("coin-collector", {"level": level}) for level in (10, 30, 50, 110, 220)},
    **{f"treasure-hunter-{level}": ("treasure-hunter", {"level": level}) for level in (5, 15, 25)},
    **{f"simple-{goal}": ("simple", {"goal": goal}) for goal in ("detailed", "brief", "none")},
    "custom": ("custom", {}),
    "ftwp": ("ftwp", {}),
}
"""The presets to play, with their changed knobs."""


def preset(kind: str) -> Preset:
    """A shipped preset with some knobs changed, under the kind's name."""
    base, knobs = KINDS[kind]
    content = load_preset(base).model_dump(exclude={"name"})
    return preset_from(kind, {**content, "knobs": {**content["knobs"], **knobs}}, kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[""], help="prefixes of the names of kinds")
    parser.add_argument("--seeds", default="201-205", help="such as 1-5,8")
    options = parser.parse_args()
    print(HEAD)
    for kind in (kind for kind in KINDS if kind.startswith(tuple(options.kinds))):
        games = []
        for seed in parse_seeds(options.seeds):
            try:
                games.append(played(str(make_game(preset(kind), seed, files.built_games())), f"{kind}-{seed}"))
            except UserError as error:
                print(f"{kind}-{seed}: {error}", file=sys.stderr)
        if games:
            print(row(kind, games), flush=True)


if __name__ == "__main__":
    main()
