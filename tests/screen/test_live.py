from __future__ import annotations

import time
from io import StringIO

import pytest
from rich.console import Console

from ariadne.screen.live import LiveScreen
from tests.screen.events import an_episode

ALTERNATE, NORMAL, SHOW_CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"


def terminal(width: int = 80) -> Console:
    return Console(file=StringIO(), force_terminal=True, width=width, height=24, color_system="truecolor")


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_last_picture_and_the_summary_stay_in_the_terminal() -> None:
    console = terminal()
    with LiveScreen(console) as screen:
        for event in an_episode():
            screen(event)
    during, _, left = written(console).partition(NORMAL)
    assert ALTERNATE in during
    assert SHOW_CURSOR in written(console)
    assert "The treasure!" in left
    assert "run runs/1" in left
    assert len(left.split("\n")) <= 24


def test_the_terminal_is_given_back_when_something_fails() -> None:
    console = terminal()
    with pytest.raises(ZeroDivisionError), LiveScreen(console):
        raise ZeroDivisionError
    assert written(console).count(ALTERNATE) == written(console).count(NORMAL) == 1


def test_an_episode_that_never_began_leaves_no_picture() -> None:
    console = terminal()
    with LiveScreen(console):
        pass
    assert "sees" not in written(console).partition(NORMAL)[2]


def test_a_note_stays_below_the_picture_and_goes_with_it() -> None:
    console = terminal()
    note = "watch at http://127.0.0.1:1/[bold]x[/bold]/"
    with LiveScreen(console, note) as screen:
        for event in an_episode():
            screen(event)
        # It is drawn by a thread of its own.
        deadline = time.monotonic() + 10
        while "The treasure!" not in written(console) and time.monotonic() < deadline:
            time.sleep(0.02)
    during, _, left = written(console).partition(NORMAL)
    assert "The treasure!" in during
    assert note in during
    assert note not in left


def test_in_a_narrow_terminal_the_note_and_the_summary_are_wrapped_between_words() -> None:
    console = terminal(40)
    note = "watch at http://127.0.0.1:1/some/where/ from any other window of this machine"
    with LiveScreen(console, note) as screen:
        for event in an_episode():
            screen(event)
        deadline = time.monotonic() + 10
        while "this machine" not in written(console) and time.monotonic() < deadline:
            time.sleep(0.02)
    left = written(console).partition(NORMAL)[2].split("\n")
    assert "this machine" in written(console)
    assert "won: hunt · seed 1 · ariadne (arigraph, " in left
    assert "run runs/1" in left
    assert len(left) <= 24
