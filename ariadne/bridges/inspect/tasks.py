"""The tasks: one for each named game and each plan that ships with Ariadne, `game` and `plan` for all others.

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
from inspect_ai._util.error import PrerequisiteError  # The only error that Inspect prints as one line.
from inspect_ai.dataset import MemoryDataset
from rich.markup import escape

from ariadne.bridges.inspect.log import SCHEMA, VERSION
from ariadne.bridges.inspect.model import model_name
from ariadne.bridges.inspect.player import player
from ariadne.bridges.inspect.progress import by_arm, progress
from ariadne.bridges.inspect.registered import register
from ariadne.bridges.inspect.samples import arm_names, jobs_of_game, samples_of
from ariadne.errors import AriadneError, UserError
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import check_temperatures, load_plan
from ariadne.files import data_folder
from ariadne.games.seeds import parse_seeds
from ariadne.installed import __version__
from ariadne.worlds.registry import check_seeds, find_kind, kind_names

INSPECTS = {"model": "--model", "model_for": "--model", "base_url": "--model-base-url", "timeout": "--timeout"}
"""Options that are Inspect's, with its names for them."""
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
    """Return the task of a game.

    Args:
        game: its name or path, as for `ariadne play`.
        agent, memory, calls, max_steps: as for `ariadne play`.
        seeds: such as 1-5,8; each is a sample.
        repeats: plays of each seed within one epoch.
        runs: the folder for runs.
        options: other options of `ariadne play`, such as `goal`, `briefing`, `episodes` or `temperature_for`.
    """
    with _clear():
        named = {"agent": agent, "memory": memory, "calls": calls, "max_steps": max_steps, **options}
        choices = {**_checked(named), "game": _absolute(game), "model": _model()}
        wanted = None if seeds is None else parse_seeds(str(_joined(seeds)))
        if wanted is not None:
            check_seeds([game], wanted)
        if not isinstance(repeats, int) or repeats < 1:
            raise UserError(f"repeats: {repeats} is not a valid count; write 1 or more")
        return _task(jobs_of_game(choices, wanted, repeats), runs)


def _plan(plan: str, runs: str | None = None, **options: Any) -> Task:
    """Return the task of a plan, as `ariadne eval` plays it: every game with every arm.

    Args:
        plan: the name of a shipped plan, or a file.
        runs: the folder for runs.
        options: replace settings of the plan, such as `games`, `seeds`, `memories`, `repeats` or `max_steps`.
    """
    with _clear():
        changes = {**_checked(options), "models": _model()}
        loaded = load_plan(Path(plan), changes)
        check_temperatures(loaded, Path(plan), changes)
        return _task(jobs_of(loaded.with_whole_paths()), runs)


def _task(jobs: Sequence[Job], runs: str | None) -> Task:
    several = len(arm_names(jobs)) > 1
    return Task(
        dataset=MemoryDataset(samples_of(jobs)),
        solver=player(runs=runs),
        scorer=progress(),
        metrics=by_arm() if several else None,
        metadata={SCHEMA: VERSION, "ariadne_version": __version__},
    )


def _checked(options: dict[str, Any]) -> dict[str, Any]:
    """Check and normalize the options; Inspect reads values with commas as lists."""
    given = {name: _joined(value) for name, value in options.items() if value is not None}
    for name in given.keys() & {"models", "seed", *INSPECTS}:
        raise UserError(f"-T {name}: use {INSPECTS.get(name, '--model' if name == 'models' else '-T seeds')} instead")
    return given


def _joined(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else value


def _absolute(game: str) -> str:
    """A game's full path if it is a file: Inspect may play samples in another folder."""
    return str(Path(game).resolve()) if Path(game).suffix else game


def _model() -> str:
    """The model under evaluation; before it is known, some language model."""
    try:
        return model_name()
    except ValueError:
        return UNKNOWN_MODEL


@contextmanager
def _clear() -> Iterator[None]:
    """Raise errors in options as Inspect's one-line error."""
    try:
        yield
    except AriadneError as error:
        raise PrerequisiteError(escape(str(error))) from error


def _of_game(name: str) -> Callable[..., Task]:
    def make(**options: Any) -> Task:
        return _game(name, **options)

    return make


def _of_plan(name: str) -> Callable[..., Task]:
    def make(runs: str | None = None, **options: Any) -> Task:
        return _plan(name, runs, **options)

    return make


def _tasks() -> Iterator[tuple[str, Callable[..., Task]]]:
    """All tasks by name; names of games are written with underscores, as Inspect's are."""
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
