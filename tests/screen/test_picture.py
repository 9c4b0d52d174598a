from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ariadne.events import Event
from ariadne.screen.picture import meanings, picture
from ariadne.screen.words import MEANINGS
from tests.screen.events import acted, an_episode, ended, learned, planned, recalled, retried, started, turn
from tests.screen.test_scene import scene_of


def shown(events: list[Event], width: int, height: int, now: float | None = None) -> list[str]:
    console = Console(width=width, height=height, force_terminal=False)
    with console.capture() as capture:
        console.print(picture(scene_of(*events), width, height, now), height=height)
    return capture.get().split("\n")[:-1]


def playing() -> list[Event]:
    """The same episode in its middle, with a sub-goal met, and another acted on."""
    return [
        *an_episode()[:9],
        planned("Explore | one exit"),
        acted("go up", "explore", "go east", "go north"),
        turn("-= Gallery =-", "gallery", "go east", commands=("go west", "go north")),
        turn("-= Attic =-\nThe treasure!", "attic", "go north", commands=("go south",)),
        learned(["key, is in, inventory", "lamp, is in, attic"], ["key, is in, hall"]),
        recalled(["key, is in, inventory"], ["> look There was a key."], []),
        acted("go to attic", "to explore it", "go east", "go north"),
    ]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 50)])
def test_usual_terminals_show_everything(width: int, height: int) -> None:
    text = "\n".join(shown(playing(), width, height))
    for part in (
        "ariadne plays hunt, seed 1", "score 1/5", "step 1/150", "moves 3", "calls 1", "tokens 1,050", "cost $0.01",
        "goal Find the treasure.", "The treasure!", "- key is in hall", "+ key is in inventory",
        "✓ Take the key", "▸ Explore — one exit", "go to attic (go east, go north) — to explore it",
        "go up (go east, go north) → now in attic", "take key ▲1 → Taken.", "[attic]", "hall ", "gallery",
        "There was a key.", "lamp",
    ):  # fmt: skip
        assert part in text
    assert ("Recall: 1 fact, 1 moment" in text) == (width >= 100)


@pytest.mark.parametrize(("width", "height"), [(60, 30), (40, 40)])
def test_narrow_terminals_wrap_what_a_wide_one_shows_in_a_line(width: int, height: int) -> None:
    goal = "Follow the notes through all of the house until you hold the golden treasure in your hand."
    lines = shown([started(goal=goal), *playing()[1:]], width, height)
    text = " ".join(" ".join(lines).split())
    for part in (
        "ariadne plays hunt, seed 1 (memory arigraph, model rules) acting ...", "step 1/150", "score 1/5",
        "cost $0.0100", goal, "── Learn 2, Recall 1 fact ──", "[attic]",
        "go to attic (go east, go north) — to explore it", "go up (go east, go north) → now in attic",
    ):  # fmt: skip
        assert part in text
    assert "…" not in text


def test_what_came_last_is_seen_after_the_end() -> None:
    text = "\n".join(shown([*an_episode(), learned(["lamp, is in, attic"])], 130, 16))
    for part in (
        "score 5/5 ▲4",
        "won",
        "The treasure!",
        "[attic]",
        "go to attic (go east, go north) ▲4",
        "now in attic",
    ):
        assert part in text
    assert "── Plan" not in text


def test_the_sub_goal_that_is_acted_on_is_seen_however_long_the_plan() -> None:
    plan = [f"Sub-goal number {number}" for number in range(9)]
    text = "\n".join(shown([started(), planned(*plan), acted("look", "for sub-goal number 8")], 80, 24))
    assert "▸ Sub-goal number 8" in text
    assert "Sub-goal number 1" not in text


def test_colours_hold_on_light_and_dark_ground() -> None:
    console = Console(width=120, height=40, force_terminal=True, color_system="truecolor")
    hall = [turn("-= Hall =-", commands=("go up",)), learned(["a, is, b"], ["a, is, c"]), turn("No.", status="invalid")]
    with console.capture() as capture:
        for events in (an_episode(), [started(), *hall, retried("HTTP 429"), ended("failed"), ended("lost")]):
            console.print(picture(scene_of(*events), 120, 40), height=40)
        console.print(meanings(), height=40)
    used = {code for codes in re.findall(r"\x1b\[([0-9;]*)m", capture.get()) for code in codes.split(";")}
    assert used <= {"0", "1", "2", "3", "7", "22", "31", "32", "35"}


def test_every_word_of_the_screen_is_explained() -> None:
    text = "\n".join(shown(playing(), 120, 40))
    said = {name for name in MEANINGS if re.search(rf"\b{name}\b", text)}
    assert said == set(MEANINGS)


@settings(max_examples=30)
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


def test_time_goes_on_until_the_end() -> None:
    events = an_episode()
    assert "33 s" in shown(events[:5], 80, 24, now=133.0)[1]
    assert "2 s" in shown(events, 80, 24, now=1000.0)[1]
