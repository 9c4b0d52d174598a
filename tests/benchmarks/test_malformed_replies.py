"""Some of what `benchmarks/malformed_replies.py` does: malformed replies through whole steps, of all agents."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from malformed_replies import KINDS, Trial, malformed

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
        ("hiagent", "hiagent", "three"),
        ("hiagent+arigraph", "hiagent+arigraph", "three"),
        ("standard", "reflexion", "three"),
        ("tree-planner", "full-history", "three"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_but_decisions_leaves_the_steps(
    agent: str, memory: str, calls: str, seed: int, tmp_path: Path
) -> None:
    trial = Trial(agent, memory, calls, seed)
    await trial.run(REPLIES, tmp_path)
    assert trial.replies.total() >= REPLIES
    assert trial.steps
    assert str(trial.replies.total()) in trial.row()
    for path in tmp_path.iterdir():
        events = list(read_events(path))
        assert events[-1].name == "episode_ended"
        told = json.dumps([written(event) for event in events], ensure_ascii=False)
        assert not any("\ud800" <= sign <= "\udfff" for sign in told)


def test_replies_are_the_same_for_a_seed_and_of_every_kind() -> None:
    assert [malformed(Random(7)) for _ in range(2)] == [malformed(Random(7))] * 2
    assert len({malformed(Random(seed)) for seed in range(300)}) > 250
    assert all(make(Random(1), '{"explore": true}') is not None for make in KINDS.values())
