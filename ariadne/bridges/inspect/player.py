"""The solver: our agent and memory, with Inspect's model answering their questions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from ariadne.bridges.inspect.log import keep, told
from ariadne.bridges.inspect.model import load, model_name
from ariadne.bridges.inspect.registered import register
from ariadne.bridges.inspect.samples import series_of
from ariadne.bridges.inspect.shown import Shown
from ariadne.config import PlayConfig
from ariadne.evaluate.episodes import read_episode
from ariadne.events import Event, Reflected
from ariadne.runs import settings
from ariadne.runs.events import Watch
from ariadne.runs.play import Position, keep_setup, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run, new_run
from ariadne.runs.setup import Setup, prepared
from ariadne.yaml_file import read_model


def _player(agent: str | None = None, memory: str | None = None, runs: str | None = None) -> Solver:
    """Plays a sample's episodes in sequence and leaves a run folder as `ariadne play` does.

    Args:
        agent, memory: replace the sample's; values as for `ariadne play`.
        runs: the folder for runs, if not the default.
    """
    root = (Path(runs).expanduser() if runs else settings.runs()).resolve()
    resources = Resources(load=load)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        series, per_epoch = series_of(state.metadata)
        config = _with(series.config, agent, memory)
        with ExitStack() as stack:
            setup = await asyncio.to_thread(stack.enter_context, prepared(config, resources))
            run = stack.enter_context(new_run(root, f"{setup.game.name}-{config.agent}-inspect"))
            keep_setup(run, setup)
            await _Playing(state, setup, run).play(series.repeats(state.epoch, per_epoch))
        return state

    return solve


class _Playing:
    """Plays repeats of a game and stores the episodes in the sample."""

    def __init__(self, state: TaskState, setup: Setup, run: Run) -> None:
        self._state = state
        self._setup = setup
        self._run = run
        self._lessons: list[str] = []

    async def play(self, repeats: Sequence[int]) -> None:
        """Play. Each episode is stored, however it ends."""
        for number, repeat in enumerate(repeats, 1):
            position = Position(number, repeat, tuple(self._lessons))
            try:
                await play_episode(self._setup, self._run, position, self._watch(Shown(self._state)))
            finally:
                self._keep(number)

    def _watch(self, shown: Watch) -> Watch:
        def watch(event: Event) -> None:
            if isinstance(event, Reflected) and event.lesson:
                self._lessons.append(event.lesson)
            shown(event)

        return watch

    def _keep(self, number: int) -> None:
        path = self._run.found(number)
        if path and (episode := read_episode(path)):
            keep(self._state.store, episode)
            who = episode.summary.model or episode.summary.agent
            self._state.output = ModelOutput.from_content(who, told(episode))


def _with(config: PlayConfig, agent: str | None, memory: str | None) -> PlayConfig:
    """A sample's configuration with the model under evaluation, and another agent or memory if given."""
    choices: dict[str, Any] = config.model_dump(mode="json", exclude_defaults=True)
    if agent:
        choices = {**choices, "agent": agent, "memory": ""}
    if memory:
        choices["memory"] = memory
    return read_model(PlayConfig, {**choices, "model": model_name()}, "player")


player = register(lambda name: solver(name=name), "player", _player)
