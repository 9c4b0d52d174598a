from __future__ import annotations

from ariadne.screen.words import ending, money, onward, who
from tests.screen.events import ended, started


def test_an_unknown_cost_is_unknown_and_not_nothing() -> None:
    assert [money(None), money(0), money(0.0042), money(12.345)] == ["unknown", "$0", "$0.0042", "$12.35"]


def test_a_world_that_was_over_at_once_is_said_to_be() -> None:
    assert ending(ended("lost", steps=0, moves=0))[0].startswith("lost before the first command: hunt")
    assert ending(ended("over", steps=0, moves=0))[0].startswith("over before the first command: hunt")
    assert ending(ended("left", steps=0, moves=0))[0].startswith("left: hunt")


def test_a_name_with_parentheses_does_not_stand_in_parentheses() -> None:
    assert who(started(memory="arigraph (from before)")) == "hunt · seed 1 · ariadne [arigraph (from before), rules]"


def test_what_may_come_next_are_commands() -> None:
    assert [line.split(":")[0] for line in onward("runs/1", can_go_on=False)] == ["step by step", "as a page"]
    first, *_, last = onward("my runs/1", can_go_on=True, another="ariadne play hunt --seed 2")
    assert first.split(None, 2)[2] == "ariadne play --resume 'my runs/1'"
    assert last.endswith("ariadne play hunt --seed 2")
