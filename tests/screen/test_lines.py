from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import TextIO

from ariadne.events import Event
from ariadne.runs.events import Watch
from ariadne.screen.lines import OneLine, PlainLines, Transcript
from tests.screen.events import an_episode, ended, started, turn


def lines(watch: Callable[[TextIO], Watch], events: list[Event]) -> list[str]:
    output = StringIO()
    watching = watch(output)
    for event in events:
        watching(event)
    return output.getvalue().splitlines()


def typed(output: TextIO) -> Transcript:
    return Transcript(output, echo=None)


def test_a_step_is_a_few_short_lines() -> None:
    said = lines(PlainLines, an_episode())
    start = said.index("  1 > take key -- it is here")
    assert said[start + 1 : start + 4] == ["    Taken.", "    score 1 of 5", "    learned 1, dropped 1"]
    assert "  1 > go to attic (go east, go north) -- the treasure is there" in said
    assert said[-3].startswith("won: hunt")
    assert said[-1] == "run runs/1"


def test_plain_lines_stay_short_and_obey_nothing() -> None:
    said = lines(PlainLines, [started(), turn("\x1b[2J" + "x" * 100_000)])
    assert max(map(len, said)) < 500
    assert not any("\x1b" in line for line in said)


def test_quiet_is_one_line_at_the_end() -> None:
    (line,) = lines(OneLine, an_episode())
    assert line.startswith("won: hunt")
    assert line.endswith("run runs/1")


def test_a_player_reads_how_one_acts_where_the_world_tells() -> None:
    said = lines(typed, [started(instructions="Actions:\n- [b]stack[/b] <top>: \x1b[31mstacks.")])
    place = said.index("Actions:")
    assert said[place + 1].startswith("- [b]stack[/b] <top>: ")
    assert "\x1b" not in said[place + 1]


def test_a_player_reads_the_goal_the_world_and_what_is_carried_when_it_changes() -> None:
    said = lines(
        typed,
        [started(), turn("Hall.\nA key."), turn("Hall.", command="look"), turn("Taken.", inventory="A key.")],
    )
    assert "Goal: Find the treasure." in said
    assert said[said.index("Hall.") + 1] == "A key."
    assert said.count("You carry nothing.") == 1
    assert said.count("A key.") == 2
    assert "> look" in said


def test_a_player_is_not_told_the_score_before_the_end() -> None:
    assert not any("score" in line.lower() for line in lines(typed, an_episode()[:-1]))
    assert any("score 5 of 5" in line for line in lines(typed, [started(), ended()]))
