from __future__ import annotations

import math
import random
import statistics as standard
import warnings
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from ariadne.evaluate.statistics import (
    SEEN,
    holm,
    interval,
    paired,
    pairs_needed,
    rank_biserial,
    standard_deviation,
    wilcoxon,
)

SCORES = st.floats(0, 1)
# Thirds and quarters tie and cancel often, as scores do.
DIFFERENCES = st.lists(st.sampled_from([-1, -0.75, -0.5, -1 / 3, 0, 0.25, 1 / 3, 0.5, 1]), min_size=1, max_size=9)
CLUSTERS = st.lists(st.lists(SCORES, max_size=5), max_size=6)
P_VALUES = st.lists(st.none() | st.floats(0, 1), max_size=12)


def sums(clusters: Iterable[Sequence[float]]) -> list[tuple[float, float]]:
    return [(math.fsum(cluster), len(cluster)) for cluster in clusters]


@given(values=st.lists(SCORES, min_size=2, max_size=20))
def test_standard_deviation_is_pythons_own(values: list[float]) -> None:
    assert standard_deviation(values) == pytest.approx(standard.stdev(values), abs=1e-12)


@given(clusters=CLUSTERS)
def test_an_interval_holds_the_mean_and_stays_among_the_means_of_clusters(clusters: list[list[float]]) -> None:
    bounds = interval(sums(clusters))
    means = [sum(cluster) / len(cluster) for cluster in clusters if cluster]
    if len(means) < 2:
        assert bounds is None
    else:
        assert bounds
        low, high = bounds
        assert min(means) - 1e-9 <= low <= high <= max(means) + 1e-9


@given(clusters=CLUSTERS, seed=st.integers(0, 99))
def test_the_order_of_the_data_changes_nothing(clusters: list[list[float]], seed: int) -> None:
    shuffled = [random.Random(seed).sample(cluster, len(cluster)) for cluster in clusters]
    random.Random(seed).shuffle(shuffled)
    assert interval(sums(shuffled)) == interval(sums(clusters))


def test_repeats_of_one_instance_do_not_narrow_an_interval() -> None:
    once = [[0.0], [0.2], [0.5], [0.9], [1.0]]
    assert interval(sums(cluster * 20 for cluster in once)) == pytest.approx(interval(sums(once)))


def test_an_interval_is_near_that_of_scipys_bootstrap() -> None:
    values = [0.1, 0.25, 0.3, 0.42, 0.5, 0.58, 0.66, 0.71, 0.8, 0.95]
    scipys = stats.bootstrap((values,), lambda x, axis: x.mean(axis), method="percentile", rng=1).confidence_interval
    assert interval((value, 1) for value in values) == pytest.approx((scipys.low, scipys.high), abs=0.01)


def test_two_clusters_have_the_interval_of_all_their_resamples() -> None:
    # Of four resamples as likely as each other, one holds the low cluster twice, one the high one.
    assert interval([(0.0, 2), (2.0, 2)]) == (0.0, 1.0)


@settings(max_examples=10)
@given(differences=DIFFERENCES)
def test_w_and_p_are_scipys_and_numbers(differences: list[float]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        test = wilcoxon(differences)
    if len(differences) < 2:
        assert test is None
        return
    assert test
    if not any(differences):
        assert test.p == 1
    else:
        scipys = stats.wilcoxon(differences, zero_method="zsplit")
        assert (test.w, test.p) == (scipys.statistic, scipys.pvalue)
        assert 0 < test.p <= 1
    assert 0 <= test.w <= len(differences) * (len(differences) + 1) / 4


@settings(max_examples=8)
@given(differences=DIFFERENCES)
def test_who_is_first_turns_the_sign_and_nothing_else(differences: list[float]) -> None:
    one, other = paired(differences), paired([-value for value in differences])
    assert one.p == pytest.approx(other.p) if one.p is not None else other.p is None
    assert one.w == other.w
    assert one.effect is not None
    assert other.effect == pytest.approx(-one.effect)
    assert other.difference == pytest.approx(-(one.difference or 0))
    assert (one.better, one.equal, one.worse) == (other.worse, other.equal, other.better)


def test_the_rank_biserial_is_that_of_the_hand() -> None:
    # Ranks of |d|: 0.1 -> 1, 0.2 -> 2, 0.4 -> 3, 0.4 -> 3.5 each; R+ = 2 + 3.5 + 3.5, R- = 1; sum 10.
    assert rank_biserial([-0.1, 0.2, 0.4, 0.4]) == pytest.approx((9 - 1) / 10)


@given(differences=DIFFERENCES)
def test_the_effect_is_between_minus_one_and_one_and_one_only_if_all_are_better(differences: list[float]) -> None:
    effect = rank_biserial(differences)
    assert effect is not None
    assert -1 <= effect <= 1
    assert (effect == 1) == all(value > 0 for value in differences)


def test_differences_that_are_equal_but_for_rounding_tie() -> None:
    assert paired([0.1 + 0.2 - 0.3, 0.3 - 0.1 - 0.2]).equal == 2


def test_holm_is_that_of_the_hand() -> None:
    # 0.01 * 4; 0.02 * 3; 0.03 * 2, but not less than the one before; 0.5 * 1.
    assert holm([0.03, 0.5, None, 0.01, 0.02]) == pytest.approx([0.06, 0.5, None, 0.04, 0.06], nan_ok=False)


@given(p_values=P_VALUES)
def test_holm_never_makes_a_p_smaller_nor_larger_than_bonferroni_and_keeps_their_order(
    p_values: list[float | None],
) -> None:
    corrected = holm(p_values)
    pairs = sorted(
        (p, after) for p, after in zip(p_values, corrected, strict=True) if p is not None and after is not None
    )
    assert [after is None for after in corrected] == [p is None for p in p_values]
    assert all(p <= after <= min(1, len(pairs) * p) for p, after in pairs)
    assert [after for _, after in pairs] == sorted(after for _, after in pairs)


def test_how_many_pairs_a_difference_of_a_tenth_needs_is_that_of_the_formula() -> None:
    # (pi / 3) ((1.95996 + 0.84162) 0.3 / 0.1)^2 = 73.97
    assert pairs_needed(0.3) == 74
    assert pairs_needed(0.6) == 296


def test_more_tests_need_more_pairs_and_no_spread_needs_as_many_as_the_test_can_use() -> None:
    assert [pairs_needed(0.3, tests) for tests in (1, 2, 9)] == [74, 90, 124]
    assert [pairs_needed(0.001, tests) for tests in (1, 2)] == [6, 7]
    assert pairs_needed(0.0) is pairs_needed(None) is None


@pytest.mark.nightly
@settings(deadline=None, max_examples=5)
@given(st.integers(0, 100))
def test_with_so_many_pairs_four_of_five_studies_see_the_difference(seed: int) -> None:
    spread = np.random.default_rng(seed).normal(SEEN, 0.2, size=(400, pairs_needed(0.2) or 0))
    seen = sum(stats.wilcoxon(study).pvalue < 0.05 for study in spread)
    assert 0.73 < seen / 400 < 0.88
