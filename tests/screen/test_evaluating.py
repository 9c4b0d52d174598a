from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from ariadne.config import PlayConfig
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.scheduler import RunCosts
from ariadne.events import EpisodeEnded
from ariadne.screen.evaluating import LiveBoard, RunProgress, eval_lines, player
from tests.screen import events
from tests.screen.events import acted, at


def job(number: int, game: str = "hunt", memory: str = "arigraph", **config: Any) -> Job:
    repeat = config.pop("repeat", 1)
    return Job(number, PlayConfig(game=game, memory=memory, **config), repeat, number)


def ended(score: float | None = 0.5, why: str = "steps", steps: int = 7) -> EpisodeEnded:
    return at(steps, events.ended(why, normalized_score=score, steps=steps))


def begun(
    board: RunProgress,
    jobs: Sequence[Job],
    finished: Mapping[int, EpisodeEnded] | None = None,
    spent: RunCosts | None = None,
) -> None:
    board.begin(jobs, finished or {}, spent or RunCosts())


JOBS = [job(1, seed=3), job(2, memory="rag", seed=3, repeat=2), job(3, agent="random", game="cooking")]


def lines(*calls: Any, jobs: Sequence[Job] = JOBS, finished: Mapping[int, EpisodeEnded] | None = None) -> list[str]:
    """What is printed when these are called, each a name and its arguments."""
    output = StringIO()
    board = eval_lines(output)
    begun(board, jobs, finished)
    for name, *arguments in calls:
        getattr(board, name)(*arguments)
    return output.getvalue().splitlines()


def test_episodes_that_were_finished_before_are_counted_and_not_told_again() -> None:
    one, two, _ = JOBS
    said = lines(("event", two, ended()), ("ended", two, ""), finished={1: ended(1.0, "won")})
    assert said == ["2/3 hunt seed 3 · rag #2: 0.50 in 7 steps (out of steps)"]
    assert one not in said


def test_lines_stay_short_and_obey_nothing() -> None:
    wild = job(1, game="\x1b[2Jgame\nover")
    said = lines(("again", wild, "\x1b]0;title\x07" + "x" * 100_000), ("ended", wild, "[red]\r\x1b[31m"), jobs=[wild])
    assert len(said) == 2
    assert max(map(len, said)) < 500
    assert not any(ord(character) < 32 for line in said for character in line)
    assert said[1] == "1/1 game over · arigraph: failed: [red]"


def test_the_score_so_far_is_kept_by_player() -> None:
    board = RunProgress()
    one, two, three = JOBS
    begun(board, [*JOBS, job(4)], {4: ended(1.0)})
    board.started(one)
    assert board.steps == {1: 0}
    board.event(one, acted("look", step=5))
    assert board.steps == {1: 5}
    board.event(one, ended(0.5))
    board.ended(one, "")
    board.event(two, ended(0.0, "failed"))
    board.ended(two, "gone")
    board.event(three, ended(None))
    board.ended(three, "")
    assert board.scores == {"arigraph": [1.0, 0.5], "rag": [], "random": []}
    assert (dict(board.done), dict(board.failed), board.steps) == ({"arigraph": 2, "random": 1}, {"rag": 1}, {})
    assert board.total_done == 4


def test_the_time_left_goes_by_what_this_session_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("ariadne.screen.evaluating.time.monotonic", lambda: now[0])
    board = RunProgress()
    jobs = [job(number) for number in range(1, 11)]
    begun(board, jobs, {number: ended() for number in (1, 2, 3, 4)})
    assert board.seconds_left is None
    now[0] += 60
    for each in jobs[4:6]:
        board.event(each, ended())
        board.ended(each, "")
    assert board.seconds_left == pytest.approx(60 / 2 * 4)


def live() -> tuple[LiveBoard, StringIO]:
    """A board, and where its last picture is printed: this is no terminal, for which it would be drawn again."""
    output = StringIO()
    return LiveBoard(Console(file=output, width=100)), output


def picture(board: LiveBoard, output: StringIO) -> str:
    with board:
        assert output.getvalue() == ""
    return output.getvalue()


def test_the_board_shows_what_runs_is_done_and_failed_and_what_it_cost() -> None:
    board, output = live()
    begun(board, JOBS, spent=RunCosts(tokens=41_203, cost_usd=1.5))
    one, two, three = JOBS
    board.event(one, ended(0.5))
    board.ended(one, "")
    board.started(two)
    board.event(two, acted("look", step=12))
    board.ended(three, "gone")
    shown = picture(board, output)
    assert "2 of 3 episodes · 1 running · 1 failed · 41,203 tokens · $1.50" in shown
    assert "left" in shown
    assert "hunt seed 3 · rag #2: step 12" in shown
    rows = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.split()[:1] != []}
    assert rows["arigraph"] == ["0.50", "1"]
    assert rows["random"] == ["0", "1"]
    assert rows["rag"] == ["0"]
    assert "cooking · random failed: gone" in shown


def test_many_running_episodes_do_not_fill_the_screen() -> None:
    board, output = live()
    jobs = [job(number, seed=number) for number in range(1, 65)]
    begun(board, jobs)
    for each in jobs:
        board.started(each)
    shown = picture(board, output)
    assert "64 running" in shown
    assert "and 56 more" in shown
    assert len(shown.splitlines()) < 24


def test_names_and_errors_are_shown_as_they_are_and_never_as_markup() -> None:
    board, output = live()
    wild = job(1, game="[bold]game[/bold]", memory="[/red]\x1b[31mmemory")
    begun(board, [wild])
    board.started(wild)
    board.again(wild, "[/nothing] [link=http://x]here[/link]\x1b[2J")
    shown = picture(board, output)
    assert "[bold]game[/bold]" in shown
    assert shown.count("[/red]memory") >= 2
    assert "[/nothing] [link=http://x]here[/link]" in shown
    assert "\x1b" not in shown
    assert player(wild) == "[/red]\x1b[31mmemory"


def test_the_last_picture_stays_in_the_terminal() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=100, height=30)
    with LiveBoard(console) as board:
        begun(board, JOBS)
        for each in JOBS:
            board.event(each, ended(1.0, "won"))
            board.ended(each, "")
    assert isinstance(console.file, StringIO)
    assert "3 of 3 episodes" in console.file.getvalue()


def test_the_terminal_is_given_back_when_something_fails() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=100, height=30)
    with pytest.raises(ZeroDivisionError), LiveBoard(console):
        raise ZeroDivisionError
    assert isinstance(console.file, StringIO)
    assert console.file.getvalue().count("\x1b[?25h") == 1
