"""Runs as examples to train language models with, in the conversations that TRL and others read: of each episode
the observations and the commands, and each question with its reply.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.evaluate.episodes import Played, played
from ariadne.events import EpisodeStarted, Message, Question, Turn
from ariadne.record import read_events
from ariadne.worlds.world import Turn as Shown

Line = dict[str, Any]
Said = dict[str, str]

LICENSE = "other: the texts are the game's, the replies the model's, each under its own terms"


@dataclass(frozen=True)
class Wanted:
    """Which examples are made.

    Attributes:
        won: only of episodes that were won.
        max_steps: only of those with so many decisions at most; None for any.
        valid: without commands at which nothing happened; nothing changed by them, so what follows still does.
        license: under which terms the examples are passed on.
    """

    won: bool = False
    max_steps: int | None = None
    valid: bool = False
    license: str = LICENSE

    def takes(self, episode: Played) -> bool:
        """Whether an episode is one that is wanted."""
        summary = episode.summary
        enough = self.max_steps is None or summary.steps <= self.max_steps
        return episode.is_finished and enough and (summary.won or not self.won)


Examples = Callable[[Sequence[Path], Wanted], Iterator[Line]]


def sft_episodes(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """A conversation an episode: the player is the assistant, the game the user."""
    for episode in _finished(runs):
        if wanted.takes(episode) and (path := _path(episode, wanted)).commands:
            yield {"messages": path.conversation(), **_about(episode, wanted)}


def sft_questions(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """A conversation a question whose reply could be used as it was."""
    for episode in filter(wanted.takes, _finished(runs)):
        for question in _questions(episode):
            if not question.error and not question.salvaged:
                messages = [*_prompt(question.prompt), _said("assistant", question.reply)]
                yield {"messages": messages, "kind": question.kind, **_about(episode, wanted)}


FORMATS: Mapping[str, Mapping[str, Examples]] = {"sft": {"episodes": sft_episodes, "questions": sft_questions}}


def write_lines(path: Path, lines: Iterable[Line]) -> int:
    """Write a line of JSON each; how many there are."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(f"{json.dumps(line)}\n")
            count += 1
    return count


@dataclass(frozen=True)
class _Path:
    """An episode as a player saw it.

    Attributes:
        seen: what was said to the player: at first, and after each command but the last.
        commands: what the player answered to each.
    """

    system: str
    seen: tuple[str, ...]
    commands: tuple[str, ...]

    def conversation(self) -> list[Said]:
        said = [_said("system", self.system)] if self.system else []
        for text, command in zip(self.seen, self.commands, strict=True):
            said += [_said("user", text), _said("assistant", command)]
        return said


def _path(episode: Played, wanted: Wanted) -> _Path:
    system = ""
    seen: list[str] = []
    commands: list[str] = []
    for event in read_events(episode.path):
        if isinstance(event, EpisodeStarted):
            system = as_system(event.instructions, event.goal)
        elif isinstance(event, Turn):
            if event.command and wanted.valid and event.status == "invalid":
                continue
            if seen:
                commands.append(event.command)
            seen.append(as_message(event))
    return _Path(system, tuple(seen[: len(commands)]), tuple(commands))


def as_system(instructions: str, goal: str) -> str:
    """What a player knows throughout: how one acts, where that is told, and what is to be achieved."""
    return "\n\n".join(filter(None, (instructions, goal)))


def as_message(turn: Turn | Shown) -> str:
    """What a player sees of a turn, as one message: the observation, the inventory, the actions that are listed."""
    listed = f"Actions: {', '.join(turn.commands)}" if turn.commands else ""
    return "\n\n".join(filter(None, (turn.observation, turn.inventory, listed)))


def _finished(runs: Iterable[Path]) -> Iterator[Played]:
    return (episode for run in runs for episode in played(run) if episode.is_finished)


def _questions(episode: Played) -> Iterator[Question]:
    return (event for event in read_events(episode.path) if isinstance(event, Question))


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


def _prompt(messages: Iterable[Message]) -> list[Said]:
    return [dict(message) for message in messages]


def _said(role: str, content: str) -> Said:
    return {"role": role, "content": content}
