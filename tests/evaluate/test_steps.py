from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.evaluate.episodes import read_episode
from ariadne.evaluate.steps import Step, Use
from ariadne.runs.events import EventLog
from tests.evaluate.runs import Told, question


def read(path: Path) -> list[Step]:
    episode = read_episode(path)
    assert episode
    return list(episode.steps)


def told(folder: Path, *steps: list[tuple[str, dict[str, Any]]]) -> list[Step]:
    """The steps of an episode of these events, after an opening turn that is valid."""
    log = EventLog(folder / "events.jsonl")
    log("episode_started", game="g", agent="a", memory="m", model="n", seed=1, repeat=1, run="")
    log("turn", command="", status="valid")
    for events in steps:
        log.step += 1
        for kind, fields in events:
            log(kind, **fields)
    log.close()
    return read(log.path)


def turns(*statuses: str) -> list[tuple[str, dict[str, Any]]]:
    return [("turn", {"command": "look", "status": status}) for status in statuses]


def test_the_series_has_one_entry_a_step_and_keeps_what_did_not_change(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    log("episode_started", game="g", agent="a", memory="m", model="n", seed=1, repeat=1, run="")
    question(log, "begin", 5)
    log.step = 1
    question(log, "learn", 10)
    log("learned", added=["x", "y"], removed=[], vertices=3, edges=2)
    log("scored", score=1, maximum=2, won=False, lost=False)
    log.step = 3
    log("learned", added=["z"], removed=["x"], vertices=3, edges=2)
    log.close()
    first, second, third = read(log.path)
    assert first.use == Use(2, 15, 1)  # what is asked before the first step counts for it
    assert (second.number, second.score, second.use, second.added) == (2, 1, Use(), 0)
    assert (second.vertices, second.edges) == (3, 2)
    assert (third.number, third.added, third.removed) == (3, 1, 1)


def test_a_memory_without_a_graph_has_no_sizes(tmp_path: Path) -> None:
    steps = read(Told().write(tmp_path))
    assert {(step.vertices, step.edges) for step in steps} == {(None, None)}


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
    (step,) = told(tmp_path, [*turns(*statuses), ("acted", {})])
    assert step.status == status


def test_an_answer_that_named_no_valid_action_makes_its_step_invalid(tmp_path: Path) -> None:
    """What is done instead is not what the model chose."""
    invalid = ("invalid", {"said": "fly", "action": "look"})
    first, second, third = told(tmp_path, [invalid, *turns("valid")], turns("valid"), [invalid, *turns("meta")])
    assert (first.status, second.status, third.status) == ("invalid", "valid", "invalid")


def test_the_context_of_a_step_is_the_last_that_was_recalled_in_it(tmp_path: Path) -> None:
    lengths = ((100,), (200, 250), ())
    steps = told(tmp_path, *([("recalled", {"context_tokens": n}) for n in each] + turns("valid") for each in lengths))
    assert [step.context_tokens for step in steps] == [100, 250, None]


def test_old_runs_tell_neither_status_nor_context(tmp_path: Path) -> None:
    old = [("recalled", {"facts": []}), ("invalid", {"said": "fly"}), ("turn", {"command": "look"})]
    (step,) = told(tmp_path, old)
    assert (step.status, step.context_tokens) == (None, None)
