from __future__ import annotations

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.random import RandomAgent
from ariadne.agents.registry import AGENTS, Kit, find_agent
from ariadne.agents.walkthrough import Walkthrough
from ariadne.errors import UserError
from ariadne.memory.registry import find_memory
from ariadne.record import ignore

KIT = Kit(ignore, "1/1", ("look",), None, Setting())


def test_the_agents_of_the_paper_and_their_bounds_are_there() -> None:
    assert list(AGENTS) == ["ariadne", "random", "walkthrough", "human"]
    assert [name for name, kind in AGENTS.items() if kind.thinks] == ["ariadne"]


def test_the_limit_of_steps_holds_for_all_but_the_walkthrough() -> None:
    assert [name for name, kind in AGENTS.items() if not kind.limited] == ["walkthrough"]


def test_agents_without_a_mind_are_made_from_what_they_need() -> None:
    assert isinstance(find_agent("random").build(KIT), RandomAgent)
    assert isinstance(find_agent("walkthrough").build(KIT), Walkthrough)


@pytest.mark.parametrize("find", [find_agent, find_memory])
def test_an_unknown_name_is_answered_with_the_known_ones(find: object) -> None:
    assert callable(find)
    with pytest.raises(UserError, match=r"no (agent|memory) ariadnee: use ari"):
        find("ariadnee")
