"""An episode, read from its events: the input of a scorecard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ariadne.episode_files import episode_files, read_history
from ariadne.evaluate.rows import Unit
from ariadne.evaluate.statistics import mean
from ariadne.evaluate.unread import UnreadWatch
from ariadne.events import EpisodeSummary, Use
from ariadne.history import History, PlayedStep
from ariadne.items import DONE
from ariadne.runs.limits import COST, TIME, TOKENS
from ariadne.tasks import Task

LIMITS = frozenset({"steps", TIME, TOKENS, COST})
FINISHED = frozenset({"won", "lost", "over", *LIMITS, *DONE})
UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Played:
    """One episode.

    Attributes:
        path: its file of events.
        summary: the keys of `play --json`, counted from the events so far if the episode has not ended.
        why: won, lost, over, steps, time, tokens, cost, left, stopped or failed; unfinished without an end.
        error: what failed, in one line.
        walkthrough_length: in commands; None if unknown.
        attempts: whether repeats are attempts in sequence, since the memory learns from one to the next.
        kinds: use by kind of question; repairs count with the kind that they repair.
        repairs, cut, salvaged, refused, cached: numbers of calls.
        retries: failed tries at an endpoint. `waited`: seconds before the next tries.
        steps: calls before the first step count for the first.
        tasks: those announced so far, in a world of several. `shortest`: the fewest commands for each task.
        is_unread: whether the rules played and could read nothing of what the memory recalled.
        origin: the digest of the game with any seed. `source`: the file it was named by.
        limits: those besides steps, in words.
    """

    path: Path
    summary: EpisodeSummary
    why: str
    error: str = ""
    max_steps: int | None = None
    walkthrough_length: int | None = None
    attempts: bool = False
    embedder: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, Use] = field(default_factory=dict)
    repairs: int = 0
    cut: int = 0
    salvaged: int = 0
    cached: int = 0
    retries: int = 0
    waited: float = 0.0
    texts_embedded: int | None = None
    steps: Sequence[PlayedStep] = ()
    tasks: Sequence[Task] = ()
    shortest: Sequence[int] = ()
    is_unread: bool = False
    refused: int = 0
    origin: str = ""
    source: str = ""
    limits: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether it counts in means. An agent with a model leaves only after trying everything, which is a result."""
        return self.why in FINISHED or (self.why == "left" and self.summary.model is not None)

    @property
    def normalized(self) -> float | None:
        """The normalized score, at least 0; None for a world without a score."""
        score = self.summary.normalized_score
        return None if score is None else max(score, 0.0)

    @property
    def unit(self) -> Unit:
        """The game and its seed."""
        return Unit(self.summary.game, self.summary.seed)

    @property
    def steps_or_limit(self) -> int:
        """Its steps; the limit if it was not won, since an agent that gives up early is not quick."""
        steps = self.summary.steps
        return steps if self.summary.won or self.max_steps is None else self.max_steps

    @property
    def run_time(self) -> float:
        """Seconds without the waits before retries."""
        return max(0.0, self.summary.seconds - self.waited)

    @property
    def context(self) -> float | None:
        """Mean in-trial context of its steps in tokens; None if it was not recorded."""
        return mean([step.context_tokens for step in self.steps if step.context_tokens is not None])

    @property
    def is_attainable(self) -> bool | None:
        """Whether the walkthrough fits into the step limit; None if its length is unknown."""
        if not self.walkthrough_length:
            return None
        return self.max_steps is None or self.walkthrough_length <= self.max_steps

    def progress(self, number: int) -> float | None:
        """The normalized score after a step, or at the end of a shorter episode; None for a world without a score."""
        if number >= len(self.steps) or not self.summary.max_score:
            return self.normalized
        return max(self.steps[number - 1].score, 0.0) / self.summary.max_score

    @property
    def late(self) -> Sequence[PlayedStep]:
        """The last quarter of its steps, at least one."""
        return self.steps[len(self.steps) * 3 // 4 :]


def played(run: Path) -> Iterator[Played]:
    """The episodes of a run that have begun.

    Raises:
        UserError: the folder is not a run, or its events are damaged.
    """
    for path in episode_files(run):
        if episode := read_episode(path):
            yield episode


def read_episode(path: Path) -> Played | None:
    """The episode of a file of events; None if it has not begun.

    Raises:
        UserError: the events are damaged.
    """
    reading = UnreadWatch()
    history = read_history(path, whole=False, where=reading.sees)
    return _played(path, history, reading) if history else None


def _played(path: Path, history: History, reading: UnreadWatch) -> Played:
    started, ended = history.started, history.ended
    opening, *steps = history.steps
    if steps:
        steps[0].use += opening.use
    return Played(
        path=path,
        summary=replace(history.summary(), digest=started.digest),
        why=ended.why if ended else UNFINISHED,
        error=ended.error if ended else "",
        max_steps=started.max_steps,
        limits=ended.limits if ended else "",
        walkthrough_length=started.walkthrough_length,
        attempts=started.attempts,
        embedder=started.embedder,
        versions=started.versions,
        kinds=dict(sorted(history.kinds.items())),
        repairs=history.repairs,
        cut=history.cut,
        salvaged=history.salvaged,
        refused=history.refused,
        cached=history.cached,
        retries=history.counts["retried"],
        waited=history.waited,
        texts_embedded=ended.texts_embedded if ended else None,
        steps=steps,
        tasks=history.tasks.told,
        shortest=started.shortest,
        is_unread=reading.found_nothing,
        origin=started.origin,
        source=started.source,
    )
