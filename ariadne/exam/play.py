"""An examined play: what a player was shown, turn by turn, and the engine's truth after each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

from ariadne.exam.detours import Detours
from ariadne.exam.names import EngineNames, names_in
from ariadne.exam.truth import TruthSnapshot, named, snapshot
from ariadne.worlds.errands import textworld_of
from ariadne.worlds.registry import Game
from ariadne.worlds.textworld import TextWorld, check_story, load_card
from ariadne.worlds.world import Score, Turn

DETOURS = 40
NO_SCORE = Score(0, 0)


@dataclass(frozen=True)
class PlayMoment:
    """A turn, and the truth after it (never shown to a memory); `movers` are other people who moved things."""

    turn: Turn
    truth: TruthSnapshot
    score: Score = NO_SCORE
    movers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """One play of a game. Its first moment is step 1."""

    preset: str
    seed: int
    goal: str
    moments: Sequence[PlayMoment]

    @property
    def turns(self) -> list[Turn]:
        """The turns as shown to a player."""
        return [moment.turn for moment in self.moments]

    @cached_property
    def names(self) -> EngineNames:
        """The engine's names for everything in it."""
        return names_in(moment.truth for moment in self.moments)


def record(story: Path, preset: str, seed: int) -> Play:
    """Play a TextWorld story: its walkthrough with detours, drawn with the seed. It is never lost, but may not be won.

    Raises:
        UserError: the story is not a TextWorld game. Failure: TextWorld cannot start it.
    """
    with _opened(story) as world:
        return Play(preset, seed, world.goal, _played(world, Random(seed)))


def replay(game: Game, commands: Sequence[str]) -> Play:
    """Play a game with these commands.

    Raises:
        UserError: it is not a TextWorld game. Failure: TextWorld cannot start it.
    """
    with _opened(game.source) as world:
        moments = [_moment(world, world.reset()), *(_moment(world, world.step(command)) for command in commands)]
        return Play(game.name, game.seed or 0, world.goal, moments)


def _opened(story: Path) -> closing[TextWorld]:
    check_story(story)
    return closing(textworld_of(story, load_card(story), watched=True))


def _played(world: TextWorld, random: Random) -> list[PlayMoment]:
    chooser = Detours(world.walkthrough, random, DETOURS)
    moments = [_moment(world, world.reset())]
    banned: set[str] = set()
    while not moments[-1].turn.done:
        now = moments[-1]
        command = chooser.next(now.turn.commands, {topic.thing for topic in now.truth.values}, banned)
        if command is None:
            break
        after = _moment(world, world.step(command))
        if after.turn.done and not world.score().won:
            # A detour lost the game: replay up to here, and continue without it.
            banned.add(command)
            _again(world, moments)
            continue
        banned.clear()
        moments.append(after)
    return moments


def _again(world: TextWorld, moments: Sequence[PlayMoment]) -> None:
    world.reset()
    for moment in moments[1:]:
        world.step(moment.turn.command)


def _moment(world: TextWorld, turn: Turn) -> PlayMoment:
    movers = {named(news.thing): named(news.who) for news in world.happened}
    return PlayMoment(turn, snapshot(world.facts), world.score(), movers)
