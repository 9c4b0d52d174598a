from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.episodes import Played, played, read_episode
from ariadne.events import Use
from ariadne.runs.events import EventLog
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.evaluate.runs import Told, question
from tests.screen.events import retried


def read(path: Path) -> Played:
    episode = read_episode(path)
    assert episode
    return episode


async def test_a_game_that_was_played_is_read_as_it_was(game: Game, tmp_path: Path) -> None:
    config = PlayConfig(game=str(game("treasure-hunt")), max_steps=5)
    with prepared(config) as setup, new_run(tmp_path, "run") as run:
        summary = await play(setup, run)
    (episode,) = played(run.path)
    assert episode.summary == summary
    assert episode.why == "steps"
    assert episode.max_steps == len(episode.steps) == summary.steps == 5
    assert set(episode.kinds) == {"one"}
    total = sum(episode.kinds.values(), Use())
    assert total == Use(summary.model_calls, summary.prompt_tokens, summary.completion_tokens)
    assert sum((step.use for step in episode.steps), Use()) == total
    assert episode.steps[-1].score == summary.score
    assert episode.texts_embedded
    sizes = [step.edges or 0 for step in episode.steps]
    assert sizes == sorted(sizes)
    assert sizes[-1] == sum(step.added - step.removed for step in episode.steps)


def test_what_is_asked_counts_by_kind_and_repairs_count_with_what_they_repair(tmp_path: Path) -> None:
    path = Told(scores=(1,), asked={"act": 200}, ends=False).write(tmp_path)
    log = EventLog(path)
    log.step = 1
    log(retried("429", 1.5))
    log(retried("429", 3))
    question(log, "act", 50, repair=True)
    question(log, "plan", 10, cached=True)
    question(log, "plan", 10, cut=True)
    question(log, "plan", 10, cut=True, salvaged=True)
    question(log, "plan", 0, refused=True)
    log.close()
    episode = read(path)
    assert episode.kinds == {"act": Use(2, 250, 25), "plan": Use(4, 30, 3)}
    assert (episode.repairs, episode.cached, episode.retries, episode.waited) == (1, 1, 2, 4.5)
    assert (episode.cut, episode.salvaged, episode.refused) == (2, 1, 1)
    assert episode.run_time == 0  # never less than nothing


def test_an_episode_without_an_end_is_unfinished_and_counted_from_its_events(tmp_path: Path) -> None:
    whole = read(Told(cost=0.5).write(tmp_path / "whole"))
    torn = read(Told(cost=0.5, ends=False).write(tmp_path / "torn"))
    assert (torn.why, torn.is_finished, whole.is_finished) == ("unfinished", False, True)
    assert replace(torn.summary, run="", seconds=0) == replace(whole.summary, run="", seconds=0)


@pytest.mark.parametrize(
    ("why", "finished"),
    [
        ("won", True),
        ("left", True),
        ("stopped", False),
    ],
)
def test_only_an_end_that_says_something_of_the_agent_is_finished(tmp_path: Path, why: str, finished: bool) -> None:
    assert read(Told(why=why).write(tmp_path)).is_finished == finished


def test_who_does_not_think_and_leaves_has_not_finished(tmp_path: Path) -> None:
    assert not read(Told(why="left", agent="human", memory=None, model=None).write(tmp_path)).is_finished


@given(steps=st.integers(1, 200))
def test_the_last_quarter_is_never_empty_and_never_more_than_a_quarter_and_a_step(
    steps: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    episode = read(Told(scores=(0.0,) * steps, asked={}).write(tmp_path_factory.mktemp("run")))
    assert steps / 4 <= len(episode.late) < steps / 4 + 1
    assert episode.late[-1] is episode.steps[-1]


def test_a_file_that_is_empty_holds_no_episode_yet(tmp_path: Path) -> None:
    path = Told().write(tmp_path)
    path.write_text("")
    assert read_episode(path) is None
    assert list(played(tmp_path)) == []


@pytest.mark.parametrize(("why", "limit", "steps"), [("won", 9, 4), ("lost", 9, 9), ("steps", 4, 4), ("over", None, 4)])
def test_a_game_that_was_not_won_took_all_steps(tmp_path: Path, why: str, limit: int | None, steps: int) -> None:
    assert read(Told(why=why, max_steps=limit).write(tmp_path)).steps_or_limit == steps


@pytest.mark.parametrize(
    ("length", "limit", "attainable"), [(9, 9, True), (10, 9, False), (10, None, True), (None, 9, None)]
)
def test_a_walkthrough_that_fits_into_the_limit_is_attainable(
    tmp_path: Path, length: int | None, limit: int | None, attainable: bool | None
) -> None:
    told = Told(max_steps=limit, more={"walkthrough_length": length})
    assert read(told.write(tmp_path)).is_attainable is attainable


def test_progress_is_that_after_a_step_and_stays_after_the_end(tmp_path: Path) -> None:
    episode = read(Told(scores=(1.0, -2.0, 4.0)).write(tmp_path / "a"))
    assert [episode.progress(step) for step in (1, 2, 3, 9)] == [0.25, 0, 1, 1]
    assert read(Told(maximum=0.0).write(tmp_path / "b")).progress(1) is None


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "turn", "step": 0, "time": 1}',
        '{"event": "episode_started", "step": 0, "time": 1}',
        '{"event": "episode_started", "step": "x", "time": 1, "game": 3}',
    ],
)
def test_events_that_are_none_of_an_episode_are_one_clear_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "events.jsonl").write_text(line + "\n")
    with pytest.raises(UserError, match="is damaged"):
        read_episode(tmp_path / "events.jsonl")


@pytest.mark.parametrize(
    "more",
    [
        {"max_steps": "x"},
        {"seconds": {}},
    ],
)
def test_counts_that_are_none_are_one_clear_line(tmp_path: Path, more: dict[str, Any]) -> None:
    path = Told(contexts=(1, 2, 3, 4), waits=(1,), more={"walkthrough_length": 1}).write(tmp_path)
    events = [json.loads(line) for line in path.read_text().splitlines()]
    changed = [{**event, **{name: value for name, value in more.items() if name in event}} for event in events]
    path.write_text("".join(f"{json.dumps(event)}\n" for event in changed))
    with pytest.raises(UserError, match="is damaged"):
        read_episode(path)
