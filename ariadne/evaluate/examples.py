"""Runs as training examples for language models, as conversations that TRL and others read: episodes and questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.evaluate.episodes import Played, played
from ariadne.events import EpisodeStarted, QuestionEvent, TurnEvent
from ariadne.record import read_events
from ariadne.worlds.world import Turn as Shown

Line = dict[str, Any]
Said = dict[str, str]

LICENSE = "other: the texts are the game's, the replies the model's, each under its own terms"


@dataclass(frozen=True)
class Wanted:
    """Which examples to make.

    Attributes:
        won: only of episodes that were won.
        max_steps: only of episodes with at most this many decisions; None for no limit.
        valid: without commands that the world rejected; they changed nothing, so the rest still follows.
        license: of the examples.
    """

    won: bool = False
    max_steps: int | None = None
    valid: bool = False
    license: str = LICENSE

    def takes(self, episode: Played) -> bool:
        """Whether to make examples of an episode."""
        summary = episode.summary
        enough = self.max_steps is None or summary.steps <= self.max_steps
        return episode.is_finished and enough and (summary.won or not self.won)


def sft_episodes(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """A conversation per episode: the player is the assistant, the game the user."""
    for episode in _finished(runs):
        if wanted.takes(episode) and (path := _path(episode, wanted)).commands:
            yield {"messages": path.conversation(), **_about(episode, wanted)}


def sft_questions(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """A conversation per question whose whole reply was usable."""
    for episode in filter(wanted.takes, _finished(runs)):
        for event in read_events(episode.path):
            if isinstance(event, QuestionEvent) and not event.error and not event.salvaged:
                messages = [*map(dict, event.prompt), _message("assistant", event.reply)]
                yield {"messages": messages, "kind": event.kind, **_about(episode, wanted)}


@dataclass(frozen=True)
class _Path:
    """An episode as the player saw it: texts, and the command that answered each."""

    system: str
    seen: tuple[str, ...]
    commands: tuple[str, ...]

    def conversation(self) -> list[Said]:
        messages = [_message("system", self.system)] if self.system else []
        for text, command in zip(self.seen, self.commands, strict=True):
            messages += [_message("user", text), _message("assistant", command)]
        return messages


def _path(episode: Played, wanted: Wanted) -> _Path:
    system = ""
    seen: list[str] = []
    commands: list[str] = []
    for event in read_events(episode.path):
        if isinstance(event, EpisodeStarted):
            system = as_system(event.instructions, event.goal)
        elif isinstance(event, TurnEvent):
            if event.command and wanted.valid and event.status == "invalid":
                continue
            if seen:
                commands.append(event.command)
            seen.append(as_message(event))
    return _Path(system, tuple(seen[: len(commands)]), tuple(commands))


def as_system(instructions: str, goal: str) -> str:
    """The system message: instructions, if there are any, and the goal."""
    return "\n\n".join(filter(None, (instructions, goal)))


def as_message(turn: TurnEvent | Shown) -> str:
    """A turn as one message: observation, inventory and listed actions."""
    listed = f"Actions: {', '.join(turn.commands)}" if turn.commands else ""
    return "\n\n".join(filter(None, (turn.observation, turn.inventory, listed)))


def _finished(runs: Iterable[Path]) -> Iterator[Played]:
    return (episode for run in runs for episode in played(run) if episode.is_finished)


def _about(episode: Played, wanted: Wanted) -> Line:
    summary = episode.summary
    return {
        "game": summary.game,
        "seed": summary.seed,
        "agent": summary.agent,
        "memory": summary.memory,
        "model": summary.model,
        "score": summary.normalized_score,
        "won": summary.won,
        "steps": summary.steps,
        "license": wanted.license,
    }


def _message(role: str, content: str) -> Said:
    return {"role": role, "content": content}
