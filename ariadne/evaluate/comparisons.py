"""Each arm against the baseline, paired by unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from ariadne.evaluate.arms import Arm
from ariadne.evaluate.card import Comparison
from ariadne.evaluate.rows import Amount, Row, Unit, summed
from ariadne.evaluate.statistics import holm, mean, paired, pairs_needed
from ariadne.gather import gathered

Side = Mapping[Unit, Amount]
"""An arm's value of a metric on each unit that has one."""


def compare(
    rows: Sequence[Row], pairs: Sequence[tuple[Arm, Arm]], metrics: Iterable[str], is_pooled: bool
) -> list[Comparison]:
    """All comparisons by metric and group and, if `is_pooled` and there are several groups, over all of them."""
    by_arm = gathered((row.arm, row) for row in rows)
    groups: list[str | None] = [*dict.fromkeys(row.unit.group for row in rows), *([None] if is_pooled else [])]
    found: list[Comparison] = []
    for metric in metrics:
        sides = {arm: _side(own, metric) for arm, own in by_arm.items()}
        of_metric = (
            _compare(metric, group, first, second, _of(group, sides[first]), _of(group, sides[second]))
            for group in groups
            for first, second in pairs
        )
        found += _corrected([each for each in of_metric if each])
    return found


def _side(rows: Iterable[Row], metric: str) -> Side:
    """A unit counts once, however often it was repeated."""
    found = gathered((row.unit, row.metrics[metric]) for row in rows if metric in row.metrics)
    whole = {unit: (summed(repeats), len(repeats)) for unit, repeats in found.items()}
    return {
        unit: Amount(amount.total / count, amount.weight / count)
        for unit, (amount, count) in whole.items()
        if amount.total is not None and amount.weight
    }


def _of(group: str | None, side: Side) -> Side:
    return {unit: amount for unit, amount in side.items() if group in (None, unit.group)}


def _compare(metric: str, group: str | None, first: Arm, second: Arm, ours: Side, theirs: Side) -> Comparison | None:
    """Compare two arms on their common units, of one group or of all (None).

    Returns None without common units, and for all groups where there is only one.
    """
    common = [unit for unit in ours if unit in theirs]
    if not common or (group is None and len({unit.group for unit in common}) == 1):
        return None
    own, other = ([side[unit].mean or 0.0 for unit in common] for side in (ours, theirs))
    whole, whole_other = (summed([side[unit] for unit in common]).mean for side in (ours, theirs))
    return Comparison(
        unit=group,
        arm=first.name,
        model=first.model,
        metric=metric,
        baseline=second.name,
        baseline_model=second.model,
        unpaired=len(ours.keys() ^ theirs.keys()),
        mean=mean(own),
        baseline_mean=mean(other),
        ratio=whole / whole_other if whole is not None and whole_other else None,
        **asdict(paired([value - another for value, another in zip(own, other, strict=True)])),
    )


def _corrected(found: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with Holm's correction over all of them, and the pairs that each would need."""
    tests = sum(each.p is not None for each in found)
    return [
        each.model_copy(update={"p_holm": p, "needed": pairs_needed(each.sd, tests)})
        for each, p in zip(found, holm([each.p for each in found]), strict=True)
    ]
