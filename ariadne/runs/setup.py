"""Prepare an episode from its configuration: its world, model and embedder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.agents.agent import Agent
from ariadne.agents.registry import AgentKind, find_agent
from ariadne.config import PlayConfig, versions
from ariadne.errors import UserError
from ariadne.memory import registry as memories
from ariadne.runs.kept import check_same
from ariadne.runs.resources import Resources, with_endpoints
from ariadne.worlds import sandbox
from ariadne.worlds.registry import Game, find_game, with_handicap
from ariadne.worlds.world import World, complete

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.cache import ReplyStore
    from ariadne.models.model import Model


@dataclass(frozen=True)
class Backbone:
    """The model and the embeddings of a thinking agent; episodes may share them."""

    model: Model
    texts: TextCache
    memory: memories.MemoryKind
    store: ReplyStore | None = None


@dataclass(frozen=True)
class Setup:
    """Everything that an episode needs to start.

    Attributes:
        config: the complete configuration, as stored in the run.
        backbone: None for agents without a memory.
        human: the agent `human`; by default the user at the terminal.
    """

    config: PlayConfig
    game: Game
    world: World
    kind: AgentKind
    backbone: Backbone | None
    human: Agent | None = None

    @property
    def goal(self) -> str:
        """Return the configuration's goal, by default the world's."""
        return self.config.goal or self.world.goal

    @property
    def briefing(self) -> str:
        """Return the configuration's briefing, by default the world's."""
        return self.config.briefing or self.world.briefing


@contextmanager
def prepared(config: PlayConfig, resources: Resources | None = None) -> Iterator[Setup]:
    """Make or find the game, open it, and load the model and the embedder.

    Args:
        resources: models and embedders shared with other episodes.

    Raises:
        UserError, Failure: something is missing or cannot be loaded, or the game has changed.
    """
    config = with_endpoints(config)
    kind = find_agent(config.agent)
    memory = memories.find_memory(config.memory)
    if config.memory_file:
        _check_memory_file(config, memory)
    if config.lives > 1:
        _check_lives(config, kind, memory)
    if config.episodic_similarity:
        memories.check_similarity([config.memory])
    resources = resources or Resources()
    resources.check(config)
    game = with_handicap(find_game(config.game, config.seed), config.handicap)
    if game.sandboxed:
        sandbox.get_ready()
    game.make()
    check_same(config.game, game, config.digest)
    config = config.model_copy(
        update={
            "seed": game.seed,
            "max_steps": config.max_steps or game.max_steps,
            "preset": game.preset,
            "digest": game.digest(),
            "versions": versions(),
        }
    )
    backbone = None
    if kind.thinks:
        backbone = Backbone(resources.model(config.model, config), resources.texts(config), memory, resources.store)
    world = complete(game.open())
    try:
        yield Setup(config, game, world, kind, backbone)
    finally:
        world.close()


def _check_lives(config: PlayConfig, kind: AgentKind, memory: memories.MemoryKind) -> None:
    """Check that a memory can continue into the next life."""
    if not kind.thinks:
        raise UserError(f"--lives needs a memory, and the agent {config.agent} has none: use --agent ariadne")
    if not (memory.from_file or memory.attempts):
        raise UserError(
            f"the memory {config.memory} ends with its life: use --lives with --memory arigraph or reflexion"
        )


def _check_memory_file(config: PlayConfig, memory: memories.MemoryKind) -> None:
    """Check before play that the memory can start from an earlier one."""
    from ariadne.memory.arigraph.storage.store import Store

    if not memory.from_file:
        raise UserError(f"the memory {config.memory} cannot begin with a --memory-file: use --memory arigraph")
    Store(Path(config.memory_file or ""), read_only=True).close()
