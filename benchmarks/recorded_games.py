"""Recorded episodes for the repository: replies and results, small, and sufficient for a replay.

A file is compressed JSONL: a line about the episode, then one for each question, in order. Prompts are kept as digests.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from ariadne import events
from ariadne.config import ModelConfig, PlayConfig
from ariadne.episode_files import whole_history
from ariadne.errors import AriadneError, Failure, UserError
from ariadne.events import Acted, EpisodeSummary, Event, Usage
from ariadne.models.model import Model, Reply
from ariadne.models.question import A, Question
from ariadne.runs.events import Diverged
from ariadne.runs.play import Position, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.resume import EarlierSession, Replay
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared

HERE = Path(__file__).parent
ENDING = ".jsonl.xz"
DIGITS = 12
"""The length of a digest: short, since digests compress badly."""
LONGEST = 50_000_000
"""The size limit of a recording in characters."""
PASSING = frozenset({"run", "model", "seconds", "cost_usd", "digest"})
"""The fields of a summary that may differ in a replay."""
STORY = "story_sha256"
"""The field with the digest of the story alone: a newer version may make the game, as long as the story is the same."""


class Told(BaseModel):
    """A question and its reply, as in the `question` event, including fields of later versions.

    Attributes:
        prompt: the digest of the rendered messages.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: str
    prompt: str
    repair: bool
    reply: str
    error: str
    usage: dict[str, Any]
    seconds: float
    cached: bool
    salvaged: bool = False

    @property
    def event(self) -> events.QuestionEvent:
        """The event, with the digest as its prompt."""
        said = {
            each.name: getattr(self, each.name) for each in fields(events.QuestionEvent) if hasattr(self, each.name)
        }
        return events.QuestionEvent(**{**said, "usage": Usage(**self.usage)})


class Head(BaseModel):
    """The first line of a recording.

    Attributes:
        game, memory, calls, seed: identify it in the measurement; its path consists of them.
        model: its name; for a file with the digest.
        config: its configuration without folders.
        why: how it ended.
        actions: the decisions, one for each step.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    memory: str
    calls: str
    seed: int
    model: str
    model_sha256: str = ""
    config: dict[str, Any]
    why: str
    summary: EpisodeSummary
    actions: list[str]

    @property
    def name(self) -> str:
        """Its name for people."""
        return f"{self.game}-{self.seed} with {self.memory}, calls {self.calls}"

    @property
    def place(self) -> Path:
        """Its path within a folder of recordings."""
        return Path(self.calls, self.memory, f"{self.game}-{self.seed}{ENDING}")


@dataclass(frozen=True)
class Recording:
    """A finished episode."""

    head: Head
    questions: Sequence[Told]

    def save(self, folder: Path) -> Path:
        """Write it to its path in a folder of recordings, atomically."""
        path = folder / self.head.place
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [self.head, *self.questions]
        content = "".join(f"{_line(line)}\n" for line in lines).encode()
        part = path.with_suffix(".part")
        part.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
        part.rename(path)
        return path


class Differs(Failure):
    """A replay differs from the recorded episode.

    Attributes:
        reason: the difference.
    """

    def __init__(self, head: Head, reason: str) -> None:
        super().__init__(f"{head.name} does not replay as recorded: {reason}. To record it anew: {anew(head)}")
        self.reason = reason


def files_in(folder: Path) -> list[Path]:
    """The recordings in a folder, sorted by name."""
    return sorted(folder.rglob(f"*{ENDING}"))


def load(path: Path) -> Recording:
    """Read a recording.

    Raises:
        UserError: it cannot be read, or is not a recording.
    """
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            first, *rest = file.read(LONGEST).splitlines()
        return Recording(Head.model_validate_json(first), [Told.model_validate_json(line) for line in rest])
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise _no_recording(path, error) from error


def load_head(path: Path) -> Head:
    """Read the first line of a recording.

    Raises:
        UserError: it cannot be read, or is not a recording.
    """
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            return Head.model_validate_json(file.readline(LONGEST))
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise _no_recording(path, error) from error


def digest(messages: object) -> str:
    """A digest that identifies rendered messages."""
    return hashlib.sha256(json.dumps(messages).encode()).hexdigest()[:DIGITS]


def recorded(run: Run, game: str, memory: str, model_sha256: str) -> Recording:
    """The recording of a run's single episode, which has ended.

    Args:
        game, memory: their names in the measurement.

    Raises:
        UserError: the run cannot be read.
    """
    config = PlayConfig.load(run.config)
    path = run.found(1)
    if path is None:
        raise UserError(f"{run.path} has no episode")
    history = whole_history(path)
    assert history.ended
    head = Head(
        game=game,
        memory=memory,
        calls=config.calls,
        seed=config.seed or 0,
        model=Path(config.model).name,
        model_sha256=model_sha256,
        config=_anywhere(config, game, run),
        why=history.ended.why,
        summary=replace(history.summary(), run=""),
        actions=[step.acted.action for step in history.steps if step.acted],
    )
    return Recording(head, [_told(question) for step in history.steps for question in step.questions])


def game_path(game: str) -> str:
    """The name that `ariadne play` uses for a game of the measurement: a preset, or the path of one in this folder."""
    own = HERE / f"{game}.yaml"
    return str(own) if own.is_file() else game


class Recorded(Resources):
    """Resources of episodes whose questions are all answered by a recording."""

    def __init__(self) -> None:
        super().__init__()
        self.now: Model = _Ended("ended")

    def check(self, config: PlayConfig) -> None:
        """Do nothing: the model's file exists only where it was recorded."""

    def model(self, name: str, config: ModelConfig) -> Model:
        """The current recording."""
        return self.now


def answering(recording: Recording) -> Model:
    """A model that returns the replies of a recording to the same questions."""
    past = EarlierSession(tuple(told.event for told in recording.questions))
    return Replay(_Ended(recording.head.model), past, shown=lambda question: digest(question.prompt.messages))


async def replay(recording: Recording, resources: Recorded) -> None:
    """Play an episode again with its recorded replies.

    Raises:
        Differs: a question, an action or the end has changed; the message gives the command to record it again.
    """
    head = recording.head
    resources.now = answering(recording)
    # Options that no longer exist had their default values.
    said = {name: value for name, value in head.config.items() if name in PlayConfig.model_fields}
    config = PlayConfig.model_validate({**said, "game": game_path(head.game)})
    actions: list[str] = []

    def watch(event: Event) -> None:
        if isinstance(event, Acted):
            actions.append(event.action)

    with ExitStack() as stack:
        setup = stack.enter_context(prepared(config, resources))
        if _sha256(setup.game.source) != head.config[STORY]:
            raise Differs(head, "the game is now made differently")
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        try:
            summary = await play_episode(setup, Run(Path(folder)), Position(), watch)
        except AriadneError as error:
            raise Differs(head, f"after {len(actions)} steps, {error}") from error
    for step, (now, then) in enumerate(zip(actions, head.actions, strict=False), 1):
        if now != then:
            raise Differs(head, f"step {step} was '{then}' and is '{now}'")
    for name, now in asdict(summary).items():
        if name not in PASSING and now != (then := getattr(head.summary, name)):
            raise Differs(head, f"{name} was {then} and is {now}")


class _Ended(Model):
    """Stands for the model after the last recorded reply."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def answer(self, question: Question[A]) -> Reply[A]:
        """There is no recorded reply.

        Raises:
            Diverged: always.
        """
        raise Diverged(f"the question '{question.name}' was not recorded")


def anew(head: Head) -> str:
    """The command that records an episode again."""
    return (
        f"python benchmarks/small_model.py {head.model} --renew --games {head.game} --memories {head.memory} "
        f"--calls {head.calls} --seeds {head.seed}"
    )


def _anywhere(config: PlayConfig, game: str, run: Run) -> Mapping[str, Any]:
    """A configuration without this machine's folders, and with the digest of the story."""
    said = config.model_dump(mode="json", exclude={"digest", "file"})
    return {**said, "game": game, "model": Path(config.model).name, STORY: _sha256(run.path / config.file)}


def _sha256(story: Path) -> str:
    return hashlib.sha256(story.read_bytes()).hexdigest()


def _told(question: events.QuestionEvent) -> Told:
    kept = {name: value for name, value in asdict(question).items() if name not in ("step", "time")}
    return Told.model_validate({**kept, "prompt": digest(question.prompt)})


def _line(line: BaseModel) -> str:
    return line.model_dump_json(exclude_defaults=True)


def _no_recording(path: Path, error: Exception) -> UserError:
    why = f"{len(error.errors())} fields are wrong" if isinstance(error, ValidationError) else error
    return UserError(f"{os.fspath(path)} is not a recorded game: {why}")
