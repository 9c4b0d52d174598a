"""The numbers of an episode's steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.episodes import read_episode
from ariadne.events import Event, Use
from ariadne.history import PlayedStep
from ariadne.runs.events import EventLog
from tests.evaluate.runs import question, recalled, turn
from tests.screen.events import acted, invalid, learned, scored, started


def read(path: Path) -> list[PlayedStep]:
    episode = read_episode(path)
    assert episode
    return list(episode.steps)


def told(folder: Path, *steps: list[Event]) -> list[PlayedStep]:
    """The steps of an episode of these events, after an opening turn that is valid."""
    log = EventLog(folder / "events.jsonl")
    log(started())
    log(turn("valid", ""))
    for events in steps:
        log.step += 1
        for event in events:
            log(event)
    log.close()
    return read(log.path)


def turns(*statuses: str) -> list[Event]:
    return [turn(status) for status in statuses]


def test_the_series_has_one_entry_a_step_and_keeps_what_did_not_change(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    log(started())
    question(log, "begin", 5)
    log.step = 1
    question(log, "learn", 10)
    log(learned(["x", "y"], vertices=3, edges=2))
    log(scored(1, 2))
    log.step = 3
    log(learned(["z"], ["x"], vertices=3, edges=2))
    log.close()
    first, second, third = read(log.path)
    assert first.use == Use(2, 15, 1)  # what is asked before the first step counts for it
    assert (second.number, second.score, second.use, second.added) == (2, 1, Use(), 0)
    assert (second.vertices, second.edges) == (3, 2)
    assert (third.number, third.added, third.removed) == (3, 1, 1)


@pytest.mark.parametrize(
    ("statuses", "status"),
    [
        (("valid",), "valid"),
        (("valid", "valid", "invalid"), "invalid"),
        (("meta", "invalid"), "invalid"),
        (("meta", "meta"), "meta"),
        (("meta", "valid"), "valid"),
        ((), None),
    ],
)
def test_a_step_is_invalid_if_one_of_its_commands_was_and_meta_if_all_were(
    tmp_path: Path, statuses: tuple[str, ...], status: str | None
) -> None:
    (step,) = told(tmp_path, [*turns(*statuses), acted("look")])
    assert step.status == status


def test_an_answer_that_named_no_valid_action_makes_its_step_invalid(tmp_path: Path) -> None:
    """What is done instead is not what the model chose."""
    flown = invalid("fly")
    first, second, third = told(tmp_path, [flown, *turns("valid")], turns("valid"), [flown, *turns("meta")])
    assert (first.status, second.status, third.status) == ("invalid", "valid", "invalid")


def test_the_context_of_a_step_is_the_last_that_was_recalled_in_it(tmp_path: Path) -> None:
    lengths = ((100,), (200, 250), ())
    steps = told(tmp_path, *([*map(recalled, each), *turns("valid")] for each in lengths))
    assert [step.context_tokens for step in steps] == [100, 250, None]
