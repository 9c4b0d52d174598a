from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ariadne.evaluate.scheduler import RunCosts
from ariadne.events import ItemEnded, ItemScored
from ariadne.qa.plan import QAJob, QAPlan, jobs_of
from ariadne.screen.asking import QABar, qa_lines
from tests.qa.asking import musique
from tests.screen.events import retried

RETRY = retried("HTTP 429:\x1b[31m slow down")
ENDED = ItemEnded(
    why="answered", error="", model_calls=0, prompt_tokens=0, completion_tokens=0, cost_usd=0.0, seconds=1.0
)
HOSTILE = "[red]no[/red]\x1b[2J"


@pytest.fixture
def jobs(tmp_path: Path) -> list[QAJob]:
    plan = QAPlan(files=(str(musique(tmp_path, 3)),), methods=("bm25",), models=("m",))
    return jobs_of(plan)


def scored(f1: float | None) -> ItemScored:
    return ItemScored(answers=(), exact=f1, f1=f1, supporting=())


def test_a_line_tells_each_question_that_ends_fails_or_is_tried_again(jobs: list[QAJob]) -> None:
    output = StringIO()
    board = qa_lines(output)
    board.begin(jobs, {1: ENDED}, RunCosts())
    board.event(jobs[1], scored(0.5))
    board.ended(jobs[1], "")
    board.again(jobs[2], f"the endpoint {HOSTILE}")
    board.ended(jobs[2], "the endpoint\nhas gone")
    assert output.getvalue().splitlines() == [
        "2/3 musique 2hop__1_1 · bm25 · m: F1 0.50",
        "2/3 musique 2hop__2_2 · bm25 · m: failed, retrying: the endpoint [red]no[/red]",
        "3/3 musique 2hop__2_2 · bm25 · m: failed: the endpoint has gone",
    ]


def test_what_was_only_looked_up_is_said_to_be(jobs: list[QAJob]) -> None:
    output = StringIO()
    board = qa_lines(output)
    board.begin(jobs, {}, RunCosts())
    board.event(jobs[0], scored(None))
    board.ended(jobs[0], "")
    assert output.getvalue() == "1/3 musique 2hop__0_0 · bm25 · m: retrieved\n"


def test_a_bar_tells_how_far_it_is_what_was_spent_and_the_last_trouble(jobs: list[QAJob]) -> None:
    output = StringIO()
    with QABar(Console(file=output, force_terminal=True, width=200)) as board:
        board.begin(jobs, {1: ENDED}, RunCosts(tokens=41_203, cost_usd=1.5, unpriced=1))
        board.event(jobs[1], RETRY)
        board.ended(jobs[1], "")
        board.again(jobs[2], HOSTILE)
        board.ended(jobs[2], HOSTILE)
    picture = output.getvalue()
    assert "3/3" in picture
    assert "41,203 tokens · $1.50 and more of unknown price · 1 failed" in picture
    assert "failed: [red]no[/red]" in picture
    assert "\x1b[2J" not in picture
