"""The records of a game with several successive tasks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ariadne.events import Scored
from ariadne.worlds.card import ErrandsScoring, GameCard
from tests.command import ariadne_here, events_of
from tests.conftest import Game


@pytest.fixture
def errands(game: Game) -> Path:
    return game("errands")


def test_records_have_the_current_task_and_the_fewest_commands_of_each(errands: Path, tmp_path: Path) -> None:
    done = ariadne_here("play", str(errands), "--agent", "walkthrough", "--runs", str(tmp_path), "--quiet")
    assert done.returncode == 0, done.stderr
    events = events_of(tmp_path)
    scoring = GameCard.load(errands.with_suffix(".yaml")).scoring
    assert isinstance(scoring, ErrandsScoring)
    assert events[0].shortest == tuple(len(errand.walk) for errand in scoring.errands)
    tasks = [event.task for event in events if isinstance(event, Scored)]
    assert tasks == sorted(tasks)
    # Every turn except the last precedes a command for its task.
    assert tuple(Counter(tasks[:-1]).values()) == events[0].shortest


def test_a_game_of_one_task_has_none(game: Game, tmp_path: Path) -> None:
    ariadne_here("play", str(game("treasure-hunt")), "--agent", "walkthrough", "--runs", str(tmp_path), "--quiet")
    events = events_of(tmp_path)
    assert events[0].shortest == ()
    assert {event.task for event in events if isinstance(event, Scored)} == {0}
