"""Who plays: what arms are called, and which of them are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.agents.registry import AGENTS, find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.episodes import Played
from ariadne.registry import unknown
from ariadne.text import aside

MAIN_AGENT = "ariadne"

DEFAULT_BASELINES = ("arigraph", "standard")


@dataclass(frozen=True)
class Arm:
    """Who plays: what is compared."""

    agent: str
    memory: str | None
    model: str | None

    @property
    def name(self) -> str:
        """Ariadne's is that of its memory, unless an agent is called so; others go by their own, with their memory
        if it is not the one that goes with them. Agents of other packages always tell it: whether they are installed
        changes no name."""
        if self.memory is None:
            return self.agent
        if self.agent == MAIN_AGENT and self.memory not in AGENTS:
            return self.memory
        kind = AGENTS.get(self.agent)
        is_own = kind is not None and kind.thinks and self.memory == kind.memory and self.agent != MAIN_AGENT
        return self.agent if is_own else f"{self.agent} {aside(self.memory)}"

    @property
    def order(self) -> tuple[bool, str, str, str]:
        """Ariadne's memories first, then other agents, by name."""
        return self.agent != MAIN_AGENT, self.agent, self.memory or "", self.model or ""


def arm_of(episode: Played) -> Arm:
    """Who played an episode."""
    return Arm(episode.summary.agent, episode.summary.memory, episode.summary.model)


def planned(config: PlayConfig) -> Arm:
    """Who will play an episode.

    Raises:
        UserError: there is no such agent.
    """
    has_memory = find_agent(config.agent).thinks or config.learn
    return Arm(config.agent, config.memory if has_memory else None, config.model if has_memory else None)


def choose_baseline(names: Sequence[str], wanted: str | None, before_others: Sequence[str] = DEFAULT_BASELINES) -> str:
    """The name of the baseline: the wanted one, else the first of those that go before others, else the first.

    Args:
        names: of all that are compared, at least one.

    Raises:
        UserError: nobody is called as the wanted one.
    """
    if wanted is None:
        return next(name for name in (*before_others, *names) if name in names)
    if wanted not in names:
        raise UserError(f"baseline: {unknown(wanted, dict.fromkeys(names))}")
    return wanted


def rivals(arms: Sequence[Arm], baseline: str | None) -> list[tuple[Arm, Arm]]:
    """Who is compared with which baseline: that of the same model; one without a model is compared with all."""
    bases = [contender for contender in arms if contender.name == baseline]
    return [
        (contender, base)
        for contender in arms
        for base in bases
        if contender.name != baseline and (contender.model == base.model or None in (contender.model, base.model))
    ]
