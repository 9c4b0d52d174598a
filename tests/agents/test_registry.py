from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.random import RandomAgent
from ariadne.agents.registry import AGENTS, Kit, Mind, find_agent
from ariadne.agents.walkthrough import Walkthrough
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.errors import UserError
from ariadne.memory.none import NoMemory
from ariadne.memory.registry import MEMORIES, find_memory
from ariadne.record import ignore
from ariadne.worlds.world import Turn
from tests.scripted import Script

KIT = Kit(ignore, "1/1", ("look",), None, Setting())

# HiAgent, sections 4 and 5: the paper's strategies, each with the memory that goes with it.
PAIRS = {
    "hiagent": "hiagent",
    "hiagent-no-summary": "hiagent-no-summary",
    "hiagent-no-retrieval": "hiagent-no-retrieval",
    "hiagent-no-summary-no-retrieval": "hiagent-no-summary-no-retrieval",
    "hiagent+arigraph": "hiagent+arigraph",
    "task-decomposition": "hiagent-no-folding",
    "least-to-most": "hiagent-no-folding",
    "standard": "full-history",
    "tree-planner": "full-history",
}


def test_the_agents_of_the_paper_and_their_bounds_are_there() -> None:
    assert [name for name, kind in AGENTS.items() if kind.thinks] == ["ariadne", *PAIRS]
    assert [name for name, kind in AGENTS.items() if not kind.thinks] == ["random", "walkthrough", "human"]


@pytest.mark.parametrize(("agent", "memory"), PAIRS.items())
def test_a_preset_names_a_pair_of_agent_and_memory(agent: str, memory: str) -> None:
    assert find_agent(agent).memory == memory
    assert memory in MEMORIES


def test_the_agent_of_the_first_paper_has_its_memory() -> None:
    assert find_agent("ariadne").memory == "arigraph"


def test_presets_differ_in_memory_and_in_nothing_else() -> None:
    """HiAgent, section 5.1: an ablation takes something away from the memory, the questions stay the same."""
    with_subgoals = [find_agent(name) for name, memory in PAIRS.items() if memory.startswith("hiagent")]
    assert {replace(kind, memory="") for kind in with_subgoals} == {replace(with_subgoals[0], memory="")}
    assert find_agent("standard").build != with_subgoals[0].build


def test_the_limit_of_steps_holds_for_all_but_the_walkthrough() -> None:
    assert [name for name, kind in AGENTS.items() if not kind.limited] == ["walkthrough"]


def test_agents_without_a_mind_are_made_from_what_they_need() -> None:
    assert isinstance(find_agent("random").build(KIT), RandomAgent)
    assert isinstance(find_agent("walkthrough").build(KIT), Walkthrough)


async def test_a_mind_s_embedder_and_its_number_of_choices_reach_the_agent(minilm: MiniLM) -> None:
    script = Script(act={"reason": "It is dark.", "action": "pick up the lamp"})
    mind = Mind(script.ask, NoMemory(), "three", texts=TextCache(minilm), choices=2)
    agent = find_agent("ariadne").build(replace(KIT, mind=mind))
    await agent.begin("Win.")
    decision = await agent.decide([Turn("", "A hall.", "", ("look", "open box", "take lamp"), "hall")])
    assert decision
    assert decision.commands == ("take lamp",)
    assert len(script.of("act")[0].choices["action"]) == 3


@pytest.mark.parametrize("find", [find_agent, find_memory])
def test_an_unknown_name_is_answered_with_the_known_ones(find: object) -> None:
    assert callable(find)
    with pytest.raises(UserError, match=r"no (agent|memory) ariadnee; (did you mean ariadne|known are ari)"):
        find("ariadnee")
