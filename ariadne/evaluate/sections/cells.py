"""Formats of numbers in tables."""

from __future__ import annotations

from collections.abc import Callable

NOTHING = "–"

Form = Callable[[float | None], str]
"""Formats a value."""


def score(value: float | None, nothing: str = NOTHING, places: int = 2) -> str:
    """A share or a score."""
    return nothing if value is None else f"{value:.{places}f}"


def percent(share: float | None) -> str:
    """Per cent with one decimal."""
    return NOTHING if share is None else f"{100 * share:.1f}"


def signed(value: float | None, places: int = 2) -> str:
    """A number with its sign; no sign if it rounds to 0."""
    if value is None:
        return NOTHING
    return f"{value:+,.{places}f}" if round(value, places) else f"{0:.{places}f}"


def probability(value: float | None) -> str:
    """A p value."""
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def count(value: float | None) -> str:
    """No decimals: 12,346."""
    return NOTHING if value is None else f"{value:,.0f}"


def interval(bounds: tuple[float, float] | None, form: Callable[[float], str] = score) -> str:
    """Both ends of an interval."""
    return NOTHING if bounds is None else f"{form(bounds[0])} {form(bounds[1])}"


def tenths(value: float | None) -> str:
    """One decimal."""
    return NOTHING if value is None else f"{value:,.1f}"


def short(value: float | None) -> str:
    """One decimal, or none for an integer."""
    return NOTHING if value is None else f"{round(value, 1):g}"


def money(usd: float | None) -> str:
    """US dollars."""
    if usd is None:
        return "unknown"
    return f"{usd:.2f}" if usd >= 1 or usd == 0 else f"{usd:.4f}"
