"""A maker's result: a TextWorld game before compilation, and the content of its card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ariadne.worlds.card import NativeScoring, Scoring


@dataclass(frozen=True)
class Draft:
    """A game before it is compiled.

    Attributes:
        game: a `textworld.generator.game.Game`.
        walkthrough: primitive commands that win, from the start.
        maximum: the score that the walkthrough reaches.
        source: text added to TextWorld's Inform 7 source.
    """

    game: Any
    goal: str
    briefing: str
    maximum: float
    walkthrough: tuple[str, ...]
    scoring: Scoring = field(default_factory=NativeScoring)
    source: str = ""


def maker_options(seed: int, wording_seed: int | None) -> Any:
    """TextWorld's options: all random choices come from `seed`, the wording from `wording_seed` if given."""
    import textworld

    options = textworld.GameOptions()
    options.seeds = seed
    if wording_seed is not None:
        options.seeds["grammar"] = wording_seed
    return options
