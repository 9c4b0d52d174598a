"""What is known of two from what both finished, in words: verdicts, tables and pages have the same ones."""

from __future__ import annotations

from collections.abc import Callable

from ariadne.evaluate.card import Paired
from ariadne.evaluate.sections.cells import probability
from ariadne.evaluate.statistics import CONFIDENCE, FEWEST_PAIRS
from ariadne.text import counted

Form = Callable[[float | None], str]
"""How a value reads."""


def known(paired: Paired, pair: str) -> str:
    """What the comparison tells of who is compared.

    Args:
        pair: what is paired, one of them.
    """
    if _are_too_few(paired):
        return f"too few {pair}s to tell ({paired.pairs})"
    if differs(paired):
        return _how_often(paired, pair)
    if not _may_be_none(paired):
        return f"may be chance on {counted(paired.pairs, pair)}"
    return f"no difference seen on {counted(paired.pairs, pair)}"


def told(paired: Paired, pair: str, form: Form) -> str:
    """The same with its interval, where there are pairs enough for one to mean something."""
    said = known(paired, pair)
    if _are_too_few(paired) or paired.ci95 is None:
        return said
    return f"{said} ({'equal on all' if paired.equal == paired.pairs else ends(paired, form)})"


def ends(paired: Paired, form: Form) -> str:
    """The interval of the difference; empty where there is none."""
    return f"interval {' to '.join(map(form, paired.ci95))}".replace("-", "−") if paired.ci95 else ""


def chance(paired: Paired, name: str) -> str:
    """The probability that it rests on; `name`: what it is called."""
    value = probability(paired.p_holm)
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"


def differs(paired: Paired) -> bool:
    """Whether it is beyond chance that they do not do equally well: p is below 0.05 after Holm's correction."""
    return paired.p_holm is not None and paired.p_holm < 1 - CONFIDENCE


def turned(paired: Paired) -> Paired:
    """The same as the baseline would tell it."""
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
    """Whether no result of so many pairs, beside the other comparisons, could have been beyond chance."""
    is_utmost = paired.pairs in (paired.better, paired.worse)
    return paired.pairs < FEWEST_PAIRS or (is_utmost and not differs(paired))


def _may_be_none(paired: Paired) -> bool:
    """Whether 0 lies in the interval of the difference."""
    return paired.ci95 is None or paired.ci95[0] <= 0 <= paired.ci95[1]


def _how_often(paired: Paired, pair: str) -> str:
    numbers = (("better", paired.better), ("worse", paired.worse))
    said = " and ".join(f"{how} on {number}" for how, number in numbers if number)
    return f"{said} of {counted(paired.pairs, pair)}"
