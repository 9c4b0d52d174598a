from __future__ import annotations

from itertools import combinations

from ariadne.report.drawing import Box, Group
from ariadne.report.labels import placed, room_of
from ariadne.report.layout import Block

STRAIGHT = [(0.0, 0.0), (0.0, 100.0), (0.0, 200.0), (0.0, 300.0)]


def overlap(one: Block, other: Block) -> bool:
    return (
        abs(one.x - other.x) < (one.width + other.width) / 2 and abs(one.y - other.y) < (one.height + other.height) / 2
    )


def test_a_label_stands_in_the_middle_of_its_curve() -> None:
    assert placed([(STRAIGHT, "opens")], []) == [(0.0, 150.0)]


def test_labels_of_curves_that_lie_on_each_other_do_not() -> None:
    middles = placed([(STRAIGHT, "opens")] * 8, [])
    rooms = [room_of(middle, "opens") for middle in middles]
    assert not any(overlap(one, other) for one, other in combinations(rooms, 2))


def test_a_label_keeps_clear_of_a_box_and_of_another_curve() -> None:
    across = [(-50.0, 90.0), (0.0, 90.0), (20.0, 90.0), (50.0, 90.0)]
    box = Group("vertex", "chest", -50, 120, [Box(0, 0, 100, 80, "", "")])
    (_, y), _ = placed([(STRAIGHT, "opens"), (across, "is near")], [box])
    assert not 110 < y < 210
    assert abs(y - 90) > 6
