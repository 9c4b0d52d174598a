"""Assemble what an episode needs from its configuration, and play it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.agents.agent import Agent, Setting
from ariadne.agents.framing import Framing
from ariadne.agents.learner import LearnsBeside
from ariadne.agents.registry import AgentKind, AgentKit, Thinking, find_agent
from ariadne.config import PlayConfig, versions
from ariadne.errors import UserError
from ariadne.events import EpisodeStarted, EpisodeSummary, Reflected, SummaryHead
from ariadne.memory import registry as memories
from ariadne.record import read_events
from ariadne.runs.episode import Asker, Episode, Pause, Tally
from ariadne.runs.events import EventLog, Watch
from ariadne.runs.kept import check_same, keep
from ariadne.runs.limits import Limits
from ariadne.runs.resources import Resources, with_endpoints
from ariadne.runs.resume import NO_PAST, EarlierSession, ReplayingAgent, remembering
from ariadne.runs.run import Run
from ariadne.runs.spans import traced
from ariadne.worlds import sandbox
from ariadne.worlds.registry import Game, find_game, path_of, with_handicap
from ariadne.worlds.world import World, fewest_of

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.cache import ReplyStore
    from ariadne.models.model import Model

# Repeats of a game use seeds far from those of other games.
SEEDS_APART = 100_003


@dataclass(frozen=True)
class Backbone:
    """The model and the embeddings of an agent that thinks or learns; episodes may share them."""

    model: Model
    texts: TextCache
    memory: memories.MemoryKind
    store: ReplyStore | None = None


@dataclass(frozen=True)
class Setup:
    """What is ready before an episode starts.

    Attributes:
        config: complete, as the run stores it.
        backbone: None for agents without a memory.
        human: plays as `human`; by default the person at the terminal.
    """

    config: PlayConfig
    game: Game
    world: World
    kind: AgentKind
    backbone: Backbone | None
    human: Agent | None = None


@dataclass(frozen=True)
class Position:
    """An episode's position in its run.

    Attributes:
        number: of the episode in the run, from 1.
        repeat: of this agent with this game, from 1.
        lessons: what earlier attempts at the game taught, oldest first.
        past: its events from before it was interrupted.
        last_life: the events of the previous life, whose memory continues.
    """

    number: int = 1
    repeat: int = 1
    lessons: Sequence[str] = ()
    past: EarlierSession = NO_PAST
    last_life: Path | None = None


ALONE = Position()
Screen = Callable[[], AbstractContextManager[Watch | None]]


@contextmanager
def prepared(config: PlayConfig, resources: Resources | None = None) -> Iterator[Setup]:
    """Make or find the game, open it, and load the model and the embedder.

    Args:
        resources: the source of models and embedders, for episodes that share them.

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
    if game.apart:
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
    if kind.thinks or config.learn:
        backbone = Backbone(resources.model(config.model, config), resources.texts(config), memory, resources.store)
    world = game.open(config.goal, config.briefing)
    try:
        yield Setup(config, game, world, kind, backbone)
    finally:
        world.close()


async def play(
    setup: Setup, run: Run, watch: Watch | None = None, pause: Pause | None = None, past: EarlierSession = NO_PAST
) -> EpisodeSummary:
    """Play the one episode of a run, or all of its lives, and return the last summary; see `play_lives`.

    Args:
        watch: receives every event.
    """
    *_, last = [summary async for summary in play_lives(setup, run, lambda: nullcontext(watch), pause, past)]
    return last


async def play_lives(
    setup: Setup, run: Run, screen: Screen, pause: Pause | None = None, past: EarlierSession = NO_PAST, first: int = 1
) -> AsyncIterator[EpisodeSummary]:
    """Play the lives of a run, each with the memory of the one before, and write the configuration and the events to
    the run's folder.

    Args:
        screen: returns the watcher of an episode's events.
        pause: for viewers.
        past: the earlier events of the first episode, to resume it.
        first: the number of the first unfinished episode.

    Raises:
        Diverged: the episode cannot be resumed.
        AriadneError: what ended an episode early; the events so far are kept.
    """
    if not run.configuration():
        keep_setup(run, setup)
    try:
        for number in range(first, setup.config.lives + 1):
            position = replace(_life(run, number), past=past) if past.events else _life(run, number)
            past = NO_PAST
            with screen() as watch:
                summary = await play_episode(setup, run, position, watch, pause)
            yield summary
    finally:
        if setup.backbone:
            await setup.backbone.model.close()


def keep_setup(run: Run, setup: Setup) -> None:
    """Write the configuration of a run with one game, and a copy of the game.

    Raises:
        UserError: it cannot be written.
    """
    kept = keep(run, setup.config.game, setup.config.seed, setup.game)
    run.keep(setup.config.model_copy(update={"digest": kept.digest, "file": kept.file}))


def _life(run: Run, number: int) -> Position:
    """The position of a run's life: it gets the lessons of earlier lives, and the memory of the last."""
    if number == 1:
        return ALONE
    before = [path for earlier in range(1, number) if (path := run.found(earlier))]
    return Position(number, number, tuple(lessons_of(before)), last_life=before[-1])


def lessons_of(episodes: Iterable[Path]) -> Iterator[str]:
    """The lessons of episodes, from their files of events."""
    for path in episodes:
        for event in read_events(path):
            if isinstance(event, Reflected) and event.lesson:
                yield event.lesson


async def play_episode(
    setup: Setup, run: Run, position: Position, watch: Watch | None = None, pause: Pause | None = None
) -> EpisodeSummary:
    """Play or resume one of a run's episodes; the model stays open.

    Raises:
        Diverged: the episode cannot be resumed.
        AriadneError: what ended the episode early; the events so far are kept.
    """
    entry = _entry(setup, run, position)
    log = EventLog(
        run.events(position.number, entry.game, entry.agent, entry.repeat), traced(watch), position.past.events
    )
    try:
        return await _play(setup, entry, log, position, pause)
    finally:
        log.close()


async def _play(
    setup: Setup, entry: SummaryHead, log: EventLog, position: Position, pause: Pause | None
) -> EpisodeSummary:
    tally = Tally()
    config = setup.config
    max_steps = config.max_steps if setup.kind.limited else None
    log(
        EpisodeStarted(
            **asdict(entry),
            world=setup.game.source.name,
            origin=setup.game.origin(),
            source=_source(setup),
            goal=setup.world.goal,
            briefing=setup.world.briefing,
            instructions=setup.world.instructions,
            max_steps=max_steps,
            walkthrough_length=len(setup.world.walkthrough) or None,
            shortest=fewest_of(setup.world),
            attempts=_are_attempts(setup),
            embedder=config.embedder if setup.backbone else None,
            versions=dict(config.versions),
        )
    )
    agent = _agent(setup, entry, log, tally, position)
    texts = setup.backbone.texts if setup.backbone and position is ALONE else None
    limits = Limits(config.episode_minutes, config.episode_tokens, config.episode_usd)
    episode = Episode(
        setup.world, agent, log, tally, max_steps,
        limits=limits, entry=entry, pause=pause, texts=texts, earlier=position.past.seconds,
    )  # fmt: skip
    return episode.summary(await episode.play())


def _source(setup: Setup) -> str:
    """The path of the game's file, if the user named it or the game is one; empty for a game that ships with
    Ariadne."""
    game = setup.game
    path = path_of(setup.config.game) or (game.source.resolve() if game.portable and game.preset is None else None)
    return str(path or "")


def _are_attempts(setup: Setup) -> bool:
    """Whether the memory continues from one play of the game to the next."""
    learns = setup.kind.thinks and setup.backbone is not None and setup.backbone.memory.attempts
    return learns or setup.config.lives > 1


def _entry(setup: Setup, run: Run, position: Position) -> SummaryHead:
    backbone = setup.backbone
    return SummaryHead(
        game=setup.game.name,
        agent=setup.config.agent,
        memory=_memory_name(setup.config) if backbone else None,
        model=backbone.model.name if backbone else None,
        seed=setup.config.seed,
        repeat=position.repeat,
        run=str(run.path),
        handicap=", ".join(setup.config.handicap),
        digest=setup.config.digest,
    )


def _memory_name(config: PlayConfig) -> str:
    """The memory's name in scorecards: one that began with earlier knowledge gets a separate name."""
    return f"{config.memory} (from before)" if config.memory_file else config.memory


def _agent(setup: Setup, entry: SummaryHead, log: EventLog, tally: Tally, position: Position) -> Agent:
    thinking = _thinking(setup, setup.backbone, log, tally, position) if setup.backbone else None
    world = setup.world
    kit = AgentKit(
        record=log,
        seed=f"{entry.seed}/{entry.repeat}",
        walkthrough=world.walkthrough,
        thinking=thinking,
        setting=Setting(world.domain, world.instructions, world.briefing, setup.config.max_steps),
        human=setup.human,
    )
    agent = setup.kind.build(kit)
    if setup.kind.by_hand:
        agent = ReplayingAgent(agent, position.past.events)
    return LearnsBeside(agent, thinking.memory) if thinking and not setup.kind.thinks else agent


def _thinking(setup: Setup, backbone: Backbone, log: EventLog, tally: Tally, position: Position) -> Thinking:
    config = setup.config
    model = remembering(backbone.model, position.past, backbone.store, position.repeat)
    seed = None if config.seed is None else config.seed + SEEDS_APART * (position.repeat - 1)
    ask = Framing(Asker(model, log, tally, seed, config.temperatures))
    kit = memories.MemoryKit(
        ask=ask,
        texts=backbone.texts,
        record=log,
        width=config.width,
        depth=config.depth,
        episodes=config.episodes,
        calls=config.calls,
        context_tokens=config.context_tokens,
        lessons=position.lessons,
        memory_file=Path(config.memory_file) if config.memory_file else None,
        last_life=position.last_life,
        episodic_similarity=config.episodic_similarity,
    )
    memory = backbone.memory.built(kit)
    return Thinking(ask, memory, config.calls, config.log_tokens, config.navigation, backbone.texts, config.choices)


def _check_lives(config: PlayConfig, kind: AgentKind, memory: memories.MemoryKind) -> None:
    """Check that a memory can continue from one life to the next.

    Raises:
        UserError: it cannot, or the agent has no memory.
    """
    if not (kind.thinks or config.learn):
        raise UserError(f"--lives needs a memory, and the agent {config.agent} has none: use --agent ariadne")
    if not (memory.from_file or memory.attempts):
        raise UserError(
            f"the memory {config.memory} ends with its life: use --lives with --memory arigraph or reflexion"
        )


def _check_memory_file(config: PlayConfig, memory: memories.MemoryKind) -> None:
    """Check that the memory can start from an earlier one, before anything is played.

    Raises:
        UserError: it cannot.
    """
    from ariadne.memory.arigraph.storage.store import Store

    if not memory.from_file:
        raise UserError(f"the memory {config.memory} cannot begin with a --memory-file: use --memory arigraph")
    Store(Path(config.memory_file or ""), read_only=True).close()
