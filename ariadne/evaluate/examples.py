"""Runs as examples to train language models with, in the conversations that TRL and others read.

`sft` has what was said: of each episode the observations and the commands, and each question with its reply. `dpo` has
what of two was better: commands after the same history of the same game, of which one led to the better end, and a
reply that could be used beside the one before it that could not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
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
        won: only of episodes that were won; of two, the better one.
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


def dpo_episodes(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """Two commands after the same history, of which one led to the better end: a win before none, more points before
    fewer, and of two wins the shorter. The end is the best of all episodes that gave the command there."""
    for root in _forest(runs, wanted).values():
        yield from root.pairs((), wanted)


def dpo_questions(runs: Iterable[Path], wanted: Wanted) -> Iterator[Line]:
    """A reply that could not be used, and the one that repaired it."""
    for episode in filter(wanted.takes, _finished(runs)):
        for failed, repair in pairwise(_questions(episode)):
            if failed.error and repair.repair and not repair.error and not repair.salvaged:
                yield {
                    "prompt": _prompt(failed.prompt),
                    "chosen": [_said("assistant", repair.reply)],
                    "rejected": [_said("assistant", failed.reply)],
                    "kind": failed.kind,
                    **_about(episode, wanted),
                }


FORMATS: Mapping[str, Mapping[str, Examples]] = {
    "sft": {"episodes": sft_episodes, "questions": sft_questions},
    "dpo": {"episodes": dpo_episodes, "questions": dpo_questions},
}


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
        return [*_history(self.system, self.seen, self.commands[:-1]), _said("assistant", self.commands[-1])]


@dataclass
class _Node:
    """What was seen at some point of a game, and which commands were given there.

    Attributes:
        best: by command: the best end that it led to, with the episode.
    """

    system: str
    seen: tuple[str, ...]
    best: dict[str, tuple[tuple[float, ...], Played]] = field(default_factory=dict)
    after: dict[tuple[str, str], _Node] = field(default_factory=dict)

    def add(self, commands: Sequence[str], seen: Sequence[str], end: tuple[float, ...], episode: Played) -> None:
        node = self
        for number, command in enumerate(commands):
            if command not in node.best or end > node.best[command][0]:
                node.best[command] = end, episode
            if number + 1 < len(seen):
                step = command, seen[number + 1]
                node = node.after.setdefault(step, _Node(self.system, (*node.seen, seen[number + 1])))

    def pairs(self, given: tuple[str, ...], wanted: Wanted) -> Iterator[Line]:
        """The pairs here and below, after the commands that were given."""
        waiting = [(self, given)]
        while waiting:
            node, given = waiting.pop()
            waiting += [(after, (*given, command)) for (command, _), after in reversed(node.after.items())]
            if not node.best:
                continue
            chosen, (end, episode) = max(node.best.items(), key=lambda item: item[1][0])
            if not wanted.takes(episode):
                continue
            for command, (other, _) in node.best.items():
                if other < end:
                    yield {
                        "prompt": _history(self.system, node.seen, given),
                        "chosen": [_said("assistant", chosen)],
                        "rejected": [_said("assistant", command)],
                        **_about(episode, wanted),
                    }


def _forest(runs: Iterable[Path], wanted: Wanted) -> dict[tuple[Any, ...], _Node]:
    roots: dict[tuple[Any, ...], _Node] = {}
    for episode in _finished(runs):
        path = _path(episode, wanted)
        if path.commands:
            key = episode.instance, path.system, path.seen[0]
            root = roots.setdefault(key, _Node(path.system, path.seen[:1]))
            root.add(path.commands, path.seen, _end(episode), episode)
    return roots


def _end(episode: Played) -> tuple[float, ...]:
    """How good an end is; of two, the greater one is better."""
    summary = episode.summary
    return float(summary.won), summary.score, -float(summary.moves) if summary.won else 0.0


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


def _history(system: str, seen: Sequence[str], commands: Sequence[str]) -> list[Said]:
    """A conversation up to what was seen last."""
    said = [_said("system", system)] if system else []
    for text, command in zip(seen, commands, strict=False):
        said += [_said("user", text), _said("assistant", command)]
    return [*said, _said("user", seen[len(commands)])]


def _prompt(messages: Iterable[Message]) -> list[Said]:
    return [dict(message) for message in messages]


def _said(role: str, content: str) -> Said:
    return {"role": role, "content": content}
