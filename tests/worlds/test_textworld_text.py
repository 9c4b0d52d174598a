from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.textworld import clean

BANNER = r"""



                    ________  ________  __    __  ________
                   |        \|        \|  \  |  \|        \
                    \$$$$$$$$| $$$$$$$$| $$  | $$ \$$$$$$$$
                       \$$     \$$$$$$$  \$$   \$$   \$$

"""
STATUS = "\n\n>" + 128 * " " + "-= Lounge =-1/21"

words = st.text(alphabet="abcdefgh,.!?:;'\"-=><$[]()0123456789 ", min_size=1, max_size=30)


@given(st.lists(words.map(str.strip).filter(bool), min_size=1, max_size=5), st.booleans())
def test_the_text_between_banner_and_status_line_is_kept(lines: list[str], first: bool) -> None:
    text = "\n".join(lines)
    raw = (BANNER if first else "") + text + STATUS
    assert clean(raw) == text


@given(st.lists(words.map(str.strip).filter(bool), min_size=1, max_size=5))
def test_a_bare_prompt_is_dropped(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert clean(f"\n{text}\n\n> ") == text


def test_no_more_than_one_line_is_left_empty() -> None:
    assert clean("\nA hall.\n\n\n\nA lamp.\n\n\n") == "A hall.\n\nA lamp."


def test_traces_of_the_engine_are_dropped() -> None:
    assert clean("[going east - succeeded]\n-= Hall =-\nA hall.") == "-= Hall =-\nA hall."


@pytest.mark.parametrize(
    "line",
    [
        "Your score has just gone up by one point.",
        "[Your score has just gone up by three points.]",
        "Your score changed by minus one point.",
        "You scored 3 out of a possible 3, in 14 turns.",
        "In that game you scored 0 out of a possible 5, in 7 turns, earning you the rank of Novice.",
    ],
)
def test_the_score_is_removed(line: str) -> None:
    assert clean(f"You take the key.\n\n\n\n{line}\n{STATUS}") == "You take the key."


@given(st.text())
def test_any_text_can_be_cleaned(text: str) -> None:
    cleaned = clean(text)
    assert cleaned == cleaned.strip()
    assert "\n\n\n" not in cleaned
