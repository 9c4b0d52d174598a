"""The tasks: one for each game that has a name and each plan that ships with Ariadne, `game` and `plan` for all others.

inspect eval ariadne/treasure_hunt -T seeds=1-5 -T memory=rag --model openai/gpt-4o-mini
inspect eval ariadne/game -T game=zork1.z5 --model openai/gpt-4o-mini
inspect eval ariadne/paper --model openai/gpt-4o-mini
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError  # The one error that Inspect tells in one line.
from inspect_ai.dataset import MemoryDataset
from rich.markup import escape

from ariadne.bridges.inspect.log import SCHEMA, VERSION
from ariadne.bridges.inspect.model import model_name
from ariadne.bridges.inspect.player import player
from ariadne.bridges.inspect.progress import by_contender, progress
from ariadne.bridges.inspect.registered import register
from ariadne.bridges.inspect.samples import contenders_of, jobs_of_game, samples_of
from ariadne.errors import AriadneError, UserError
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import check_temperatures, load_plan
from ariadne.files import data_folder
from ariadne.games.seeds import parse_seeds
from ariadne.installed import __version__
from ariadne.worlds.registry import check_seeds, find_kind, kind_names

INSPECTS = {"model": "--model", "model_for": "--model", "base_url": "--model-base-url", "timeout": "--timeout"}
"""What Inspect says itself."""
UNKNOWN_MODEL = "inspect"


def _game(
    game: str,
    agent: str = "ariadne",
    memory: str | None = None,
    seeds: Any = None,
    repeats: int = 1,
    calls: str | None = None,
    max_steps: int | None = None,
    runs: str | None = None,
    **options: Any,
) -> Task:
    """A game.

    Args:
        game: its name, as `ariadne play` takes it, or a path.
        agent, memory, calls, max_steps: as `ariadne play` takes them.
        seeds: such as 1-5,8; each is a sample.
        repeats: how often each is played, within one epoch.
        runs: where runs are kept.
        options: whatever else `ariadne play` takes, such as `goal`, `briefing`, `episodes` or `temperature_for`.
    """
    with _clear():
        named = {"agent": agent, "memory": memory, "calls": calls, "max_steps": max_steps, **options}
        choices = {**_said(named), "game": _whole(game), "model": _model()}
        wanted = None if seeds is None else parse_seeds(str(_joined(seeds)))
        if wanted is not None:
            check_seeds([game])
        if not isinstance(repeats, int) or repeats < 1:
            raise UserError(f"repeats: {repeats} is no number of times; write 1 or more")
        return _task(jobs_of_game(choices, wanted, repeats), runs)


def _plan(plan: str, runs: str | None = None, **options: Any) -> Task:
    """A plan, as `ariadne eval` plays it: every game with every contender.

    Args:
        plan: the name of one that ships with Ariadne, or a file.
        runs: where runs are kept.
        options: instead of what the plan says, such as `games`, `seeds`, `memories`, `repeats` or `max_steps`.
    """
    with _clear():
        changes = {**_said(options), "models": _model()}
        said = load_plan(Path(plan), changes)
        check_temperatures(said, Path(plan), changes)
        return _task(jobs_of(said.with_whole_paths()), runs)


def _task(jobs: Sequence[Job], runs: str | None) -> Task:
    several = len(contenders_of(jobs)) > 1
    return Task(
        dataset=MemoryDataset(samples_of(jobs)),
        solver=player(runs=runs),
        scorer=progress(),
        metrics=by_contender() if several else None,
        metadata={SCHEMA: VERSION, "ariadne_version": __version__},
    )


def _said(options: dict[str, Any]) -> dict[str, Any]:
    """The options that are said; Inspect reads what has commas as a list.

    Raises:
        UserError: one is said to Inspect itself.
    """
    said = {name: _joined(value) for name, value in options.items() if value is not None}
    for name in said.keys() & {"models", "seed", *INSPECTS}:
        raise UserError(f"-T {name}: say {INSPECTS.get(name, '--model' if name == 'models' else '-T seeds')} instead")
    return said


def _joined(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else value


def _whole(game: str) -> str:
    """A game with its whole path, if it is a file: samples are played wherever Inspect is at work."""
    return str(Path(game).resolve()) if Path(game).suffix else game


def _model() -> str:
    """The model that is evaluated; where a task is made before that is known, some language model."""
    try:
        return model_name()
    except ValueError:
        return UNKNOWN_MODEL


@contextmanager
def _clear() -> Iterator[None]:
    """What is wrong with options, in one line of Inspect's."""
    try:
        yield
    except AriadneError as error:
        raise PrerequisiteError(escape(str(error))) from error


def _of_game(name: str) -> Callable[..., Task]:
    def make(
        agent: str = "ariadne",
        memory: str | None = None,
        seeds: Any = None,
        repeats: int = 1,
        calls: str | None = None,
        max_steps: int | None = None,
        runs: str | None = None,
        **options: Any,
    ) -> Task:
        return _game(name, agent, memory, seeds, repeats, calls, max_steps, runs, **options)

    return make


def _of_plan(name: str) -> Callable[..., Task]:
    def make(runs: str | None = None, **options: Any) -> Task:
        return _plan(name, runs, **options)

    return make


def _tasks() -> Iterator[tuple[str, Callable[..., Task]]]:
    """All tasks by name; games have theirs with underscores, as Inspect's tasks do."""
    for kind in kind_names():
        for name in find_kind(kind).names():
            if re.fullmatch(r"[\w-]+", name):
                yield name.replace("-", "_"), _of_game(name)
    for file in sorted(data_folder("plans").glob("*.yaml")):
        yield file.stem, _of_plan(file.stem)
    yield "game", _game
    yield "plan", _plan


for _name, _made in _tasks():
    register(lambda name: task(name=name), _name, _made)
