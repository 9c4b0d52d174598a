"""What an experiment measures: a row for each game, question or examination that an arm was tried on."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ariadne.evaluate.arms import Arm


@dataclass(frozen=True)
class Unit:
    """The unit of resampling and pairing: a game with its seed, a question, or an examined play.

    Attributes:
        group: the game, data set or preset.
        item: the seed, or the question; None if unknown.
    """

    group: str
    item: int | str | None


@dataclass(frozen=True)
class Amount:
    """A part of a mean, which is the sum of all totals / the sum of all weights.

    Attributes:
        total: None if it is unknown; then the mean is unknown too.
        weight: such as the number of steps, for a mean per step.
    """

    total: float | None
    weight: float = 1

    @property
    def mean(self) -> float | None:
        """None if it is unknown, or has no weight."""
        return None if self.total is None or not self.weight else self.total / self.weight


@dataclass(frozen=True)
class Row:
    """The results of an arm on a unit. If it did not finish, these are only the counts that every unit has."""

    unit: Unit
    arm: Arm
    metrics: Mapping[str, Amount]


def amounts(values: Mapping[str, float | None], weight: float = 1) -> dict[str, Amount]:
    """Amounts of the same weight; values that are None are left out."""
    return {name: Amount(value, weight) for name, value in values.items() if value is not None}


def summed(parts: Collection[Amount]) -> Amount:
    """The sum of some amounts."""
    totals = [part.total for part in parts if part.total is not None]
    return Amount(math.fsum(totals) if len(totals) == len(parts) else None, math.fsum(part.weight for part in parts))


def counted_ends(why: str, is_finished: bool) -> dict[str, Amount]:
    """How a unit ended, as counts that every unit has."""
    ends = {name: float(why == name) for name in ("failed", "unfinished", "stopped", "left")}
    return amounts({"finished": float(is_finished), **ends})
