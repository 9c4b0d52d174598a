"""Scores of a real language model with each memory: play a list of games and record every reply.

    python benchmarks/small_model.py MODEL.gguf                    all games, memories and seeds, with --calls act
    python benchmarks/small_model.py MODEL.gguf --minutes 60       play for an hour; the same command resumes
    python benchmarks/small_model.py --from DIR                    the tables of recorded games, without the model
    python benchmarks/small_model.py --from DIR --replay           also replay them with their replies

The MODEL `chance` draws a random action from the choices that a model gets: the baseline. A memory's name with `+rules`
means that memory with reading left to the rules, as `--calls act` does anyway. Every episode has a run's folder in
`--out`; an episode that was interrupted by Ctrl-C or a kill is resumed. When it has ended, its replies are kept in
`--recorded`, from which CI replays it. If prompts have changed since, `--renew` plays the episodes again whose replay
differs. `--set` tries a variant, such as `--set width=3 depth=1`.

Prints two tables: by game, memory and `--calls`, and by `--calls` over the games that were played with all of them.
Calls, tokens, repairs and seconds are those of the model only; `computed a step` is the part of the prompts that was
not in the server's cache.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from recorded_games import ENDING, Differs, Recorded, Recording, files_in, game_path, load, load_head, recorded, replay
from small_model_tables import by_calls, by_game

from ariadne import files
from ariadne.cli.exit_codes import INTERRUPTED, exit_code
from ariadne.config import ModelConfig, PlayConfig
from ariadne.errors import AriadneError, UserError
from ariadne.evaluate.executor import once_or_restarted, set_aside
from ariadne.events import Acted, Event, Scored, Usage
from ariadne.memory.registry import find_memory
from ariadne.models.mixed import MixedModel
from ariadne.models.model import Model, Reply
from ariadne.models.question import A, Question
from ariadne.models.registry import RULES
from ariadne.runs.play import Position, keep_setup, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.resume import NO_PAST, ending_of, past_of
from ariadne.runs.run import Run, held
from ariadne.runs.setup import prepared
from ariadne.yaml_file import read_model

RECORDED = Path(__file__).parents[1] / "tests" / "recorded" / "small_model"
FEW, MANY = 30, 50
STEPS = {
    "cooking-level-1": FEW,
    "cooking-level-2": FEW,
    "cooking-level-3": FEW,
    "cooking-level-4": FEW,
    "hunt-small": FEW,
    "treasure-hunt": MANY,
    "cooking": MANY,
    "cleaning": MANY,
}
"""The games, with their limits of steps."""
BY_RULES = "+rules"
MEMORIES = ("arigraph", "full-history", "summary", "none")
CALLS: Sequence[str] = get_args(PlayConfig.model_fields["calls"].annotation)
CHANCE = "chance"
USUAL_CALLS = "act"
SEEDS = (1, 2, 3)
READING = {"paper": ("extract", "replace", "entities")}
"""The questions that read an observation, if these are not `learn` alone."""
DIGESTED = 2**20


@dataclass(frozen=True)
class Job:
    """An episode of the measurement.

    Attributes:
        config: as requested; missing values are the game's.
    """

    game: str
    memory: str
    config: PlayConfig

    @property
    def name(self) -> str:
        """Its name in progress lines."""
        return f"{self.config.calls} {self.memory} {self.game}-{self.config.seed}"

    @property
    def place(self) -> Path:
        """Its run's folder within the folder of all runs."""
        return Path(self.config.calls, self.memory, f"{self.game}-{self.config.seed}")


def jobs_of(
    model: str,
    games: Sequence[str] = tuple(STEPS),
    memories: Sequence[str] = MEMORIES,
    calls: Sequence[str] = (USUAL_CALLS,),
    seeds: Sequence[int] = SEEDS,
    steps: int | None = None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> list[Job]:
    """All episodes, ordered for early results: the first seed of every game with the first memories comes first.

    Args:
        settings: further configuration; see `PlayConfig`.

    Raises:
        UserError: there is no such memory, game or setting.
    """
    if unknown := [game for game in games if game not in STEPS]:
        raise UserError(f"--games: there is no {unknown[0]} in this measurement; there are {', '.join(STEPS)}")
    for memory in memories:
        find_memory(memory.removesuffix(BY_RULES))

    def config(game: str, memory: str, calls: str, seed: int) -> PlayConfig:
        reading = READING.get(calls, ("learn",)) if memory.endswith(BY_RULES) else ()
        choices = {
            "game": game_path(game),
            "seed": seed,
            "max_steps": steps or STEPS[game],
            "model": model,
            "memory": memory.removesuffix(BY_RULES),
            "calls": calls,
            "model_for": dict.fromkeys(reading, RULES),
            **settings,
        }
        return read_model(PlayConfig, choices, "--set")

    return [
        Job(game, memory, config(game, memory, asked, seed))
        for seed in seeds
        for asked in calls
        for memory in memories
        for game in games
    ]


class Stop:
    """Stops the measurement after the current step, and at once at the second request. Create it in the task to
    stop."""

    def __init__(self) -> None:
        self.is_wanted = False
        self._task = asyncio.current_task()

    def wish(self) -> None:
        """Request the stop: Ctrl-C, or the time is up."""
        if self.is_wanted and self._task:
            self._task.cancel()
        self.is_wanted = True

    def watch(self, event: Event) -> None:
        """Receive an event of the current episode; a score event ends a step."""
        if isinstance(event, Scored) and self.is_wanted and self._task:
            self._task.cancel()


class Chance(Model):
    """A model that draws an action."""

    name = CHANCE

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Return a random one of the listed actions.

        Raises:
            UserError: another question is asked.
        """
        if list(question.answer.model_fields) != ["reason", "action"]:
            raise UserError("chance only chooses actions: use --calls act")
        answer = question.answer.model_validate({"reason": "", "action": self._dice.choice(question.choices["action"])})
        return Reply(answer, answer.model_dump_json(), Usage())


class Drawing(Resources):
    """Resources of episodes in which actions are drawn."""

    def model(self, name: str, config: ModelConfig) -> Model:
        """A new `Chance`, together with the rules."""
        assert isinstance(config, PlayConfig)
        rules = super().model(RULES, config.model_copy(update={"model_for": {}, "base_url": None}))
        return MixedModel(Chance(config.seed or 0), dict.fromkeys(config.model_for, rules))


@dataclass(frozen=True)
class Session:
    """Resources that episodes of one session share: the models, the replaying ones, and the stop request."""

    resources: Resources
    recorded: Recorded
    stop: Stop


@dataclass(frozen=True)
class Measurement:
    """Plays the remaining episodes one after another, with one process of the model.

    Attributes:
        out: the folder of their runs. kept: the folder of their recordings.
        renew: whether a finished episode is played again if its replies no longer fit.
    """

    jobs: Sequence[Job]
    out: Path
    kept: Path
    model_sha256: str
    renew: bool = False

    async def play(self, minutes: float | None = None) -> int:
        """Play until all is played, the time is up, or a stop is requested; return the number of failed episodes.

        Raises:
            UserError: a mistake that would fail every episode.
            CancelledError: a stop was requested.
        """
        resources = Drawing() if self.jobs[0].config.model == CHANCE else Resources()
        session, loop, failed = Session(resources, Recorded(), Stop()), asyncio.get_running_loop(), 0
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, session.stop.wish)
        timer = None if minutes is None else loop.call_later(minutes * 60, session.stop.wish)
        try:
            for number, job in enumerate(self.jobs, 1):
                if session.stop.is_wanted:
                    raise asyncio.CancelledError
                failed += not await self._do(job, f"[{number}/{len(self.jobs)}] {job.name}", session)
        finally:
            if timer:
                timer.cancel()
            await session.resources.close()
        return failed

    async def _do(self, job: Job, name: str, session: Session) -> bool:
        """Play an unfinished episode and record its replies; return whether it finished."""
        path = self.out / job.place
        path.mkdir(parents=True, exist_ok=True)
        with held(path):
            run = Run(path)
            _check_alike(job, run)
            if self.renew:
                await self._set_aside_old(job, run, name, session.recorded)
            try:
                if not _has_ended(run):
                    await once_or_restarted(lambda: _play(job, run, name, session), lambda: run.found(1))
                elif (self.kept / f"{job.place}{ENDING}").is_file():
                    return True
            except UserError:
                raise
            except AriadneError as error:
                print(f"{name}: failed: {error}", flush=True)
                return False
            recording = self._recording(job, run)
            recording.save(self.kept)
            summary = recording.head.summary
            print(f"{name}: {recording.head.why}, {summary.score:g}/{summary.max_score:g}", flush=True)
        return True

    def _recording(self, job: Job, run: Run) -> Recording:
        return recorded(run, job.game, job.memory, self.model_sha256)

    async def _set_aside_old(self, job: Job, run: Run, name: str, recorded: Recorded) -> None:
        """Move a finished episode aside if its replay differs."""
        if _has_ended(run):
            try:
                await replay(self._recording(job, run), recorded)
            except Differs as error:
                print(f"{name}: {error.reason}, so it is played anew", flush=True)
                set_aside(run.found(1))


async def _play(job: Job, run: Run, name: str, session: Session) -> None:
    events = run.found(1)
    past = past_of(events) if events else NO_PAST
    with ExitStack() as stack:
        setup = await asyncio.to_thread(stack.enter_context, prepared(job.config, session.resources))
        keep_setup(run, setup)
        progress = Progress(name, job.config.max_steps or 0)

        def watch(event: Event) -> None:
            progress(event)
            session.stop.watch(event)

        await play_episode(setup, run, Position(past=past), watch)


class Progress:
    """Prints one line for each step."""

    def __init__(self, name: str, steps: int) -> None:
        self._name = name
        self._steps = steps
        self._action = ""
        self._began: float | None = None

    def __call__(self, event: Event) -> None:
        """Receive an event."""
        if self._began is None:
            self._began = event.time
        if isinstance(event, Acted):
            self._action = event.action
        if isinstance(event, Scored) and event.step:
            seconds = event.time - self._began
            print(
                f"{self._name}: step {event.step}/{self._steps}, {seconds:.0f} s, "
                f"{event.score:g}/{event.maximum:g}: {self._action}",
                flush=True,
            )


def _has_ended(run: Run) -> bool:
    path = run.found(1)
    return path is not None and ending_of(path) is not None


def _check_alike(job: Job, run: Run) -> None:
    """Check that a run's folder has the same configuration as the job.

    Raises:
        UserError: it differs.
    """
    if not run.config.is_file():
        return
    then = PlayConfig.load(run.config)
    for name in job.config.model_fields_set:
        was, wanted = (_comparable(name, getattr(config, name)) for config in (then, job.config))
        if was != wanted:
            raise UserError(f"{run.path} was played with {name} {was}, not {wanted}: use --out for another folder")


def _comparable(name: str, value: object) -> object:
    """A setting for comparison; a file counts by its name only."""
    return Path(str(value)).name if name in ("game", "model") else value


def _sha256(model: str) -> str:
    """The digest of a model file; empty for other models.

    Raises:
        UserError: there is no such file.
    """
    if not model.endswith(".gguf"):
        return ""
    try:
        with open(model, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UserError(f"cannot read {model}: {error.strerror}") from error


def _check_model(kept: Path, model: str, sha256: str) -> None:
    """Check that the recordings in a folder are of this model, so no table mixes several.

    Raises:
        UserError: one is of another model.
    """
    for head in map(load_head, files_in(kept)):
        if (head.model, head.model_sha256) != (Path(model).name, sha256):
            raise UserError(f"{kept} has games of another model, {head.model}: use --recorded for another folder")


def measure(options: argparse.Namespace) -> int:
    """Play the remaining episodes and show all recorded ones."""
    jobs = jobs_of(
        options.model, options.games, options.memories, options.calls, options.seeds, options.steps, dict(options.set)
    )
    sha256 = _sha256(options.model)
    _check_model(options.recorded, options.model, sha256)
    out = options.out or files.runs() / "small-model"
    measurement = Measurement(jobs, out, options.recorded, sha256, options.renew)
    failed = 0
    try:
        failed = asyncio.run(measurement.play(options.minutes))
    except asyncio.CancelledError:
        print("stopped; the same command resumes", flush=True)
        return INTERRUPTED if options.minutes is None else 0
    finally:
        with suppress(UserError):
            show(options.recorded)
    return int(failed > 0)


def show(folder: Path) -> None:
    """Print the tables of the games in a folder.

    Raises:
        UserError: it has no games, or one cannot be read.
    """
    recordings = [load(path) for path in files_in(folder)]
    if not recordings:
        raise UserError(f"{folder} has no recorded games")
    order = (*STEPS, *MEMORIES, *CALLS)
    print(f"\n{by_game(recordings, order)}\n{by_calls(recordings, order)}", end="", flush=True)


def replayed(folder: Path) -> int:
    """Replay the games in a folder; return the exit code, which is 0 if all are equal."""
    return asyncio.run(_replayed(files_in(folder)))


async def _replayed(paths: Sequence[Path]) -> int:
    resources, differing = Recorded(), 0
    for path in paths:
        recording = load(path)
        try:
            await replay(recording, resources)
            print(f"{recording.head.name}: the same", flush=True)
        except Differs as error:
            print(error, flush=True)
            differing += 1
    print(f"{len(paths) - differing} of {len(paths)} replay as recorded", flush=True)
    return int(differing > 0)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", help="a .gguf file, or rules, or chance", metavar="MODEL")
    parser.add_argument("--games", nargs="+", default=list(STEPS), metavar="GAME", help=", ".join(STEPS))
    parser.add_argument("--memories", nargs="+", default=list(MEMORIES), metavar="NAME", help=", ".join(MEMORIES))
    parser.add_argument("--calls", nargs="+", default=[USUAL_CALLS], choices=CALLS)
    parser.add_argument("--seeds", nargs="+", type=int, default=list(SEEDS), metavar="N")
    parser.add_argument("--steps", type=int, metavar="N", help=f"step limit of every game, instead of {FEW} and {MANY}")
    parser.add_argument(
        "--set",
        nargs="+",
        type=_pair,
        default=[],
        metavar="NAME=VALUE",
        help="other settings of all episodes, as in a run's config.yaml; best with folders of their own",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="where runs are kept (default: runs/small-model)")
    parser.add_argument("--recorded", type=Path, metavar="DIR", default=RECORDED, help="folder for replies")
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after the step in which the time is up")
    parser.add_argument("--renew", action="store_true", help="play episodes again if their replay differs")
    parser.add_argument("--from", type=Path, metavar="DIR", dest="source", help="print the tables of recorded games")
    parser.add_argument("--replay", action="store_true", help="with --from: also replay those games")
    options = parser.parse_args(arguments)
    if options.source is None and options.model is None:
        parser.error("name a model, or use --from DIR")
    if options.source is None:
        return measure(options)
    show(options.source)
    return replayed(options.source) if options.replay else 0


if __name__ == "__main__":
    sys.exit(exit_code(main))
