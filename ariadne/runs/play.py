"""From a configuration to an episode: everything that it needs is brought together here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.agents.agent import Agent, Setting
from ariadne.agents.learner import Learner
from ariadne.agents.registry import AgentKind, Kit, Mind, find_agent
from ariadne.config import PlayConfig, versions
from ariadne.errors import UserError
from ariadne.events import Entry, EpisodeStarted, Summary
from ariadne.memory import registry as memories
from ariadne.runs.episode import Asker, Episode, Tally
from ariadne.runs.events import EventLog, Watch
from ariadne.runs.limits import Limits
from ariadne.runs.resources import Resources, with_endpoints
from ariadne.runs.resume import NO_PAST, Past, remembering
from ariadne.runs.run import Run
from ariadne.runs.spans import traced
from ariadne.worlds import apart
from ariadne.worlds.registry import Game, find_game
from ariadne.worlds.world import World

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.cache import ReplyStore
    from ariadne.models.model import Model

# Repeats of a game sample with seeds far apart from those of other games.
SEEDS_APART = 100_003


@dataclass(frozen=True)
class Thought:
    """What an agent that thinks, or learns, needs before the episode; episodes may share it."""

    model: Model
    texts: TextCache
    memory: memories.MemoryKind
    store: ReplyStore | None = None


@dataclass(frozen=True)
class Stage:
    """What is ready before an episode starts.

    Attributes:
        config: complete, as the run keeps it.
        thought: None for agents without a memory.
        human: who plays as `human`, if not whoever is at the terminal.
    """

    config: PlayConfig
    game: Game
    world: World
    kind: AgentKind
    thought: Thought | None
    human: Agent | None = None


@dataclass(frozen=True)
class Part:
    """An episode's part in its run.

    Attributes:
        number: its place among the run's episodes, from 1.
        repeat: the how manieth time this agent plays this game, from 1.
        lessons: what earlier attempts at the game taught, oldest first.
        past: what was left of it when it was interrupted.
    """

    number: int = 1
    repeat: int = 1
    lessons: Sequence[str] = ()
    past: Past = NO_PAST


ALONE = Part()


@contextmanager
def prepared(config: PlayConfig, resources: Resources | None = None) -> Iterator[Stage]:
    """Make or find the game, open it, and load the model and the embedder.

    Args:
        resources: where models and embedders come from, for episodes that share them.

    Raises:
        UserError, Failure: something is not there, or cannot be loaded.
    """
    config = with_endpoints(config)
    kind = find_agent(config.agent)
    memory = memories.find_memory(config.memory)
    if config.memory_file:
        _check_memory_file(config, memory)
    if config.episodic_similarity:
        memories.check_similarity([config.memory])
    game = find_game(config.game, config.seed)
    if game.apart:
        apart.get_ready()
    game.make()
    config = config.model_copy(
        update={
            "seed": game.seed,
            "max_steps": config.max_steps or game.max_steps,
            "preset": game.preset,
            "story_sha256": game.sha256(),
            "versions": versions(),
        }
    )
    resources = resources or Resources()
    thought = None
    if kind.thinks or config.learn:
        thought = Thought(resources.model(config.model, config), resources.texts(config), memory, resources.store)
    world = game.open(config.goal, config.briefing)
    try:
        yield Stage(config, game, world, kind, thought)
    finally:
        world.close()


async def play(stage: Stage, run: Run, watch: Watch | None = None, pace: float = 0.0) -> Summary:
    """Play the one episode of a run, and leave its configuration and its events in the run's folder.

    Args:
        watch: is shown every event.
        pace: seconds to pause after each decision.

    Raises:
        AriadneError: what ended the episode before its time; the events so far are kept.
    """
    run.keep(stage.config)
    try:
        return await play_part(stage, run, ALONE, watch, pace)
    finally:
        if stage.thought:
            await stage.thought.model.close()


async def play_part(stage: Stage, run: Run, part: Part, watch: Watch | None = None, pace: float = 0.0) -> Summary:
    """Play one of a run's episodes, or go on with it; the model stays open.

    Raises:
        Diverged: the episode cannot be taken up again.
        AriadneError: what ended the episode before its time; the events so far are kept.
    """
    entry = _entry(stage, run, part)
    log = EventLog(run.events(part.number, entry.game, entry.agent, entry.repeat), traced(watch), part.past.events)
    try:
        return await _play(stage, entry, log, part, pace)
    finally:
        log.close()


async def _play(stage: Stage, entry: Entry, log: EventLog, part: Part, pace: float) -> Summary:
    tally = Tally()
    max_steps = stage.config.max_steps if stage.kind.limited else None
    log(
        EpisodeStarted(
            **asdict(entry),
            world=stage.game.source.name,
            goal=stage.world.goal,
            briefing=stage.world.briefing,
            instructions=stage.world.instructions,
            max_steps=max_steps,
            walkthrough_length=len(stage.world.walkthrough) or None,
            attempts=stage.kind.thinks and stage.thought is not None and stage.thought.memory.attempts,
            embedder=stage.config.embedder if stage.thought else None,
            versions=dict(stage.config.versions),
        )
    )
    agent = _agent(stage, entry, log, tally, part)
    texts = stage.thought.texts if stage.thought and part is ALONE else None
    config = stage.config
    limits = Limits(config.episode_minutes, config.episode_tokens, config.episode_usd)
    episode = Episode(
        stage.world, agent, log, tally, max_steps,
        limits=limits, entry=entry, pace=pace, texts=texts, earlier=part.past.seconds,
    )  # fmt: skip
    return episode.summary(await episode.play())


def _entry(stage: Stage, run: Run, part: Part) -> Entry:
    thought = stage.thought
    return Entry(
        game=stage.game.name,
        agent=stage.config.agent,
        memory=_memory_name(stage.config) if thought else None,
        model=thought.model.name if thought else None,
        seed=stage.config.seed,
        repeat=part.repeat,
        run=str(run.path),
    )


def _memory_name(config: PlayConfig) -> str:
    """As scorecards tell memories apart: one that began with what it had learned before is another."""
    return f"{config.memory} (from before)" if config.memory_file else config.memory


def _agent(stage: Stage, entry: Entry, log: EventLog, tally: Tally, part: Part) -> Agent:
    mind = _mind(stage, stage.thought, log, tally, part) if stage.thought else None
    world = stage.world
    kit = Kit(
        record=log,
        seed=f"{entry.seed}/{entry.repeat}",
        walkthrough=world.walkthrough,
        mind=mind,
        setting=Setting(world.domain, world.instructions),
        human=stage.human,
    )
    agent = stage.kind.build(kit)
    return Learner(agent, mind.memory) if mind and not stage.kind.thinks else agent


def _mind(stage: Stage, thought: Thought, log: EventLog, tally: Tally, part: Part) -> Mind:
    config = stage.config
    model = remembering(thought.model, part.past, thought.store, part.repeat)
    seed = None if config.seed is None else config.seed + SEEDS_APART * (part.repeat - 1)
    ask = Asker(model, log, tally, seed, config.temperatures)
    kit = memories.Kit(
        ask=ask,
        texts=thought.texts,
        record=log,
        width=config.width,
        depth=config.depth,
        episodes=config.episodes,
        calls=config.calls,
        context_tokens=config.context_tokens,
        lessons=part.lessons,
        memory_file=Path(config.memory_file) if config.memory_file else None,
        episodic_similarity=config.episodic_similarity,
    )
    memory = thought.memory.build(kit)
    return Mind(ask, memory, config.calls, config.navigation, thought.texts, config.choices)


def _check_memory_file(config: PlayConfig, memory: memories.MemoryKind) -> None:
    """See that a memory from before can be begun with, before anything is played.

    Raises:
        UserError: it cannot.
    """
    from ariadne.memory.arigraph.store import Store

    if not memory.from_file:
        raise UserError(f"the memory {config.memory} cannot begin with a --memory-file: say --memory arigraph")
    Store(Path(config.memory_file or ""), read_only=True).close()
