"""An episode as its events tell it: what a scorecard is made from, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ariadne.evaluate.statistics import mean
from ariadne.evaluate.unread import Reading
from ariadne.events import Summary, Use
from ariadne.history import History, Step, episode_files, read_history
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
        summary: the keys of `play --json`; counted from the events so far where the episode has not ended.
        why: won, lost, over, steps, time, tokens, cost, left, stopped or failed; unfinished if its end is not in the
            events.
        error: what failed, in one line.
        walkthrough_length: the commands of the game's walkthrough; None where nobody knows.
        attempts: whether the memory learns from one repeat to the next, so that repeats are attempts in sequence.
        kinds: what was asked, by kind of question, repairs with the kind that they repair.
        repairs, cut, salvaged, refused, cached: how many of the calls were repairs, had a reply that was cut, were
            answered with what could be used of one, refused, and answered from a cache.
        retries: how many tries at an endpoint failed.
        waited: seconds between those and the next tries.
        steps: one each; what was asked before the first counts for the first.
        tasks: those that were told, in a world of several. `shortest`: the fewest commands of each that there are.
        is_unread: whether the rules played, and could read nothing of all that the memory recalled.
        origin: what its game is with any seed. `source`: the file that the game was named by.
    """

    path: Path
    summary: Summary
    why: str
    error: str
    max_steps: int | None
    walkthrough_length: int | None
    attempts: bool
    embedder: str | None
    versions: Mapping[str, str]
    kinds: Mapping[str, Use]
    repairs: int
    cut: int
    salvaged: int
    cached: int
    retries: int
    waited: float
    texts_embedded: int | None
    steps: Sequence[Step]
    tasks: Sequence[Task] = ()
    shortest: Sequence[int] = ()
    is_unread: bool = False
    refused: int = 0
    origin: str = ""
    source: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether it was played to an end that says something about the agent, and so counts in means.

        An agent that thinks leaves when everything was tried: that is its result.
        """
        return self.why in FINISHED or (self.why == "left" and self.summary.model is not None)

    @property
    def normalized(self) -> float | None:
        """The normalized score, floored at 0; None for a world without a score."""
        score = self.summary.normalized_score
        return None if score is None else max(score, 0.0)

    @property
    def instance(self) -> Instance:
        """The game and its seed."""
        return Instance(self.summary.game, self.summary.seed)

    @property
    def steps_or_limit(self) -> int:
        """Its steps, but the limit where it was not won: an agent that gives in early is not quick."""
        steps = self.summary.steps
        return steps if self.summary.won or self.max_steps is None else self.max_steps

    @property
    def run_time(self) -> float:
        """Seconds without the waits before tries that were made again."""
        return max(0.0, self.summary.seconds - self.waited)

    @property
    def context(self) -> float | None:
        """Mean in-trial context of its steps, in tokens; None where no event tells."""
        return mean([step.context_tokens for step in self.steps if step.context_tokens is not None])

    @property
    def is_attainable(self) -> bool | None:
        """Whether the walkthrough fits into the limit; None where no walkthrough is known."""
        if not self.walkthrough_length:
            return None
        return self.max_steps is None or self.walkthrough_length <= self.max_steps

    def progress(self, number: int) -> float | None:
        """The normalized score after a step; after its end, that of its end. None for a world without a score."""
        if number >= len(self.steps) or not self.summary.max_score:
            return self.normalized
        return max(self.steps[number - 1].score, 0.0) / self.summary.max_score

    @property
    def late(self) -> Sequence[Step]:
        """The last quarter of its steps, at least one."""
        return self.steps[len(self.steps) * 3 // 4 :]


@dataclass(frozen=True)
class Instance:
    """One game that all agents can play: what clusters episodes, and pairs them."""

    game: str
    seed: int | None

    @property
    def order(self) -> tuple[str, int]:
        """Sorts by game, then seed; a seed that nobody knows comes first."""
        return self.game, -1 if self.seed is None else self.seed


def played(run: Path) -> Iterator[Played]:
    """The episodes of a run; one that has not begun, so that nothing is known of it, is left out.

    Raises:
        UserError: the folder is no run, or its events are damaged.
    """
    for path in episode_files(run):
        if episode := read_episode(path):
            yield episode


def read_episode(path: Path) -> Played | None:
    """The episode of a file of events; None if it has not begun.

    Raises:
        UserError: the events are damaged.
    """
    reading = Reading()
    history = read_history(path, whole=False, where=reading.sees)
    return _played(path, history, reading) if history else None


def _played(path: Path, history: History, reading: Reading) -> Played:
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
