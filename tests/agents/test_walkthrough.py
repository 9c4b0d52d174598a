from __future__ import annotations

import pytest

from ariadne.agents.walkthrough import Walkthrough
from ariadne.errors import UserError
from ariadne.worlds.world import Turn

TURN = Turn("", "A hall.", "", ("look",), "hall")


async def test_the_commands_are_sent_in_order_and_then_the_agent_leaves() -> None:
    agent = Walkthrough(["go east", "take key"])
    for _ in range(2):
        await agent.begin("win")
        decisions = [await agent.decide([TURN]) for _ in range(3)]
        assert [decision and decision.commands for decision in decisions] == [("go east",), ("take key",), None]


async def test_a_story_without_a_walkthrough_is_one_clear_line() -> None:
    with pytest.raises(UserError, match="no walkthrough"):
        await Walkthrough(()).begin("win")
