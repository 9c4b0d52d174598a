from __future__ import annotations

from ariadne.screen.words import ending, money, onward, plays, points, tokens, who
from ariadne.text import counted
from tests.screen.events import ended, started


def test_an_unknown_cost_is_unknown_and_not_nothing() -> None:
    assert [money(None), money(0), money(0.0042), money(12.345)] == ["unknown", "$0", "$0.0042", "$12.35"]


def test_numbers_are_short() -> None:
    assert [points(3.0), points(2.5)] == ["3", "2.5"]
    assert [tokens(812), tokens(41_203), tokens(1_240_000)] == ["812", "41,203", "1.24M"]


def test_the_ending_names_what_a_watcher_wants_to_know() -> None:
    first, second, third = ending(ended(invalid_actions=2))
    assert first == "won: hunt · seed 1 · ariadne (arigraph, rules)"
    assert second == ("score 5 of 5, 2 steps, 3 moves, 2 invalid, 6 calls, 6,300 tokens, cost unknown, 1.2 s")
    assert third == "run runs/1"


def test_the_ending_says_how_often_who_walked_in_circles_was_led_out() -> None:
    assert "3 moves, led out of circles 4 times, 6 calls" in ending(ended(circled=4))[1]
    assert "circles" not in ending(ended())[1]


def test_a_game_without_a_score_says_so() -> None:
    assert "score 0 (the game keeps none)" in ending(ended(score=0.0, max_score=0.0))[1]


def test_one_of_a_kind_is_not_several() -> None:
    (_, numbers, _) = ending(ended(steps=1, moves=1, model_calls=1, circled=1))
    assert "1 step, 1 move, led out of circles 1 time, 1 call," in numbers
    assert [counted(1, "vertex", "vertices"), counted(0, "fact"), counted(2.5, "point"), counted(1204, "fact")] == [
        "1 vertex", "0 facts", "2.5 points", "1,204 facts"
    ]  # fmt: skip


def test_a_world_that_was_over_at_once_is_said_to_be() -> None:
    assert ending(ended("lost", steps=0, moves=0))[0].startswith("lost before the first command: hunt")
    assert ending(ended("over", steps=0, moves=0))[0].startswith("over before the first command: hunt")
    assert ending(ended("left", steps=0, moves=0))[0].startswith("left: hunt")


def test_a_name_with_parentheses_does_not_stand_in_parentheses() -> None:
    assert who(started(memory="arigraph (from before)")) == "hunt · seed 1 · ariadne [arigraph (from before), rules]"


def test_an_agent_without_memory_and_model_is_named_alone() -> None:
    assert who(started(agent="random", memory=None, model=None, seed=None)) == "hunt · random"


def test_a_newcomer_is_told_what_is_what() -> None:
    assert plays(started()) == "ariadne plays hunt, seed 1 (memory arigraph, model rules)"
    assert plays(started(agent="random", memory=None, model=None, seed=None)) == "random plays hunt"


def test_what_may_come_next_are_commands() -> None:
    assert [line.split(":")[0] for line in onward("runs/1", can_go_on=False)] == ["step by step", "as a page"]
    first, *_, last = onward("my runs/1", can_go_on=True, another="ariadne play hunt --seed 2")
    assert first.split(None, 2)[2] == "ariadne play --resume 'my runs/1'"
    assert last.endswith("ariadne play hunt --seed 2")
