"""Statistics of scorecards. Episodes of one game instance are alike, so instances are resampled and paired.

The order of the data does not change a result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

CONFIDENCE = 0.95
POWER = 0.8
SEEN = 0.1
"""The difference that `pairs_needed` must detect."""
FEWEST_PAIRS = 6
"""With five pairs the signed-rank test cannot fall below 2 / 2^5 = 0.0625."""
RESAMPLES = 10_000
SEED = 20_240_707

# Differences that are equal except for rounding are ties.
PLACES = 12

Interval = tuple[float, float]


@dataclass(frozen=True)
class SignedRank:
    """The result of the Wilcoxon signed-rank test.

    Attributes:
        w: the smaller of the sums of ranks by sign; differences of 0 are split between the signs.
        p: two-sided.
    """

    w: float
    p: float


@dataclass(frozen=True)
class Differences:
    """How two arms compare on the instances that both played.

    Attributes:
        pairs: the number of instances.
        difference: the mean of first minus second; None without pairs.
        ci95: its paired bootstrap interval; None with fewer than two pairs.
        sd: the standard deviation of the differences; None with fewer than two pairs.
        w, p: of the Wilcoxon signed-rank test; None with fewer than two pairs.
        effect: the matched-pairs rank-biserial correlation, from -1 to 1; None without pairs.
        better, equal, worse: the numbers of pairs in which the first has more, the same, and less.
    """

    pairs: int
    difference: float | None
    ci95: Interval | None
    sd: float | None
    w: float | None
    p: float | None
    effect: float | None
    better: int
    equal: int
    worse: int


def mean(values: Collection[float]) -> float | None:
    """Returns None without values."""
    return fmean(values) if values else None


def known(values: Sequence[float | None], of: Callable[[list[float]], T]) -> T | None:
    """Apply `of` to all values; None if one of them is unknown."""
    found = [value for value in values if value is not None]
    return of(found) if len(found) == len(values) else None


def standard_deviation(values: Collection[float]) -> float | None:
    """The sample standard deviation (n - 1); None with fewer than two values."""
    return stdev(values) if len(values) > 1 else None


def interval(clusters: Iterable[tuple[float, float]]) -> Interval | None:
    """The 95 % confidence interval of a mean: percentile bootstrap that resamples whole clusters.

    None with fewer than two clusters that have a weight: one instance says nothing about others.

    Args:
        clusters: the total and the weight of each; a mean is all totals / all weights.
    """
    sums = sorted((total, weight) for total, weight in clusters if weight)
    if len(sums) < 2:
        return None
    totals, weights = zip(*sums, strict=True)
    drawn = _draws(len(sums))
    return _percentiles(_of(totals)[drawn].sum(axis=1) / _of(weights)[drawn].sum(axis=1))


def paired(differences: Sequence[float]) -> Differences:
    """Compare two arms.

    Args:
        differences: first minus second, one per game instance, of means over repeats.
    """
    values = sorted(round(difference, PLACES) for difference in differences)
    test = wilcoxon(values)
    return Differences(
        pairs=len(values),
        difference=mean(values),
        ci95=interval((value, 1) for value in values),
        sd=standard_deviation(values),
        w=test.w if test else None,
        p=test.p if test else None,
        effect=rank_biserial(values),
        better=sum(value > 0 for value in values),
        equal=sum(value == 0 for value in values),
        worse=sum(value < 0 for value in values),
    )


def wilcoxon(differences: Sequence[float]) -> SignedRank | None:
    """The Wilcoxon signed-rank test; None with fewer than two differences, p = 1 if all are 0.

    Differences of 0 are split between the signs (scipy's "zsplit"), since equal results are evidence of likeness. Exact
    up to 13 differences with ties or zeros and up to 50 without; above, the normal approximation.
    """
    if len(differences) < 2:
        return None
    if not any(differences):
        return SignedRank(w=len(differences) * (len(differences) + 1) / 4, p=1.0)
    from scipy.stats import wilcoxon as test

    result = test(differences, zero_method="zsplit", method="auto")
    return SignedRank(w=float(result.statistic), p=float(result.pvalue))


def rank_biserial(differences: Sequence[float]) -> float | None:
    """The matched-pairs rank-biserial correlation: (R+ - R-) / (R+ + R-), from -1 to 1; None without differences.

    R+ and R- are the sums of the ranks of |difference| by sign. Differences of 0 are ranked and count half to
    either side, as in `wilcoxon`: they draw the effect to 0. Source: Kerby 2014, the simple difference formula.
    """
    if not differences:
        return None
    import numpy as np
    from scipy.stats import rankdata

    ranks = rankdata(np.abs(differences))
    return float(np.sum(ranks * np.sign(differences)) / np.sum(ranks))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's correction of a family of tests; None values stay None and are not counted.

    The adjusted p of the i-th smallest of m is max over j <= i of min(1, (m - j + 1) p_j). Source: Holm 1979.
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, place) in enumerate(tested):
        largest = max(largest, min(1.0, (len(tested) - rank) * p))
        adjusted[place] = largest
    return adjusted


def pairs_needed(sd: float | None, tests: int = 1) -> int | None:
    """The pairs needed to see a mean difference of 0.1 in four of five studies; None if the differences have no spread.

    n = (pi / 3) ((z_(1 - alpha / 2) + z_(1 - beta)) s / delta)^2, rounded up, where delta = 0.1, alpha = 0.05 / tests
    and beta = 0.2; at least enough for p to fall below alpha, 2 / 2^n < alpha. Sources: Lachin 1981,
    formula for a paired difference of means; pi / 3, since the signed-rank test has 3 / pi of the efficiency of the
    t test (Lehmann 1975); alpha divided as by Bonferroni, which is Holm's first step.

    Args:
        sd: s, the observed standard deviation of the differences.
        tests: their number in the table.
    """
    if not sd:
        return None
    alpha, normal = (1 - CONFIDENCE) / tests, NormalDist()
    distance = (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(POWER)) * sd / SEEN
    return max(math.ceil(math.pi / 3 * distance**2), math.floor(math.log2(2 / alpha)) + 1)


def _of(values: Sequence[float]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(values, dtype=float)


def _draws(count: int) -> NDArray[np.int64]:
    """The clusters of each resample: shape (resamples, count)."""
    import numpy as np

    return np.random.default_rng(SEED).integers(count, size=(RESAMPLES, count))


def _percentiles(means: NDArray[np.float64]) -> Interval:
    import numpy as np

    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(low), float(high)
