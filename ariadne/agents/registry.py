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
"""Default size limit of the frame's log, in tokens; then a snapshot is taken."""


@dataclass(frozen=True)
class Thinking:
    """What agents that use a model need.

    Attributes:
        ask: also used by the memory, so its questions are shown the frame.
        calls: questions a step: `three` (learn, plan, act), `two` (learn, decide), `one` for all of that, or the
            six of the `paper`. `act` asks the paper's questions, and the configuration sets who learns and plans.
        log_tokens: size limit of the frame's log.
        navigation: routes for `go to`: the agent's own, which work with any memory, or the memory's alone
            (AriGraph, section 3).
        texts: the cache of embeddings that episodes share, to find actions near the plan or near a reply.
        choices: actions that Ariadne is shown at first; None for all.
    """

    ask: Framing
    memory: Memory
    calls: Calls = "one"
    log_tokens: int = LOG_TOKENS
    navigation: Literal["agent", "memory"] = "agent"
    texts: TextCache | None = None
    choices: int | None = None


@dataclass(frozen=True)
class AgentKit:
    """What an agent is made from.

    Attributes:
        seed: for random choices.
        walkthrough: commands that win, if known.
        setting: the world as it is described to the agent.
        thinking: for agents that use a model; None for others.
        human: the prompt of a player; None for the terminal.
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
        thinks: whether it uses a model and a memory.
        limited: whether the step limit applies.
        memory: its default memory.
        asks: the questions it asks at a step to decide, given `--calls` and the memory.
        answers: the memory's questions that its own replies also answer, given `--calls`.
        by_chance: whether it plays differently each time, with any model.
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
    """Return the kind of agent with that name: Ariadne's own, or an entry point in the group `ariadne.agents`.

    Raises:
        UserError: there is no such agent.
    """
    return find("agent", name, AGENTS, GROUP)


def _ariadne(kit: AgentKit) -> Agent:
    from ariadne.agents.ariadne import Ariadne

    return Ariadne(kit.record, _thinking(kit), kit.setting)


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
    """The parts that every agent with a model needs."""
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
"""The questions that Ariadne asks to decide, by `--calls`."""


def _of_ariadne(calls: Calls, memory: MemoryKind) -> Asks:
    """The questions of a step. `one` applies to memories that learn by the reply; others need those of `two`."""
    is_two = calls == "one" and LEARN not in memory.asks(calls)
    return dict.fromkeys(_QUESTIONS["two" if is_two else calls], 1)


def _with_subgoals(memory: str) -> AgentKind:
    """HiAgent asks for an action, and again after an operation of its memory."""
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
