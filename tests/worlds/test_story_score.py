from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.story_score import Milestones, Points, compile_milestone, numeral
from ariadne.worlds.story_text import StoryPage


def told(*texts: str, status: str = "") -> tuple[int, int]:
    points = Points()
    for text in texts:
        points.read(StoryPage(text, status))
    return points.score, points.maximum


@pytest.mark.parametrize(
    ("texts", "points"),
    [
        (["[Your score has just gone up by one point.]"], (1, 0)),
        (["[The score has just gone up by twenty-five points.]", "[Your score has gone down by 5 points.]"], (20, 0)),
        (["(Your score has just gone up by one hundred and two points.)"], (102, 0)),
        (["Your score is 3 of a possible 10, in 7 moves."], (3, 10)),
        (["You have so far scored 10 out of a possible 50, in 7 turns."], (10, 50)),
        (["Your score is 0 (total of 350 points), in 3 moves."], (0, 350)),
        (["You scored 7 out of a maximum of 9."], (7, 9)),
        (["Your score is -5."], (-5, 0)),
        (["You have so far scored 3 out of a possible 9.", "Your score is 4."], (4, 9)),
        (["You scored a goal!", "The score is even."], (0, 0)),
    ],
)
def test_points_are_read_from_the_text(texts: list[str], points: tuple[int, int]) -> None:
    assert told(*texts) == points


@pytest.mark.parametrize("status", ["HallScore: 7Moves: 12", "Hall Score: 7 Turns: 12", "-= Hall =-7/12"])
def test_the_status_line_is_right(status: str) -> None:
    assert told("[Your score has just gone up by one point.]", status=status) == (7, 0)


@given(st.text(), st.text())
def test_any_text_may_be_read(text: str, status: str) -> None:
    told(text, status=status)


@given(st.integers(0, 999))
def test_numerals_are_read(number: int) -> None:
    assert numeral(str(number)) == number
    units = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
    if number < len(units):
        assert numeral(units[number]) == number
        assert numeral(f"forty-{units[number]}") == 40 + number
        assert numeral(f"Two hundred and {units[number]}") == 200 + number


def test_milestones_count_once_and_a_line_at_a_time() -> None:
    milestones = Milestones(["kitchen", r"takes? the \w+ lamp", "^hall$", "a.b"])
    for text in ("A KITCHEN.", "The kitchen again.", "You take the brass lamp.", "xa\nbx", "In the hall\nHall"):
        milestones.read(text)
    assert (milestones.score, milestones.maximum) == (3, 4)


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "a\\", "x{2}{3}", "(a+)b(?x)", "", "x" * 201])
def test_invalid_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"a milestone|not a regular expression"):
        compile_milestone(pattern)
