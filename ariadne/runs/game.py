"""Which game a name stands for: a task of a PDDL world, a preset, which is made on first use, or a file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ariadne.errors import UserError
from ariadne.files import built_games
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, load_preset, preset_names
from ariadne.registry import unknown
from ariadne.worlds import apart, jericho, textworld
from ariadne.worlds.pddl.tasks import DOMAINS, NamedTask, find_task, open_pddl, task_names
from ariadne.worlds.stories import find_story
from ariadne.worlds.world import World

DEFAULT_SEED = 1
DEFAULT_MAX_STEPS = 150
# HiAgent, section 4.1: in the worlds that it was measured in.
FEW_STEPS = 30


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
    """The game that a name stands for: a PDDL task's (`gripper/3`), a preset's, a story's, or the path of a PDDL
    problem, of a preset's YAML or of a story.

    A preset's game is made if it is not there; its seed is 1 unless given. A task is its domain with its number as the
    seed. A story's seed is the one on its card. Stories in the folder that `ARIADNE_STORIES` names go by their names.

    Raises:
        UserError: there is no such preset or file, or the file is no preset and no story.
        Failure: the game cannot be made.
    """
    path = Path(game)
    if names_tasks(game):
        return _of_task(_task(game, seed))
    if path.suffix == ".pddl":
        return _of_problem(path, seed)
    if takes_seeds(game):
        return _of_preset(load_preset(game), DEFAULT_SEED if seed is None else seed)
    if len(path.parts) == 1 and not path.is_file() and (story := find_story(game)):
        return _of_story(story, seed)
    if path.suffix or path.exists() or len(path.parts) > 1:
        return _of_story(path, seed)
    raise UserError(f"game: {unknown(game, (*preset_names(), *DOMAINS))} A story is given by its path.")


def names_tasks(game: str) -> bool:
    """Whether a name stands for a task of a PDDL world (`gripper/3`), or for all of a domain (`gripper`)."""
    path = Path(game)
    return path.parts[:1] != () and path.parts[0] in DOMAINS and not path.exists()


def task_numbers(game: str, wanted: Sequence[int] | None = None) -> list[int]:
    """The numbers of the tasks that a name stands for: `gripper/3` for one, `gripper` for the wanted ones, or else all.

    Raises:
        UserError: there is no such task.
    """
    domain, slash, _ = game.partition("/")
    known = [name for name in task_names() if name.startswith(f"{domain}/")]
    names = [f"{domain}/{number}" for number in wanted] if wanted else known
    if slash:
        names = [game]
    for name in names:
        if name not in known:
            raise UserError(f"game: {unknown(name, known)}")
    return [int(name.removeprefix(f"{domain}/")) for name in names]


def takes_seeds(game: str) -> bool:
    """Whether a name stands for as many games as there are seeds: a preset, not a story."""
    return game in preset_names() or Path(game).suffix in (".yaml", ".yml")


def _task(game: str, seed: int | None) -> NamedTask:
    """The task `domain/n`, or that of a domain with its number given apart."""
    name = game if "/" in game else f"{game}/{DEFAULT_SEED if seed is None else seed}"
    task = find_task(name)
    if task is None:
        raise UserError(f"game: {unknown(name, task_names())}")
    return task


def _of_problem(path: Path, seed: int | None) -> Game:
    if not path.is_file():
        raise UserError(f"there is no file {path}")
    return Game(path.stem, path, seed, None, FEW_STEPS, partial(open_pddl, path))


def _of_task(task: NamedTask) -> Game:
    return Game(task.domain, task.problem, task.number, None, FEW_STEPS, partial(open_pddl, task.problem))


def _of_preset(preset: Preset, seed: int) -> Game:
    apart.get_ready()
    story = make_game(preset, seed, built_games())
    return Game(preset.name, story, seed, preset, preset.max_steps, partial(textworld.open_world, story))


def _of_story(story: Path, seed: int | None) -> Game:
    """TextWorld plays the story that it wrote a `.json` for, Jericho every other."""
    return (_of_textworld if story.with_suffix(".json").is_file() else _of_jericho)(story, seed)


def _of_textworld(story: Path, seed: int | None) -> Game:
    textworld.check_story(story)
    apart.get_ready()
    opens = partial(textworld.open_world, story)
    card = textworld.load_card(story)
    if card is None:
        return Game(story.stem, story, seed, None, DEFAULT_MAX_STEPS, opens)
    return Game(card.preset or story.stem, story, card.seed if seed is None else seed, None, card.max_steps, opens)


def _of_jericho(story: Path, seed: int | None) -> Game:
    jericho.check_story(story)
    apart.get_ready()
    max_steps = jericho.load_card(story).max_steps or FEW_STEPS
    return Game(story.stem, story, seed, None, max_steps, partial(jericho.open_story, story, seed=seed))
