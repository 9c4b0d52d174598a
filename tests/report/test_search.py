from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from ariadne.history import History
from ariadne.report.search import FOUND, held, marked, panes_with, steps_with
from tests.report.hostile import question
from tests.screen.events import acted, learned, planned, started, turn

HUNT = History.of(
    [
        started(),
        turn("A hall with a Brass lamp.", step=0),
        question("You hold a lantern.", "take the sword"),
        learned(["cellar, is below, hall"]),
        planned("Win | the dragon sleeps"),
        acted("take lamp", "it is bright"),
        turn("Taken.", command="take lamp"),
    ]
)


@pytest.mark.parametrize(
    ("needle", "steps", "panes"),
    [
        ("brass LAMP", [0, 1], ["See"]),
        ("cellar", [1], ["Learn"]),
        ("lantern", [1], ["questions"]),
        ("unicorn", [], []),
        ("a.*lamp", [], []),
    ],
)
def test_a_text_is_found_wherever_it_stands(needle: str, steps: list[int], panes: list[str]) -> None:
    assert steps_with(HUNT, needle) == steps
    assert panes_with(HUNT, 1, needle) == panes


def test_what_is_found_is_marked_wherever_a_line_ends() -> None:
    text = marked(Text("the red\nkey and the Red  key"), "red key")
    assert [(span.start, span.end, span.style) for span in text.spans] == [(4, 11, FOUND), (20, 28, FOUND)]


@given(st.text(), st.text(min_size=1).filter(str.strip), st.text())
def test_a_text_holds_what_is_in_it(before: str, needle: str, after: str) -> None:
    text = Text(f"{before}{needle}{after}")
    if needle.strip() in text.plain:  # rich leaves control characters out
        place = held(text, needle)
        assert place is not None
        assert place <= text.plain.index(needle.strip())
