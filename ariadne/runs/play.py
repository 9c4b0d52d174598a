"""Play an episode, or the lives of one memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ariadne.agents.agent import Agent, Setting
from ariadne.agents.framing import Framing
from ariadne.agents.registry import AgentKit, Thinking
from ariadne.config import PlayConfig
from ariadne.events import EpisodeStarted, EpisodeSummary, Reflected, SummaryHead
from ariadne.memory import registry as memories
from ariadne.record import read_events
from ariadne.runs.episode import Asker, Episode, Pause
from ariadne.runs.events import EventLog, Watch
from ariadne.runs.kept import keep
from ariadne.runs.limits import Limits
from ariadne.runs.resume import NO_PAST, EarlierSession, ReplayingAgent, remembering
from ariadne.runs.run import Run
from ariadne.runs.setup import Backbone, Setup
from ariadne.runs.spans import traced
from ariadne.worlds.registry import path_of
from ariadne.worlds.world import fewest_of

# The distance between the seeds of a game's repeats: they must not meet the seeds of other games.
SEEDS_APART = 100_003


@dataclass(frozen=True)
class Position:
    """An episode's position in its run.

    Attributes:
        number: of the episode in the run, from 1.
        repeat: of this agent with this game, from 1.
        lessons: from earlier attempts at the game, oldest first.
        past: its events before it was interrupted.
        last_life: the events of the previous life, whose memory continues.
    """

    number: int = 1
    repeat: int = 1
    lessons: Sequence[str] = ()
    past: EarlierSession = NO_PAST
    last_life: Path | None = None


ALONE = Position()
Screen = Callable[[], AbstractContextManager[Watch | None]]


async def play(
    setup: Setup, run: Run, watch: Watch | None = None, pause: Pause | None = None, past: EarlierSession = NO_PAST
) -> EpisodeSummary:
    """Play the episode of a run, or all of its lives, and return the last summary; see `play_lives`.

    Args:
        watch: receives every event.
    """
    *_, last = [summary async for summary in play_lives(setup, run, lambda: nullcontext(watch), pause, past)]
    return last


async def play_lives(
    setup: Setup, run: Run, screen: Screen, pause: Pause | None = None, past: EarlierSession = NO_PAST, first: int = 1
) -> AsyncIterator[EpisodeSummary]:
    """Play the lives of a run, each with the memory of the previous one, and write the configuration and the events to
    the run's folder.

    Args:
        screen: returns the `Watch` of an episode.
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
    """The position of a life in its run, with the lessons of all earlier lives and the memory of the last one."""
    if number == 1:
        return ALONE
    before = [path for earlier in range(1, number) if (path := run.found(earlier))]
    return Position(number, number, tuple(lessons_of(before)), last_life=before[-1])


def lessons_of(episodes: Iterable[Path]) -> Iterator[str]:
    """Yield the lessons of episodes from their files of events."""
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
    config = setup.config
    max_steps = config.max_steps if setup.kind.limited else None
    log(
        EpisodeStarted(
            **asdict(entry),
            world=setup.game.source.name,
            origin=setup.game.origin(),
            source=_source(setup),
            goal=setup.goal,
            briefing=setup.briefing,
            instructions=setup.world.instructions,
            max_steps=max_steps,
            walkthrough_length=len(setup.world.walkthrough) or None,
            shortest=fewest_of(setup.world),
            attempts=_are_attempts(setup),
            embedder=config.embedder if setup.backbone else None,
            versions=dict(config.versions),
        )
    )
    agent = _agent(setup, entry, log, position)
    texts = setup.backbone.texts if setup.backbone and position is ALONE else None
    limits = Limits(config.episode_minutes, config.episode_tokens, config.episode_usd)
    episode = Episode(
        setup.world, agent, log, max_steps, goal=setup.goal, briefing=setup.briefing,
        limits=limits, entry=entry, pause=pause, texts=texts, earlier=position.past.seconds,
    )  # fmt: skip
    return episode.summary(await episode.play())


def _source(setup: Setup) -> str:
    """The path of the game's file if the user named it or the game is one; empty for games that ship with Ariadne."""
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
    """The memory's name in scorecards. A memory that began with earlier knowledge gets a separate name."""
    return f"{config.memory} (from before)" if config.memory_file else config.memory


def _agent(setup: Setup, entry: SummaryHead, log: EventLog, position: Position) -> Agent:
    thinking = _thinking(setup, setup.backbone, log, position) if setup.backbone else None
    world = setup.world
    kit = AgentKit(
        record=log,
        seed=f"{entry.seed}/{entry.repeat}",
        walkthrough=world.walkthrough,
        thinking=thinking,
        setting=Setting(world.domain, world.instructions, setup.briefing, setup.config.max_steps),
        human=setup.human,
    )
    agent = setup.kind.build(kit)
    return ReplayingAgent(agent, position.past.events) if setup.kind.by_hand else agent


def _thinking(setup: Setup, backbone: Backbone, log: EventLog, position: Position) -> Thinking:
    config = setup.config
    model = remembering(backbone.model, position.past, backbone.store, position.repeat)
    seed = None if config.seed is None else config.seed + SEEDS_APART * (position.repeat - 1)
    ask = Framing(Asker(model, log, seed, config.temperatures))
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
