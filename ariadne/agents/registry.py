"""Agents by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Literal

from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.agents.agent import Agent
    from ariadne.memory.memory import Memory
    from ariadne.models.model import Ask
    from ariadne.record import Record

GROUP = "ariadne.agents"


@dataclass(frozen=True)
class Mind:
    """What agents that think have: somebody to ask, and a memory."""

    ask: Ask
    memory: Memory
    calls: Literal["three", "paper"]
    navigation: Literal["agent", "memory"] = "agent"


@dataclass(frozen=True)
class Kit:
    """What an agent is made from; each takes what it needs.

    Attributes:
        seed: for what is left to chance.
        walkthrough: commands that are known to win, if any are.
        domain: what kind of world it will act in.
        instructions: how one acts there.
        briefing: what the first observation will begin with.
        mind: for agents that think; None for the others.
    """

    record: Record
    seed: str
    walkthrough: tuple[str, ...]
    mind: Mind | None
    domain: str = ""
    instructions: str = ""
    briefing: str = ""


@dataclass(frozen=True)
class AgentKind:
    """A kind of agent.

    Attributes:
        thinks: whether it asks a model and has a memory.
        limited: whether the limit of steps holds for it.
    """

    build: Callable[[Kit], Agent]
    thinks: bool = False
    limited: bool = True


def find_agent(name: str) -> AgentKind:
    """The kind of agent of that name: Ariadne's own, or an entry point in the group `ariadne.agents`.

    Raises:
        UserError: there is none.
    """
    if name in AGENTS:
        return AGENTS[name]
    for entry in entry_points(group=GROUP, name=name):
        kind: AgentKind = entry.load()
        return kind
    raise UserError(f"there is no agent {name}: use {', '.join(AGENTS)}")


def _ariadne(kit: Kit) -> Agent:
    from ariadne.agents.ariadne import Ariadne, AriadneOptions

    assert kit.mind is not None
    options = AriadneOptions(calls=kit.mind.calls, navigation=kit.mind.navigation)
    return Ariadne(kit.mind.memory, kit.mind.ask, kit.record, options)


def _random(kit: Kit) -> Agent:
    from ariadne.agents.random import RandomAgent

    return RandomAgent(kit.seed)


def _walkthrough(kit: Kit) -> Agent:
    from ariadne.agents.walkthrough import Walkthrough

    return Walkthrough(kit.walkthrough)


def _human(kit: Kit) -> Agent:
    from ariadne.agents.human import Human

    return Human()


AGENTS: Mapping[str, AgentKind] = {
    "ariadne": AgentKind(_ariadne, thinks=True),
    "random": AgentKind(_random),
    "walkthrough": AgentKind(_walkthrough, limited=False),
    "human": AgentKind(_human),
}
