"""Agents by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from ariadne.memory.registry import ANY, LEARN
from ariadne.registry import find

if TYPE_CHECKING:
    from ariadne.agents.agent import Agent, Setting
    from ariadne.agents.framing import Framing
    from ariadne.embed.cache import TextCache
    from ariadne.memory.memory import Memory
    from ariadne.memory.registry import Asks, Calls, MemoryKind
    from ariadne.record import Record

GROUP = "ariadne.agents"
LOG_TOKENS = 2000
"""How long the log of Ariadne's frame may become before a snapshot is taken, in tokens."""


@dataclass(frozen=True)
class Thinking:
    """What agents that think have: somebody to ask, and a memory.

    Attributes:
        log_tokens: how long the log of Ariadne's frame may become.
        texts: the cache of embeddings that episodes share.
        choices: how many actions Ariadne is shown at first; None for all.
    """

    ask: Framing
    memory: Memory
    calls: Calls
    log_tokens: int
    navigation: Literal["agent", "memory"] = "agent"
    texts: TextCache | None = None
    choices: int | None = None


@dataclass(frozen=True)
class AgentKit:
    """What an agent is made from; each takes what it needs.

    Attributes:
        seed: for what is left to chance.
        walkthrough: commands that are known to win, if any are.
        setting: what it is told of the world.
        thinking: for agents that think; None for the others.
        human: who plays, if not whoever is at the terminal.
    """

    record: Record
    seed: str
    walkthrough: tuple[str, ...]
    thinking: Thinking | None
    setting: Setting
    human: Agent | None = None


@dataclass(frozen=True)
class AgentKind:
    """A kind of agent.

    Attributes:
        thinks: whether it asks a model and has a memory.
        limited: whether the limit of steps holds for it.
        memory: the one that goes with it unless another is chosen.
        asks: its questions of a step, to decide, by the way of asking and the memory that goes with it.
        answers: questions of its memory that its own replies answer as well, by the way of asking.
        by_chance: whether it plays otherwise each time, whoever answers.
        by_hand: whether a person decides.
    """

    build: Callable[[AgentKit], Agent]
    thinks: bool = False
    limited: bool = True
    memory: str = "arigraph"
    asks: Callable[[Calls, MemoryKind], Asks] = lambda calls, memory: {ANY: 1}
    answers: Callable[[Calls], Collection[str]] = lambda calls: ()
    by_chance: bool = False
    by_hand: bool = False


def find_agent(name: str) -> AgentKind:
    """The kind of agent of that name: Ariadne's own, or an entry point in the group `ariadne.agents`.

    Raises:
        UserError: there is none.
    """
    return find("agent", name, AGENTS, GROUP)


def _ariadne(kit: AgentKit) -> Agent:
    from ariadne.agents.ariadne import Ariadne, AriadneOptions

    own = _thinking(kit)
    options = AriadneOptions(calls=own.calls, log_tokens=own.log_tokens, navigation=own.navigation, choices=own.choices)
    return Ariadne(own.memory, own.ask, kit.record, options, kit.setting, own.texts)


def _steps(kit: AgentKit, subgoals: bool = True) -> Agent:
    from ariadne.agents.hiagent import StepAgent

    own = _thinking(kit)
    return StepAgent(
        own.memory, own.ask, kit.record, kit.setting, subgoals, own.navigation == "agent", own.texts
    )  # fmt: skip


def _tree_planner(kit: AgentKit) -> Agent:
    from ariadne.agents.tree_planner import TreePlanner

    own = _thinking(kit)
    return TreePlanner(own.memory, own.ask, kit.record, kit.setting, own.texts)


def _thinking(kit: AgentKit) -> Thinking:
    """What a kind of agent that thinks is given always."""
    assert kit.thinking is not None
    return kit.thinking


def _random(kit: AgentKit) -> Agent:
    from ariadne.agents.random import RandomAgent

    return RandomAgent(kit.seed)


def _walkthrough(kit: AgentKit) -> Agent:
    from ariadne.agents.walkthrough import Walkthrough

    return Walkthrough(kit.walkthrough)


def _human(kit: AgentKit) -> Agent:
    from ariadne.agents.human import Human

    return kit.human or Human()


_QUESTIONS: Mapping[Calls, Sequence[str]] = {
    "one": ("one",),
    "two": ("decide",),
    "three": ("plan", "act"),
    "act": ("plan", "act"),
    "paper": ("explore", "plan", "act"),
}
"""What Ariadne asks to decide, by the way of asking."""


def _of_ariadne(calls: Calls, memory: MemoryKind) -> Asks:
    """All in one reply is for memories that learn by it: others leave as much to be asked as `two` does."""
    is_two = calls == "one" and LEARN not in memory.asks(calls)
    return dict.fromkeys(_QUESTIONS["two" if is_two else calls], 1)


def _with_subgoals(memory: str) -> AgentKind:
    """It asks for an action, and once more where it has turned to its memory."""
    return AgentKind(
        _steps, thinks=True, memory=memory, asks=lambda calls, memory: {"subgoal_step": 1 + memory.operable}
    )


AGENTS: Mapping[str, AgentKind] = {
    "ariadne": AgentKind(
        _ariadne, thinks=True, asks=_of_ariadne, answers=lambda calls: (LEARN,) if calls == "one" else ()
    ),
    "hiagent": _with_subgoals("hiagent"),
    "hiagent-no-summary": _with_subgoals("hiagent-no-summary"),
    "hiagent-no-retrieval": _with_subgoals("hiagent-no-retrieval"),
    "hiagent-no-summary-no-retrieval": _with_subgoals("hiagent-no-summary-no-retrieval"),
    "hiagent+arigraph": _with_subgoals("hiagent+arigraph"),
    "task-decomposition": _with_subgoals("hiagent-no-folding"),
    "least-to-most": _with_subgoals("hiagent-no-folding"),
    "standard": AgentKind(
        partial(_steps, subgoals=False), thinks=True, memory="full-history", asks=lambda calls, memory: {"step": 1}
    ),
    "tree-planner": AgentKind(
        _tree_planner, thinks=True, memory="full-history", asks=lambda calls, memory: {"plans": 1, "branch": 1}
    ),
    "random": AgentKind(_random, by_chance=True),
    "walkthrough": AgentKind(_walkthrough, limited=False),
    "human": AgentKind(_human, by_hand=True),
}
