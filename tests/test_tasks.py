"""The tasks of an episode, from its events."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ariadne.events import Scored
from ariadne.tasks import Tasks


def done(*scored: tuple[float, int]) -> list[tuple[int, bool]]:
    """The tasks for these scores, each with the number of the current task."""
    tasks = Tasks()
    for score, task in scored:
        tasks.add(Scored(score=score, maximum=4, won=False, lost=False, task=task))
    return [(task.number, task.done) for task in tasks.told]


@pytest.mark.parametrize(
    ("scored", "tasks"),
    [
        ([(0, 1), (0, 1)], [(1, False)]),
        ([(0, 1), (1, 2)], [(1, True), (2, False)]),
        ([(0, 1), (0, 2), (1, 3)], [(1, False), (2, True), (3, False)]),
        ([(0, 1), (1, 3)], [(1, True), (2, False), (3, False)]),
        ([(0, 1), (1, 2), (2, 2)], [(1, True), (2, True)]),
    ],
)
def test_a_task_is_done_if_it_is_a_point(scored: Sequence[tuple[float, int]], tasks: list[tuple[int, bool]]) -> None:
    assert done(*scored) == tasks
