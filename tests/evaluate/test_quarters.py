"""Lives of several tasks, by quarter."""

from __future__ import annotations

from pathlib import Path

from ariadne.evaluate.card import Quarter
from tests.evaluate.cards import card_of
from tests.evaluate.runs import Told


def quarters_of(tmp_path: Path, *lives: Told) -> list[Quarter]:
    (row,) = card_of(tmp_path, *lives).rows
    return row.quarters


def life(*steps: tuple[float, int], **more: object) -> Told:
    """Four tasks of two commands each; after each step a score, and the task that is at hand."""
    scores, tasks = zip(*steps, strict=True)
    return Told(scores=scores, tasks=(1, *tasks), asked={"one": 100}, more={"shortest": (2, 2, 2, 2)}, **more)  # type: ignore[arg-type]


DONE = life((0, 1), (1, 2), (1, 2), (1, 2), (2, 3), (2, 3), (3, 4), (4, 4))


def test_each_quarter_tells_what_it_took(tmp_path: Path) -> None:
    first, second, *_ = quarters_of(tmp_path, DONE)
    assert (first.done, first.walk_ratio, first.steps) == (1, 1, 2)
    assert (second.done, second.walk_ratio, second.steps) == (1, 1.5, 3)
    assert (second.calls_per_step, second.tokens_per_step) == (1, 110)


def test_what_is_given_up_is_not_done_and_not_measured(tmp_path: Path) -> None:
    quarters = quarters_of(tmp_path, life((0, 2), (0, 3), (0, 3), (1, 4), (1, 4)))
    assert [each.done for each in quarters] == [0, 0, 1, 0]
    assert [each.walk_ratio for each in quarters] == [None, None, 1, None]


def test_intervals_are_of_whole_lives(tmp_path: Path) -> None:
    assert quarters_of(tmp_path, DONE)[0].done_ci95 is None
    several = quarters_of(tmp_path / "several", DONE, life((0, 2), (0, 2), seed=2))
    assert several[0].done_ci95 == (0, 1)
