"""The progress of an evaluation: a live board in a terminal, or a line per episode."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ariadne.evaluate.arms import planned
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.scheduler import Board, RunCosts
from ariadne.events import Ended, EpisodeEnded, Event, Retried
from ariadne.runs.events import UNFINISHED
from ariadne.screen.progress import LONGEST_ERROR, JobLines
from ariadne.screen.words import money, tokens, why
from ariadne.text import counted, one_line

PICTURES_A_SECOND = 4
MOST_RUNNING = 8


def player(job: Job) -> str:
    """Return the name of the arm that plays an episode, as in the scorecard."""
    return planned(job.config).name


def title(job: Job) -> str:
    """Return the name of an episode, for display."""
    seed = "" if job.config.seed is None else f" seed {job.config.seed}"
    repeat = f" #{job.repeat}" if job.repeat > 1 else ""
    return one_line(f"{job.config.game}{seed} · {player(job)}{repeat}")


class RunProgress(Board[Job]):
    """The progress of a run.

    Attributes:
        steps: the steps of each running episode. `scores`: of finished episodes, by arm.
    """

    def __init__(self) -> None:
        self.jobs: dict[int, Job] = {}
        self.spent = RunCosts()
        self.steps: dict[int, int] = {}
        self.scores: dict[str, list[float]] = {}
        self.done: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self._began = time.monotonic()
        self._done_before = 0

    def begin(self, jobs: Sequence[Job], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        self.jobs = {job.number: job for job in jobs}
        self.scores = {player(job): [] for job in jobs}
        self.spent = spent
        for number, end in finished.items():
            self._finish(self.jobs[number], end)
        self._began = time.monotonic()
        self._done_before = len(finished)

    def started(self, job: Job) -> None:
        self.steps[job.number] = 0

    def event(self, job: Job, event: Event) -> None:
        self.steps[job.number] = event.step
        if isinstance(event, EpisodeEnded) and event.why not in UNFINISHED:
            self._finish(job, event)

    def ended(self, job: Job, error: str) -> None:
        self.steps.pop(job.number, None)
        if error:
            self.failed[player(job)] += 1

    @property
    def total_done(self) -> int:
        """The number of episodes that finished or failed."""
        return self.done.total() + self.failed.total()

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the finished episodes of this session; None before the first."""
        done = self.total_done - self._done_before
        if done <= 0:
            return None
        return (time.monotonic() - self._began) / done * (len(self.jobs) - self.total_done)

    def _finish(self, job: Job, end: Ended) -> None:
        self.done[player(job)] += 1
        if isinstance(end, EpisodeEnded) and end.normalized_score is not None:
            self.scores[player(job)].append(end.normalized_score)


def eval_lines(output: TextIO) -> JobLines[Job, EpisodeEnded]:
    """Return progress that prints a line per episode."""
    return JobLines(output, title, EpisodeEnded, _result)


def _result(ends: Sequence[EpisodeEnded]) -> str:
    if not ends:
        return "done"
    end, score = ends[-1], ends[-1].normalized_score
    return f"{'no score' if score is None else f'{score:.2f}'} in {counted(end.steps, 'step')} ({why(end)})"


class LiveBoard(RunProgress):
    """The board in a terminal. As a context, it leaves its last state on the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._trouble = ""
        self._live = Live(console=console, refresh_per_second=PICTURES_A_SECOND, get_renderable=self._picture)

    def __enter__(self) -> LiveBoard:
        self._live.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._live.stop()

    def event(self, job: Job, event: Event) -> None:
        super().event(job, event)
        if isinstance(event, Retried):
            self._trouble = f"{title(job)}: trying again: {event.error}"

    def ended(self, job: Job, error: str) -> None:
        super().ended(job, error)
        if error:
            self._trouble = f"{title(job)} failed: {error}"

    def again(self, job: Job, error: str) -> None:
        self._trouble = f"{title(job)} failed, retrying: {error}"

    def _picture(self) -> Group:
        parts: list[RenderableType] = [
            self._head(),
            _lined(ProgressBar(len(self.jobs) or 1, self.total_done)),
            self._scores(),
            self._running(),
        ]
        if self._trouble:
            parts.append(Text(one_line(self._trouble)[:LONGEST_ERROR], style="yellow"))
        return Group(*parts)

    def _head(self) -> Text:
        left = self.seconds_left
        cost = money(self.spent.cost_usd) + (" and more of unknown price" if self.spent.unpriced else "")
        parts = [
            f"{self.total_done} of {counted(len(self.jobs), 'episode')}",
            f"{len(self.steps)} running",
            f"{self.failed.total()} failed",
            f"{tokens(self.spent.tokens)} tokens",
            cost,
            "" if left is None else f"about {_duration(left)} left",
        ]
        return Text(" · ".join(part for part in parts if part))

    def _scores(self) -> Table:
        table = Table("player", "score so far", "done", "failed", box=None)
        for name, scores in self.scores.items():
            table.add_row(
                Text(one_line(name)),
                f"{mean(scores):.2f}" if scores else "",
                str(self.done[name]),
                str(self.failed[name] or ""),
            )
        return table

    def _running(self) -> Text:
        lines = [f"{title(self.jobs[number])}: step {step}" for number, step in self.steps.items()]
        more = [f"and {len(lines) - MOST_RUNNING} more"] * (len(lines) > MOST_RUNNING)
        return Text("\n".join([*lines[:MOST_RUNNING], *more]), style="dim")


def _lined(bar: ProgressBar) -> Table:
    """A bar on a separate line: `ProgressBar` does not end its line."""
    grid = Table.grid(expand=True)
    grid.add_row(bar)
    return grid


def _duration(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{int(seconds)} s"
