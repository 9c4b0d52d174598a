"""From rows to a scorecard, the same for games, questions and examinations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ariadne.errors import UserError
from ariadne.evaluate.arms import DEFAULT_BASELINES, Arm, choose_baseline, rivals
from ariadne.evaluate.card import ArmResult, Scorecard, Value
from ariadne.evaluate.comparisons import compare
from ariadne.evaluate.rows import Amount, Row, Unit, summed
from ariadne.evaluate.sections.cells import Form
from ariadne.evaluate.statistics import interval, standard_deviation
from ariadne.gather import gathered


class HasVersions(Protocol):
    """An episode, question or examination with the versions of the packages it was made with."""

    @property
    def versions(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Experiment:
    """What differs between experiments with games, questions and examinations.

    Attributes:
        unit: the noun for a group of rows. `pair`: for a pair. `everywhere`: for all units.
        results: the metrics with an interval. `compared`: those that arms are compared by.
        said: a phrase for an arm's result, such as `scored {}`. `form`: formats a result.
        titles: what metrics are called in `said`, before the value.
        price: how to state a price: `a step of {} cost {}`. `price_metric`: the metric of the price.
        baselines: by default the first of these that was tried, else the first arm.
        is_pooled: whether means over all units mean something.
    """

    unit: str
    pair: str
    everywhere: str
    results: Collection[str]
    compared: Sequence[str]
    said: str
    form: Form
    price: str
    price_metric: str
    titles: Mapping[str, str] = field(default_factory=dict)
    baselines: Sequence[str] = DEFAULT_BASELINES
    is_pooled: bool = True


def scorecard(
    experiment: Experiment,
    rows: Sequence[Row],
    arms: Sequence[Arm],
    baseline: str | None,
    runs: Iterable[Path],
    made_with: Iterable[HasVersions],
    judged_by: Mapping[str, str],
) -> Scorecard:
    """The scorecard of rows, without notes; the same rows make the same card.

    Args:
        arms: in the order of the tables.
        made_with: the records of the rows.

    Raises:
        UserError: the baseline is not among the arms.
    """
    name = choose_baseline([arm.name for arm in arms], baseline, experiment.baselines)
    groups = gathered((row.unit.group, row) for row in rows)
    overall = {None: list(rows)} if experiment.is_pooled else {}
    return Scorecard(
        units=len({row.unit for row in rows}),
        runs=[str(path) for path in distinct(runs)],
        versions=versions_of(made_with),
        baseline=name,
        judged_by=dict(judged_by),
        rows=_results(groups, arms, experiment.results),
        overall=_results(overall, arms, experiment.results),
        comparisons=compare(rows, rivals(arms, name), experiment.compared, experiment.is_pooled),
    )


def check_once(rows: Iterable[Row]) -> None:
    """Check that no arm has a unit twice.

    Raises:
        UserError: one has, as when runs of one plan are merged.
    """
    for (unit, arm), found in gathered(((row.unit, row.arm), row) for row in rows).items():
        if len(found) > 1:
            raise UserError(f"{arm.name} did {unit.group} {unit.item} twice: make one scorecard per run")


def distinct(runs: Iterable[Path]) -> list[Path]:
    """Drop folders that were named before."""
    return list({path.resolve(): path for path in reversed(list(runs))}.values())[::-1]


def versions_of(found: Iterable[HasVersions]) -> dict[str, list[str]]:
    """All versions of each package."""
    pairs = sorted({pair for each in found for pair in each.versions.items()})
    return {name: [version for other, version in pairs if other == name] for name, _ in pairs}


def _results(
    groups: Mapping[str, Sequence[Row]] | Mapping[None, Sequence[Row]], arms: Sequence[Arm], measured: Collection[str]
) -> list[ArmResult]:
    return [
        _result(unit, arm, own, measured)
        for unit, rows in groups.items()
        for arm in arms
        if (own := [row for row in rows if row.arm == arm])
    ]


def _result(unit: str | None, arm: Arm, rows: Sequence[Row], measured: Collection[str]) -> ArmResult:
    found = gathered((name, (row.unit, amount)) for row in rows for name, amount in row.metrics.items())
    return ArmResult(
        unit=unit,
        arm=arm.name,
        model=arm.model,
        units=len({row.unit for row in rows if row.metrics["finished"].total}),
        metrics={name: _value(amounts, name.partition(".")[0] in measured) for name, amounts in sorted(found.items())},
    )


def _value(found: Sequence[tuple[Unit, Amount]], is_result: bool) -> Value:
    amounts = [amount for _, amount in found]
    whole = summed(amounts)
    if not is_result:
        return Value(n=len(found), mean=whole.mean, total=whole.total)
    clusters = (summed(cluster) for cluster in gathered(found).values())
    return Value(
        n=len(found),
        mean=whole.mean,
        total=whole.total,
        sd=standard_deviation([each.mean for each in amounts if each.mean is not None]),
        ci95=interval((each.total, each.weight) for each in clusters if each.total is not None),
    )
