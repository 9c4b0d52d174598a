"""Which game a name stands for: a task of a PDDL world, a preset, which is made on first use, or a file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ariadne.errors import UserError
from ariadne.files import built_games
from ariadne.games.knobs import unknown
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, load_preset, preset_names
from ariadne.worlds.card import GameCard
from ariadne.worlds.pddl.tasks import MAX_STEPS, find_task, open_pddl, task_names
from ariadne.worlds.textworld import check_story, open_world
from ariadne.worlds.world import World

DEFAULT_SEED = 1
DEFAULT_MAX_STEPS = 150


@dataclass(frozen=True)
class Game:
    """A game that can be played.

    Attributes:
        name: the preset's, else the story's.
        source: the file that it is played from.
        seed: the seed it was made with; None where nobody knows.
        preset: what it was made from, if that is known here.
        max_steps: how many steps an agent has for it, unless told otherwise.
        open: starts it; takes a goal and a briefing that go before its own.
    """

    name: str
    source: Path
    seed: int | None
    preset: Preset | None
    max_steps: int
    open: Callable[[str, str], World]

    def sha256(self) -> str:
        """The digest of the file that it is played from."""
        return hashlib.sha256(self.source.read_bytes()).hexdigest()


def find_game(game: str, seed: int | None = None) -> Game:
    """The game that a name stands for: a PDDL task's (`gripper/3`), a preset's, or the path of a PDDL problem, of a
    preset's YAML or of a story.

    A preset's game is made if it is not there; its seed is 1 unless given. A story's is the one on its card.

    Raises:
        UserError: there is no such preset or file, or the file is no preset and no story.
        Failure: the game cannot be made.
    """
    path = Path(game)
    if is_pddl(game):
        task = find_task(game)
        return _of_problem(task.name, task.problem) if task else _of_problem(path.stem, path)
    if takes_seeds(game):
        return _of_preset(load_preset(game), DEFAULT_SEED if seed is None else seed)
    if path.parts and path.parts[0] in {name.split("/")[0] for name in task_names()} and not path.exists():
        raise UserError(f"game: {unknown(game, task_names())}")
    if path.suffix or path.exists() or len(path.parts) > 1:
        return _of_story(path, seed)
    raise UserError(f"game: {unknown(game, preset_names())} A story is given by its path.")


def is_pddl(game: str) -> bool:
    """Whether a name stands for a PDDL problem: a task, or a file."""
    return game in task_names() or Path(game).suffix == ".pddl"


def takes_seeds(game: str) -> bool:
    """Whether a name stands for as many games as there are seeds: a preset, not a story."""
    return game in preset_names() or Path(game).suffix in (".yaml", ".yml")


def _of_problem(name: str, problem: Path) -> Game:
    if not problem.is_file():
        raise UserError(f"there is no file {problem}")

    def opened(goal: str, briefing: str) -> World:
        return open_pddl(problem, None, goal, briefing)

    return Game(name, problem, None, None, MAX_STEPS, opened)


def _of_preset(preset: Preset, seed: int) -> Game:
    story = make_game(preset, seed, built_games())
    return Game(preset.name, story, seed, preset, preset.max_steps, partial(open_world, story))


def _of_story(story: Path, seed: int | None) -> Game:
    check_story(story)
    card_path = story.with_suffix(".yaml")
    if not card_path.is_file():
        return Game(story.stem, story, seed, None, DEFAULT_MAX_STEPS, partial(open_world, story))
    card = GameCard.load(card_path)
    seed = card.seed if seed is None else seed
    return Game(card.preset or story.stem, story, seed, None, card.max_steps, partial(open_world, story))
