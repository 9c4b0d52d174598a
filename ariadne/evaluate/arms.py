"""The arms of a comparison: an agent with its memory and model, and the pairs that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.agents.registry import AGENTS, find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.registry import unknown
from ariadne.text import aside

if TYPE_CHECKING:
    from ariadne.evaluate.episodes import Played

MAIN_AGENT = "ariadne"

DEFAULT_BASELINES = ("arigraph", "standard")


@dataclass(frozen=True)
class Arm:
    """An agent with its memory and its model."""

    agent: str
    memory: str | None
    model: str | None

    @property
    def name(self) -> str:
        """`rag` for Ariadne with the memory rag, `hiagent` for HiAgent with its own memory, else `hiagent (rag)`.

        Agents of other packages always name their memory, so a name does not depend on what is installed.
        """
        if self.memory is None:
            return self.agent
        if self.agent == MAIN_AGENT and self.memory not in AGENTS:
            return self.memory
        kind = AGENTS.get(self.agent)
        is_own = kind is not None and kind.thinks and self.memory == kind.memory and self.agent != MAIN_AGENT
        return self.agent if is_own else f"{self.agent} {aside(self.memory)}"

    @property
    def order(self) -> tuple[bool, str, str, str]:
        """Sorts Ariadne's memories first, then other agents, by name."""
        return self.agent != MAIN_AGENT, self.agent, self.memory or "", self.model or ""


def arm_of(episode: Played) -> Arm:
    """The arm that played an episode."""
    return Arm(episode.summary.agent, episode.summary.memory, episode.summary.model)


def planned(config: PlayConfig) -> Arm:
    """The arm that will play an episode.

    Raises:
        UserError: there is no such agent.
    """
    thinks = find_agent(config.agent).thinks
    return Arm(config.agent, config.memory if thinks else None, config.model if thinks else None)


def choose_baseline(names: Sequence[str], wanted: str | None, before_others: Sequence[str] = DEFAULT_BASELINES) -> str:
    """Return the wanted baseline; by default the first of `before_others` that is among the names, else the first name.

    Raises:
        UserError: the wanted baseline is not among the names.
    """
    if wanted is None:
        return next(name for name in (*before_others, *names) if name in names)
    if wanted not in names:
        raise UserError(f"baseline: {unknown(wanted, dict.fromkeys(names))}")
    return wanted


def rivals(arms: Sequence[Arm], baseline: str | None) -> list[tuple[Arm, Arm]]:
    """Pair each arm with the baseline of the same model; an arm without a model, with every baseline."""
    bases = [arm for arm in arms if arm.name == baseline]
    return [
        (arm, base)
        for arm in arms
        for base in bases
        if arm.name != baseline and (arm.model == base.model or None in (arm.model, base.model))
    ]
