from __future__ import annotations

import os
from pathlib import Path

import pytest

from ariadne.events import Acted
from ariadne.record import read_events
from ariadne.report.spent import spent
from ariadne.runs.events import EventLog
from tests.evaluate.runs import Told, question


def costs(path: Path) -> tuple[int, float | None]:
    use = spent(path)
    return use.tokens, use.cost_usd


def begun(tmp_path: Path) -> Path:
    """The events of an episode of two steps that has not ended, with two calls a step."""
    return Told(scores=(1, 2), cost=0.5, ends=False).write(tmp_path)


def test_calls_are_counted_as_they_are_recorded(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    told = []
    for tokens in (100, 200):
        question(log, "act", tokens, 0.25)
        log(Acted(action='say "question"', reason="", commands=("look",)))
        told.append(costs(log.path))
    log.close()
    assert told == [(110, 0.25), (330, 0.5)]


def test_what_was_counted_is_not_read_again_and_what_is_incomplete_not_yet(tmp_path: Path) -> None:
    path = begun(tmp_path)
    whole = path.read_bytes()
    assert costs(path) == (2 * 330, 2.0)
    later = next(line for line in whole.splitlines(keepends=True) if b'"question"' in line)
    with path.open("r+b") as file:
        file.write(b"x" * (len(whole) - 1) + b"\n")
        file.write(later[:-1])
    assert costs(path) == (2 * 330, 2.0)
    with path.open("ab") as file:
        file.write(b"\n")
    assert costs(path) == (2 * 330 + 110, 2.5)


def test_another_file_in_its_place_is_counted_from_its_beginning(tmp_path: Path) -> None:
    path = begun(tmp_path)
    costs(path)
    other = Told(asked={"act": 1000}, ends=False).write(tmp_path / "other")
    os.replace(other, path)
    assert costs(path) == (4 * 1100, 0.0)


@pytest.mark.parametrize("looks", [True, False])
def test_calls_that_a_resumed_episode_does_not_keep_do_not_count(tmp_path: Path, looks: bool) -> None:
    path = begun(tmp_path)
    if looks:
        costs(path)
    calls = [number for number, event in enumerate(read_events(path), 1) if hasattr(event, "usage")]
    call = next(line for line in path.read_text().splitlines(keepends=True) if '"question"' in line)
    with path.open("a") as file:
        file.write(f'{{"event": "resumed", "step": 1, "time": 2, "kept": {calls[1]}}}\n{call}')
    assert costs(path) == (330 + 110, 1.5)


def test_lines_that_are_no_events_cost_nothing(tmp_path: Path) -> None:
    path = begun(tmp_path)
    lines = [
        '"question"',
        "[]",
        '{"event": "question"}',
        '{"event": "question", "usage": {"cost_usd": NaN}}',
        '{"event": "resumed", "kept": -1}',
        '{"event": "resumed", "kept": "all"}',
        "[" * 10**5 + '"question"',
    ]
    with path.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
    assert costs(path) == (2 * 330, 2.0)
