"""The step from which one arm costs less than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.evaluate.statistics import mean

WINDOW = 20
"""Steps over which prices are averaged."""


@dataclass(frozen=True)
class Overtaking:
    """One arm costs less from `step` on; at the `last` step that both reach, `ratio` of the other."""

    step: int
    last: int
    ratio: float


def overtaking(ours: Sequence[float | None], theirs: Sequence[float | None]) -> Overtaking | None:
    """Find the step at which our prices fall below theirs for good; None if they never do, or never were above.

    Args:
        ours, theirs: by step, from step 1.
    """
    pairs = [(own, other) for own, other in zip(ours, theirs, strict=False) if own is not None and other is not None]
    starts = range(0, len(pairs) - WINDOW + 1)
    ratios = [_ratio(pairs[start : start + WINDOW]) for start in starts]
    above = [start for start, ratio in zip(starts, ratios, strict=True) if ratio >= 1]
    if not above or above[-1] == starts[-1]:
        return None
    return Overtaking(above[-1] + 2, len(pairs), ratios[-1])


def smoothed(values: Sequence[float | None], width: int = WINDOW) -> list[float | None]:
    """Each value as the mean of itself and those before it, `width` in all; what is missing stays missing."""
    windows = (values[max(0, end - width) : end] for end in range(1, len(values) + 1))
    return [
        None if window[-1] is None else mean([value for value in window if value is not None]) for window in windows
    ]


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    own, other = mean([pair[0] for pair in pairs]) or 0.0, mean([pair[1] for pair in pairs]) or 0.0
    return own / other if other else 1.0
