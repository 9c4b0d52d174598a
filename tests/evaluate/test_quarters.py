"""Lives of several tasks, by quarter."""

from __future__ import annotations

from pathlib import Path

from ariadne.evaluate.card import Value
from tests.evaluate.cards import card_of
from tests.evaluate.runs import Told

NONE = Value(n=0, mean=None, total=None)


def quarters_of(tmp_path: Path, *lives: Told, metric: str = "done") -> list[Value]:
    """A metric of each quarter."""
    (row,) = card_of(tmp_path, *lives).rows
    return [row.metrics.get(f"quarter_{metric}.{number}", NONE) for number in range(1, 5)]


def life(*steps: tuple[float, int], **more: object) -> Told:
    """Four tasks of two commands each; after each step a score, and the task that is at hand."""
    scores, tasks = zip(*steps, strict=True)
    return Told(scores=scores, tasks=(1, *tasks), asked={"one": 100}, more={"shortest": (2, 2, 2, 2)}, **more)  # type: ignore[arg-type]


DONE = life((0, 1), (1, 2), (1, 2), (1, 2), (2, 3), (2, 3), (3, 4), (4, 4))


def test_each_quarter_tells_what_it_took(tmp_path: Path) -> None:
    means = {
        "done": [1, 1],
        "walk_ratio": [1, 1.5],
        "steps": [2, 3],
        "calls_per_step": [1, 1],
        "tokens_per_step": [110] * 2,
    }
    for metric, expected in means.items():
        assert [each.mean for each in quarters_of(tmp_path / metric, DONE, metric=metric)][:2] == expected


def test_what_is_given_up_is_not_done_and_not_measured(tmp_path: Path) -> None:
    given_up = life((0, 2), (0, 3), (0, 3), (1, 4), (1, 4))
    assert [each.mean for each in quarters_of(tmp_path, given_up)] == [0, 0, 1, 0]
    assert [each.mean for each in quarters_of(tmp_path / "walks", given_up, metric="walk_ratio")] == [
        None,
        None,
        1,
        None,
    ]


def test_intervals_are_of_whole_lives(tmp_path: Path) -> None:
    assert quarters_of(tmp_path, DONE)[0].ci95 is None
    several = quarters_of(tmp_path / "several", DONE, life((0, 2), (0, 2), seed=2))
    assert several[0].ci95 == (0, 1)
