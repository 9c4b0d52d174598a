"""Published figures with their sources."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

import yaml

from ariadne.evaluate.card import Figure, Scorecard
from ariadne.models.registry import RULES

DATA = Path(__file__).with_name("published.yaml")

# Players without a counterpart in Ariadne: they are shown with every play of their game.
OTHERS = ("human", "GATA", "LTL-GATA", "EXPLORER")


def beside(games: Collection[str], names: Collection[str]) -> list[Figure]:
    """The figures for these games and arms, and for people and others' agents."""
    return [
        figure
        for figure in figures()
        if (figure.arm in names and _is_over_some(figure, games))
        or (figure.unit in games and figure.arm in (*names, *OTHERS))
    ]


def is_like(card: Scorecard) -> Callable[[Figure], bool]:
    """A test whether a figure is comparable: one of a language model only if a language model played here."""
    played = any(row.model not in (None, RULES) for row in card.overall)
    return lambda figure: played or figure.arm in OTHERS


def _is_over_some(figure: Figure, games: Collection[str]) -> bool:
    """Whether it covers several games that are unnamed, or one of which was played."""
    return figure.unit is None and (not figure.units or not set(games).isdisjoint(figure.units))


@cache
def figures() -> tuple[Figure, ...]:
    """All figures, in the order of the file."""
    groups = yaml.safe_load(DATA.read_text(encoding="utf-8"))["groups"]
    return tuple(
        Figure(arm=name, unit=game, value=value, **group["about"])
        for group in groups
        for name, values in group["values"].items()
        for game, value in (values.items() if isinstance(values, dict) else [(None, values)])
    )
