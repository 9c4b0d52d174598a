from __future__ import annotations

from dataclasses import replace

from ariadne.agents.agent import Setting
from ariadne.agents.framing import Framing
from ariadne.agents.random import RandomAgent
from ariadne.agents.registry import LOG_TOKENS, AgentKit, Thinking, find_agent
from ariadne.agents.walkthrough import Walkthrough
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.none import NoMemory
from ariadne.record import ignore
from ariadne.worlds.world import Turn
from tests.scripted import Script

KIT = AgentKit(ignore, "1/1", ("look",), None, Setting())


def test_agents_without_a_model_are_built() -> None:
    assert isinstance(find_agent("random").build(KIT), RandomAgent)
    assert isinstance(find_agent("walkthrough").build(KIT), Walkthrough)


async def test_embedder_and_choices_reach_the_agent(minilm: MiniLM) -> None:
    script = Script(act={"reason": "It is dark.", "action": "pick up the lamp"})
    thinking = Thinking(Framing(script.ask), NoMemory(), "three", LOG_TOKENS, texts=TextCache(minilm), choices=2)
    agent = find_agent("ariadne").build(replace(KIT, thinking=thinking))
    await agent.begin("Win.")
    decision = await agent.decide([Turn("", "A hall.", "", ("look", "open box", "take lamp"), "hall")])
    assert decision
    assert decision.commands == ("take lamp",)
    assert len(script.of("act")[0].choices["action"]) == 3
