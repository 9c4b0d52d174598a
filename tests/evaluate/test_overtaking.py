"""From which step on one costs less."""

from __future__ import annotations

from ariadne.evaluate.overtaking import WINDOW, overtaking, smoothed


def test_who_grows_is_overtaken_by_who_does_not() -> None:
    found = overtaking([100.0] * 200, [float(step) for step in range(1, 201)])
    assert found
    assert abs(found.step + WINDOW / 2 - 100) <= 1
    assert (found.last, round(found.ratio, 2)) == (200, 0.52)


def test_an_arm_that_costs_less_from_the_start_or_never_overtakes_none() -> None:
    assert overtaking([1.0] * 100, [2.0] * 100) is None
    assert overtaking([2.0] * 100, [1.0] * 100) is None


def test_who_falls_back_has_not_overtaken() -> None:
    ours = [2.0] * 50 + [1.0] * 50 + [3.0] * 50
    assert overtaking(ours, [1.5] * 150) is None


def test_only_steps_that_both_reach_count() -> None:
    found = overtaking([2.0] * 50 + [1.0] * 50, [1.5] * 80)
    assert found
    assert found.last == 80


def test_a_mean_of_several_steps_leaves_out_what_is_missing() -> None:
    assert smoothed((2, None, 4, 6), 2) == [2, None, 4, 5]
    assert smoothed((1, 2, 3), 1) == [1, 2, 3]
