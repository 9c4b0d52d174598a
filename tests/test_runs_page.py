"""What `docs/runs.md` says of events and summaries is what a run leaves behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.record import read_events
from ariadne.runs.events import SCHEMA
from ariadne.runs.play import play, prepared
from ariadne.runs.run import new_run
from ariadne.runs.summary import Summary
from tests.conftest import Game

PAGE = (Path(__file__).parent.parent / "docs" / "runs.md").read_text(encoding="utf-8")
EVENTS = {
    row[1]: re.findall(r"`(\w+)`", row[2]) for row in re.finditer(r"^\| `(\w+)` \| (`.+?) \| [a-z]", PAGE, re.MULTILINE)
}
COMMON = {"event", "step", "time"}


@pytest.mark.parametrize("calls", ["three", "paper"])
async def test_events_have_the_fields_that_are_listed(game: Game, tmp_path: Path, calls: str) -> None:
    config = PlayConfig.model_validate({"game": str(game("treasure-hunt")), "calls": calls, "max_steps": 3})
    with prepared(config) as stage, new_run(tmp_path, "run") as run:
        await play(stage, run)
    first, *others, last = [event for path in run.path.rglob("events.jsonl") for event in read_events(path)]
    assert first["schema"] == SCHEMA
    assert first.keys() == {*EVENTS["episode_started"], "schema"} | COMMON
    for event in others:
        assert event.keys() == set(EVENTS[event["event"]]) | COMMON
    assert last.keys() == {*EVENTS["episode_ended"], *Summary.model_fields} | COMMON
    assert {event["event"] for event in others} == EVENTS.keys() - {
        "episode_started",
        "episode_ended",
        "remembered",
        "invalid",
        "circled",
        "retried",
        "reflected",
        "resumed",
        "folded",
        "retrieved",
    }


async def test_sub_goals_have_the_events_that_are_listed(game: Game, tmp_path: Path) -> None:
    config = PlayConfig(game=str(game("treasure-hunt")), agent="hiagent", max_steps=12)
    with prepared(config) as stage, new_run(tmp_path, "run") as run:
        await play(stage, run)
    _, *others, _ = [event for path in run.path.rglob("events.jsonl") for event in read_events(path)]
    for event in others:
        assert event.keys() == set(EVENTS[event["event"]]) | COMMON
    assert {event["event"] for event in others} == {
        "turn", "scored", "question", "recalled", "planned", "acted", "folded"
    }  # fmt: skip


def test_the_keys_of_a_summary_are_listed() -> None:
    listed = re.search(r"The keys of `play --json` are (.+?)\.\n", PAGE, re.DOTALL)
    assert listed
    assert re.findall(r"`(\w+)`", listed[1]) == list(Summary.model_fields)
