"""Phrases for what a paired comparison shows; verdicts, tables and pages share them."""

from __future__ import annotations

from ariadne.evaluate.card import Comparison
from ariadne.evaluate.sections.cells import Form, probability
from ariadne.evaluate.statistics import CONFIDENCE, FEWEST_PAIRS
from ariadne.text import counted


def known(each: Comparison, pair: str) -> str:
    """The finding of a comparison; `pair` is the singular of what is paired."""
    if _are_too_few(each):
        return f"too few {pair}s to tell ({each.pairs})"
    if differs(each):
        return _how_often(each, pair)
    if not _may_be_none(each):
        return f"may be chance on {counted(each.pairs, pair)}"
    return f"no difference seen on {counted(each.pairs, pair)}"


def told(each: Comparison, pair: str, form: Form) -> str:
    """The finding with its interval, if there are enough pairs for one."""
    finding = known(each, pair)
    if _are_too_few(each) or each.ci95 is None:
        return finding
    return f"{finding} ({'equal on all' if each.equal == each.pairs else ends(each, form)})"


def ends(each: Comparison, form: Form) -> str:
    """The interval of the difference; empty if there is none."""
    return f"interval {' to '.join(map(form, each.ci95))}".replace("-", "−") if each.ci95 else ""


def chance(each: Comparison, name: str) -> str:
    """The corrected p value, called `name`."""
    value = probability(each.p_holm)
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"


def differs(each: Comparison) -> bool:
    """Whether the difference is beyond chance: p is below 0.05 after Holm's correction."""
    return each.p_holm is not None and each.p_holm < 1 - CONFIDENCE


def turned(each: Comparison) -> Comparison:
    """The comparison of the baseline with the arm."""
    return each.model_copy(
        update={
            "arm": each.baseline,
            "model": each.baseline_model,
            "baseline": each.arm,
            "baseline_model": each.model,
            "mean": each.baseline_mean,
            "baseline_mean": each.mean,
            "difference": None if each.difference is None else -each.difference,
            "ci95": each.ci95 and (-each.ci95[1], -each.ci95[0]),
            "better": each.worse,
            "worse": each.better,
        }
    )


def _are_too_few(each: Comparison) -> bool:
    """Whether no result of so many pairs could be beyond chance, given the other comparisons."""
    is_utmost = each.pairs in (each.better, each.worse)
    return each.pairs < FEWEST_PAIRS or (is_utmost and not differs(each))


def _may_be_none(each: Comparison) -> bool:
    """Whether the interval of the difference includes 0."""
    return each.ci95 is None or each.ci95[0] <= 0 <= each.ci95[1]


def _how_often(each: Comparison, pair: str) -> str:
    numbers = (("better", each.better), ("worse", each.worse))
    findings = " and ".join(f"{how} on {number}" for how, number in numbers if number)
    return f"{findings} of {counted(each.pairs, pair)}"
