"""Phrases for what a paired comparison shows; verdicts, tables and pages share them."""

from __future__ import annotations

from collections.abc import Callable

from ariadne.evaluate.card import Paired
from ariadne.evaluate.sections.cells import probability
from ariadne.evaluate.statistics import CONFIDENCE, FEWEST_PAIRS
from ariadne.text import counted

Form = Callable[[float | None], str]
"""Formats a value."""


def known(paired: Paired, pair: str) -> str:
    """The finding of a comparison; `pair` is the singular of what is paired."""
    if _are_too_few(paired):
        return f"too few {pair}s to tell ({paired.pairs})"
    if differs(paired):
        return _how_often(paired, pair)
    if not _may_be_none(paired):
        return f"may be chance on {counted(paired.pairs, pair)}"
    return f"no difference seen on {counted(paired.pairs, pair)}"


def told(paired: Paired, pair: str, form: Form) -> str:
    """The finding with its interval, if there are enough pairs for one."""
    said = known(paired, pair)
    if _are_too_few(paired) or paired.ci95 is None:
        return said
    return f"{said} ({'equal on all' if paired.equal == paired.pairs else ends(paired, form)})"


def ends(paired: Paired, form: Form) -> str:
    """The interval of the difference; empty if there is none."""
    return f"interval {' to '.join(map(form, paired.ci95))}".replace("-", "−") if paired.ci95 else ""


def chance(paired: Paired, name: str) -> str:
    """The corrected p value, called `name`."""
    value = probability(paired.p_holm)
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"


def differs(paired: Paired) -> bool:
    """Whether the difference is beyond chance: p is below 0.05 after Holm's correction."""
    return paired.p_holm is not None and paired.p_holm < 1 - CONFIDENCE


def turned(paired: Paired) -> Paired:
    """The comparison of the baseline with the arm."""
    return paired.model_copy(
        update={
            "mean": paired.baseline_mean,
            "baseline_mean": paired.mean,
            "difference": None if paired.difference is None else -paired.difference,
            "ci95": paired.ci95 and (-paired.ci95[1], -paired.ci95[0]),
            "better": paired.worse,
            "worse": paired.better,
        }
    )


def _are_too_few(paired: Paired) -> bool:
    """Whether no result of so many pairs could be beyond chance, given the other comparisons."""
    is_utmost = paired.pairs in (paired.better, paired.worse)
    return paired.pairs < FEWEST_PAIRS or (is_utmost and not differs(paired))


def _may_be_none(paired: Paired) -> bool:
    """Whether the interval of the difference includes 0."""
    return paired.ci95 is None or paired.ci95[0] <= 0 <= paired.ci95[1]


def _how_often(paired: Paired, pair: str) -> str:
    numbers = (("better", paired.better), ("worse", paired.worse))
    said = " and ".join(f"{how} on {number}" for how, number in numbers if number)
    return f"{said} of {counted(paired.pairs, pair)}"
