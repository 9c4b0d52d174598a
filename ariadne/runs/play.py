"""From a configuration to an episode: everything that it needs is brought together here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ariadne.agents.agent import Agent
from ariadne.agents.registry import AgentKind, Kit, Mind, find_agent
from ariadne.config import PlayConfig, versions
from ariadne.embed.registry import load_embedder
from ariadne.memory import registry as memories
from ariadne.models.registry import load_model
from ariadne.models.trouble import check_address
from ariadne.runs.episode import Asker, Episode, Tally
from ariadne.runs.events import EventLog, Watch
from ariadne.runs.game import Game, find_game
from ariadne.runs.run import Run
from ariadne.runs.summary import Entry, Summary
from ariadne.worlds.textworld import open_world
from ariadne.worlds.world import World

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.model import Model


@dataclass(frozen=True)
class Thought:
    """What an agent that thinks needs before the episode; episodes may share it."""

    model: Model
    texts: TextCache
    build_memory: memories.BuildMemory


@dataclass(frozen=True)
class Stage:
    """What is ready before an episode starts.

    Attributes:
        config: complete, as the run keeps it.
        thought: None for agents that do not think.
    """

    config: PlayConfig
    game: Game
    world: World
    kind: AgentKind
    thought: Thought | None


@contextmanager
def prepared(config: PlayConfig) -> Iterator[Stage]:
    """Make or find the game, open it, and load the model and the embedder.

    Raises:
        UserError, Failure: something is not there, or cannot be loaded.
    """
    config = _with_endpoints(config)
    kind = find_agent(config.agent)
    build_memory = memories.find_memory(config.memory)
    game = find_game(config.game, config.seed)
    config = config.model_copy(
        update={
            "seed": game.seed,
            "max_steps": config.max_steps or game.max_steps,
            "preset": game.preset.model_dump(mode="json") if game.preset else None,
            "story_sha256": game.sha256(),
            "versions": versions(),
        }
    )
    thought = _load_thought(config, build_memory) if kind.thinks else None
    world = open_world(game.story, config.goal, config.briefing)
    try:
        yield Stage(config, game, world, kind, thought)
    finally:
        world.close()


def _with_endpoints(config: PlayConfig) -> PlayConfig:
    """The configuration with the endpoint of its embedder, none of which holds a secret, since they are saved."""
    if config.embedder.partition(":")[0] == "openai" and not config.embedder_base_url:
        config = config.model_copy(update={"embedder_base_url": os.environ.get("OPENAI_BASE_URL") or None})
    for address in (config.base_url, config.embedder_base_url):
        if address is not None:
            check_address(address)
    return config


def _load_thought(config: PlayConfig, build_memory: memories.BuildMemory) -> Thought:
    from ariadne.embed.cache import TextCache

    texts = TextCache(load_embedder(config.embedder, base_url=config.embedder_base_url))
    model = load_model(config.model, config.base_url, config.seed, texts.similarity)
    return Thought(model, texts, build_memory)


async def play(stage: Stage, run: Run, watch: Watch | None = None, pace: float = 0.0) -> Summary:
    """Play the episode that is ready, and leave its configuration and its events in the run's folder.

    Args:
        watch: is shown every event.
        pace: seconds to pause after each decision.

    Raises:
        AriadneError: what ended the episode before its time; the events so far are kept.
    """
    stage.config.save(run.config)
    entry = _entry(stage, run)
    log = EventLog(run.events(1, entry.game, entry.agent, entry.repeat), watch)
    try:
        return await _play(stage, entry, log, pace)
    finally:
        if stage.thought:
            await stage.thought.model.close()
        log.close()


async def _play(stage: Stage, entry: Entry, log: EventLog, pace: float) -> Summary:
    tally = Tally()
    max_steps = stage.config.max_steps if stage.kind.limited else None
    log(
        "episode_started",
        **asdict(entry),
        world=stage.game.story.name,
        goal=stage.world.goal,
        briefing=stage.world.briefing,
        max_steps=max_steps,
        embedder=stage.config.embedder if stage.thought else None,
        versions=stage.config.versions,
    )
    agent = _agent(stage, entry, log, tally)
    texts = stage.thought.texts if stage.thought else None
    episode = Episode(stage.world, agent, log, tally, max_steps, entry=entry, pace=pace, texts=texts)
    return episode.summary(await episode.play())


def _entry(stage: Stage, run: Run) -> Entry:
    thought = stage.thought
    return Entry(
        game=stage.game.name,
        agent=stage.config.agent,
        memory=stage.config.memory if thought else None,
        model=thought.model.name if thought else None,
        seed=stage.config.seed,
        run=str(run.path),
    )


def _agent(stage: Stage, entry: Entry, log: EventLog, tally: Tally) -> Agent:
    config, mind = stage.config, None
    if stage.thought:
        ask = Asker(stage.thought.model, log, tally)
        kit = memories.Kit(ask, stage.thought.texts, log, config.width, config.depth, config.episodes, config.calls)
        mind = Mind(ask, stage.thought.build_memory(kit), config.calls)
    return stage.kind.build(Kit(log, f"{entry.seed}/{entry.repeat}", stage.world.walkthrough, mind))
