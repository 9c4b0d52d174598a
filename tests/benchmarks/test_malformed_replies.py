"""Some of what `benchmarks/malformed_replies.py` does: malformed replies through whole steps, of all agents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from malformed_replies import Trial

from ariadne.events import written
from ariadne.record import read_events

REPLIES = 60


@pytest.mark.parametrize(
    ("agent", "memory", "calls"),
    [
        ("ariadne", "arigraph", "three"),
        ("ariadne", "arigraph", "paper"),
        ("ariadne", "rag", "three"),
        ("ariadne", "simulacra", "three"),
        ("ariadne", "summary", "paper"),
        ("ariadne", "mem0-style", "three"),
        ("ariadne", "graphiti-style", "three"),
        ("ariadne", "hipporag-style", "three"),
        ("hiagent", "hiagent", "three"),
        ("hiagent+arigraph", "hiagent+arigraph", "three"),
        ("standard", "reflexion", "three"),
        ("tree-planner", "full-history", "three"),
    ],
)
async def test_nothing_but_decisions_leaves_the_steps(agent: str, memory: str, calls: str, tmp_path: Path) -> None:
    trial = Trial(agent, memory, calls, 1)
    await trial.run(REPLIES, tmp_path)
    assert trial.replies.total() >= REPLIES
    assert trial.steps
    assert str(trial.replies.total()) in trial.row()
    for path in tmp_path.iterdir():
        events = list(read_events(path))
        assert events[-1].name == "episode_ended"
        told = json.dumps([written(event) for event in events], ensure_ascii=False)
        assert not any("\ud800" <= sign <= "\udfff" for sign in told)
