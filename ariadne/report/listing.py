"""The runs of a folder: the kind, games, players and results of each.

Of each episode, only the first and last events are read, and read again only when its file changes. The calls of an
unfinished episode are read too, each once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from ariadne.caches import cached
from ariadne.episode_files import FOLDERS
from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.statistics import mean
from ariadne.events import Ended, EpisodeEnded, EpisodeStarted, Event, ItemEnded, ItemScored, ItemStarted, Scored, Use
from ariadne.exam.results import FOLDER as EXAMS
from ariadne.exam.results import read_exam
from ariadne.files import open_inside
from ariadne.record import read_ends
from ariadne.registry import unknown
from ariadne.report.spent import spent
from ariadne.runs.again import LEFT, configured, life_to_resume, past_to_resume
from ariadne.runs.events import UNFINISHED
from ariadne.runs.named import began, is_running, runs_in
from ariadne.runs.note import note_of
from ariadne.runs.run import CONFIG, Run

What = Literal["play", "eval", "qa", "exam"]
State = Literal["running", "ended", "stopped", "damaged"]

# The kind follows from a top-level key of the configuration. Parsing all of it as YAML would double the time.
_KINDS: Mapping[str, What] = {"games": "eval", "files": "qa", "presets": "exam", "game": "play"}
_NAME = re.compile(rf"^({'|'.join(_KINDS)}):", re.MULTILINE)
_LONGEST = 2**16
_TELLING = ("scored", "resumed", "episode_ended", "item_ended")


@dataclass(frozen=True)
class Status:
    """The status of an episode, a question or an examination.

    Attributes:
        who: the arm, as scorecards name it.
        score: of an episode normalized, floored at 0; of a question F1; of an examination the share of truth; None if
            unknown.
        won: None where nothing can be won.
        is_done: whether it has finished.
        use: so far.
        why: why an episode ended; empty if it has not.
    """

    game: str
    seed: int | None
    who: str
    memory: str | None
    model: str | None
    score: float | None
    won: bool | None
    is_done: bool
    steps: int
    use: Use
    why: str = ""


@dataclass(frozen=True)
class Listed:
    """A run.

    Attributes:
        state: `--resume` continues a `stopped` run; it cannot read a `damaged` play.
        memories: those of the arms in `who` that have one.
        begun, done: numbers of its episodes, questions or examinations.
        score: the mean of those that are done; if none is, of the scores so far.
        won: None where nothing can be won.
        steps: of all episodes. `tokens`, `cost_usd`: of all calls so far; None where a price is unknown.
        tags, note: from the user's `note.txt`.
        why: why a play of one episode ended; empty if it has not, and for other runs.
    """

    path: Path
    what: What
    state: State
    began: datetime
    games: tuple[str, ...]
    who: tuple[str, ...]
    memories: tuple[str, ...]
    models: tuple[str, ...]
    begun: int
    done: int
    won: int | None
    score: float | None
    seeds: tuple[int, ...]
    steps: int
    tokens: int
    cost_usd: float | None
    tags: tuple[str, ...] = ()
    note: str = ""
    why: str = ""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.path.name

    def told(self) -> dict[str, Any]:
        """Return all fields as JSON values."""
        return {"name": self.name, **asdict(self), "path": str(self.path), "began": self.began.isoformat()}


def listed(root: Path) -> list[Listed]:
    """Return the runs in a folder, newest first.

    Raises:
        UserError: the folder cannot be read.
    """
    return [about(run) for run in runs_in(root)]


def about(run: Path) -> Listed:
    """Return the listing of one run."""
    what, outcomes, note = _what(run), list(_outcomes(run)), note_of(run)
    done = [each for each in outcomes if each.is_done]
    use = sum((each.use for each in outcomes), Use())
    wins = [each.won for each in done if each.won is not None]
    return Listed(
        path=run,
        what=what,
        state=_state(run, what, outcomes),
        began=began(run),
        games=_names(each.game for each in outcomes),
        who=_names(each.who for each in outcomes),
        memories=_names(each.memory for each in outcomes),
        models=_names(each.model for each in outcomes),
        begun=len(outcomes),
        done=len(done),
        won=sum(wins) if wins else None,
        score=mean([each.score for each in done or outcomes if each.score is not None]),
        seeds=tuple(sorted({each.seed for each in outcomes if each.seed is not None})),
        steps=sum(each.steps for each in outcomes),
        tokens=use.tokens,
        cost_usd=use.cost_usd,
        tags=note.tags,
        note=note.text,
        why=outcomes[0].why if what == "play" and len(outcomes) == 1 else "",
    )


def chosen(runs: Sequence[Listed], game: str | None, memory: str | None, model: str | None) -> list[Listed]:
    """Filter runs by the name of a game, of a memory or agent, and of a model.

    Raises:
        UserError: no run has one of that name.
    """
    ways: Mapping[str, tuple[str | None, Callable[[Listed], Sequence[str]]]] = {
        "game": (game, lambda run: run.games),
        "memory": (memory, lambda run: (*run.who, *run.memories)),
        "model": (model, lambda run: run.models),
    }
    found = list(runs)
    for way, (name, names) in ways.items():
        if name is not None:
            every = dict.fromkeys(each for run in runs for each in names(run))
            if name not in every:
                raise UserError(f"--{way}: {unknown(name, every)}")
            found = [run for run in found if name in names(run)]
    return found


def _state(run: Path, what: What, outcomes: Sequence[Status]) -> State:
    if is_running(run):
        return "running"
    # A scorecard is also written when the budget ran out, which leaves something undone.
    is_whole = bool(outcomes) if what == "play" else (run / "scorecard.json").is_file()
    if is_whole and all(each.is_done and (what, each.why) != ("play", LEFT) for each in outcomes):
        return "ended"
    return _of_play(run, _marks(run)) if what == "play" else "stopped"


@cached(2**10)
def _of_play(run: Path, _marks: object) -> State:
    """The state of a play, judged as `play --resume` does."""
    try:
        config = configured(Run(run))
        number = life_to_resume(Run(run), config.agent, config.lives)
        if number is not None:
            past_to_resume(Run(run), number)
    except UserError:
        return "damaged"
    return "ended" if number is None else "stopped"


def _marks(run: Path) -> tuple[tuple[int, int], ...]:
    """A fingerprint of a play's files that changes with them."""
    files = [path.stat() for path in (run / CONFIG, *run.glob("episodes/*/events.jsonl")) if path.is_file()]
    return tuple((file.st_size, file.st_mtime_ns) for file in files)


def _what(run: Path) -> What:
    try:
        with os.fdopen(open_inside(run / CONFIG), "rb") as file:
            found = _NAME.search(file.read(_LONGEST).decode("utf-8", "replace"))
    except OSError:
        return "play"
    return _KINDS[found[1]] if found else "play"


def _outcomes(run: Path) -> Iterator[Status]:
    for folder in (*FOLDERS, EXAMS):
        read = _of_exam if folder == EXAMS else _of_episode
        # Skip an unreadable episode; opening it shows the error.
        with suppress(OSError):
            for part in os.listdir(run / folder):
                path = run / folder / part / "events.jsonl"
                with suppress(OSError, UserError):
                    file = path.stat()
                    if outcome := read(path, file.st_size, file.st_mtime_ns):
                        yield outcome


@cached(2**16)
def _of_episode(path: Path, _size: int, _changed: int) -> Status | None:
    events = read_ends(path, _TELLING)
    if not events:
        return None
    start, last = events[0], events[-1]
    is_done = isinstance(last, Ended) and last.why not in UNFINISHED
    if isinstance(start, ItemStarted):
        f1 = next((event.f1 for event in reversed(events) if isinstance(event, ItemScored)), None)
        model = start.asked or start.model
        return Status(start.dataset, None, start.method, None, model, f1, None, is_done, 0, _use(path, last))
    if not isinstance(start, EpisodeStarted):
        return None
    who = Arm(start.agent, start.memory, start.model)
    points, maximum, won = _scored(events)
    normalized = max(points, 0.0) / maximum if maximum else None
    # Leaving the game is not a step.
    why, steps = (last.why, last.steps) if isinstance(last, EpisodeEnded) else ("", last.step)
    values = (normalized, won, is_done, steps, _use(path, last), why)
    return Status(start.game, start.seed, who.name, start.memory, start.model, *values)


@cached(2**16)
def _of_exam(path: Path, _size: int, _changed: int) -> Status | None:
    exam = read_exam(path)
    if not exam:
        return None
    who = exam.started
    values = (exam.truth, None, exam.is_finished, 0, _use(path, exam.ended))
    return Status(who.preset, who.seed, who.memory, who.memory, who.model, *values)


def _use(path: Path, last: Event | None) -> Use:
    """The usage in the last event; if it has none, the sum of the calls so far."""
    if not isinstance(last, EpisodeEnded | ItemEnded):
        return spent(path)
    return Use(last.model_calls, last.prompt_tokens, last.completion_tokens, last.cost_usd)


def _scored(events: Sequence[Event]) -> tuple[float, float, bool]:
    """The last score in the events, the maximum, and whether the game was won."""
    for event in reversed(events):
        if isinstance(event, EpisodeEnded):
            return event.score, event.max_score, event.won
        if isinstance(event, Scored):
            return event.score, event.maximum, event.won
    return 0.0, 0.0, False


def _names(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({name for name in names if name}))
