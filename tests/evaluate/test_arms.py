from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.agents.registry import AGENTS
from ariadne.config import PlayConfig
from ariadne.evaluate.arms import Arm, arm_of, planned
from ariadne.evaluate.episodes import read_episode
from ariadne.memory.registry import MEMORIES
from tests.evaluate.runs import Told


@pytest.mark.parametrize(
    ("agent", "memory", "name"),
    [
        ("ariadne", "arigraph", "arigraph"),
        ("ariadne", "hiagent", "ariadne (hiagent)"),
        ("hiagent", "hiagent", "hiagent"),
        ("standard", "full-history", "standard"),
        ("random", None, "random"),
        ("random", "arigraph", "random (arigraph)"),
        ("of-another-package", "arigraph", "of-another-package (arigraph)"),
    ],
)
def test_an_arm_is_called_by_what_distinguishes_it(agent: str, memory: str | None, name: str) -> None:
    assert Arm(agent, memory, None).name == name


def test_no_two_arms_have_one_name() -> None:
    """All agents with all memories, and without one."""
    every_arm = [Arm(agent, memory, None) for agent in AGENTS for memory in (*MEMORIES, None)]
    thinking = [who for who in every_arm if who.memory or not AGENTS[who.agent].thinks]
    assert len({who.name for who in thinking}) == len(thinking)


@pytest.mark.parametrize("agent", ["ariadne", "hiagent", "standard", "random"])
def test_who_will_play_is_who_will_have_played(agent: str, tmp_path: Path) -> None:
    config = PlayConfig(game="hunt", agent=agent, memory="rag", model="big")
    thinks = AGENTS[agent].thinks
    told = Told(agent=agent, memory="rag" if thinks else None, model="big" if thinks else None)
    episode = read_episode(told.write(tmp_path))
    assert episode
    assert planned(config) == arm_of(episode)
