from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ariadne.events import Event
from ariadne.screen.picture import picture
from tests.screen.events import an_episode, planned, recalled, started, turn
from tests.screen.test_scene import scene_of


def shown(events: list[Event], width: int, height: int, now: float | None = None) -> list[str]:
    console = Console(width=width, height=height, force_terminal=False)
    with console.capture() as capture:
        console.print(picture(scene_of(*events), width, height, now), height=height)
    return capture.get().split("\n")[:-1]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 50)])
def test_usual_terminals_show_everything(width: int, height: int) -> None:
    text = "\n".join(shown(an_episode(), width, height))
    for part in (
        "hunt · seed 1 · ariadne", "score 5/5", "step 2/150", "moves 3", "calls 1", "tokens 1,050", "cost $0.01",
        "goal Find the treasure.", "The treasure!", "- key, is in, hall", "+ key, is in, inventory",
        "1 Take the key — it is here", "go to attic (go east, go north) — the treasure is there",
        "[attic]", "hall ", "gallery", "There was a key.", "recalled 1 fact, 1 episode",
    ):  # fmt: skip
        assert part in text


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 220), st.integers(1, 70), st.integers(0, len(an_episode())))
def test_a_picture_fills_a_terminal_of_any_size_and_no_more(width: int, height: int, count: int) -> None:
    lines = shown(an_episode()[:count], width, height)
    assert len(lines) == height
    assert all(len(line) <= width for line in lines)


def test_what_does_not_fit_is_marked_as_cut() -> None:
    long = [started(), turn("word " * 2000), planned(*(f"Goal {number} | reason" for number in range(40)))]
    text = "\n".join(shown(long, 80, 24))
    assert text.count(" …") == 2


def test_markup_of_games_is_shown_as_it_is_written() -> None:
    events = [started(), turn("[bold]loud[/bold] [/] [link=x]"), recalled(["[red]a[/red]"], [], [])]
    text = "\n".join(shown(events, 80, 24))
    assert "[bold]loud[/bold] [/] [link=x]" in text
    assert "[red]a[/red]" in text


def test_a_game_without_a_score_shows_none() -> None:
    assert "score none" in shown([started()], 80, 24)[1]


def test_time_goes_on_until_the_end() -> None:
    events = an_episode()
    assert "33 s" in shown(events[:5], 80, 24, now=133.0)[1]
    assert "2 s" in shown(events, 80, 24, now=1000.0)[1]
