"""The commands about games: `generate-games` makes them, `games` lists the presets and shows one game."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ariadne.cli.exits import Stopped
from ariadne.cli.options import option, status
from ariadne.errors import Failure, UserError
from ariadne.files import write
from ariadne.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from ariadne.games.make import Outcome
    from ariadne.games.presets import Preset
    from ariadne.screen.house import Sight

games = typer.Typer(help="List the games that there are; `show` tells about one.", add_completion=False)


@games.callback(invoke_without_command=True)
def list_games(
    context: typer.Context,
    stories: Annotated[
        Path | None, option("A folder of Z-machine stories to list.", metavar="DIR", show_default="$ARIADNE_STORIES")
    ] = None,
) -> None:
    """List presets and PDDL tasks, each with a sentence, and the stories of a folder, which are played by name if
    ARIADNE_STORIES names it; `show GAME` tells about one game and draws its map."""
    if context.invoked_subcommand is None:
        _list_presets()
        _list_tasks()
        _list_stories(stories)


@games.command()
def show(
    game: Annotated[
        str, typer.Argument(help="A preset, a preset's YAML file, a story (.z8), or a PDDL task.", metavar="GAME")
    ],
    seed: Annotated[int | None, option("Which game of a preset.", metavar="N", min=0, show_default="1")] = None,
    svg: Annotated[Path | None, option("Draw the map into this file, too.", metavar="FILE")] = None,
) -> None:
    """Tell about a game, and draw its map: for people, for it gives away what a player has to find out."""
    from rich.console import Console

    from ariadne.runs.game import names_tasks
    from ariadne.screen import house

    console = Console()
    if names_tasks(game) or Path(game).suffix == ".pddl":
        return _show_task(game, seed, console, svg)
    with status(f"getting {game} ready", shown=console.is_terminal):
        sight = _sight(game, seed)
    console.print(house.sheet(sight, console.width))
    if svg:
        write(svg, house.svg(sight))
        console.print(f"\nthe map is in {svg}", markup=False, highlight=False, soft_wrap=True)


def generate_games(
    presets: Annotated[
        list[str] | None, typer.Argument(help="Presets' names, or their YAML files.", metavar="PRESET...")
    ] = None,
    all_presets: Annotated[bool, option("All presets that come with Ariadne.", None, "--all")] = False,
    seeds: Annotated[str, option("Such as 1-5,8.", metavar="LIST")] = "1",
    out: Annotated[Path | None, option("Where the games go.", metavar="DIR", show_default="games/built")] = None,
    jobs: Annotated[
        int | None, option("How many are made at once.", metavar="N", min=1, show_default="one a core")
    ] = None,
    listed: Annotated[bool, option("List the presets, and make nothing.", None, "--list")] = False,
) -> None:
    """Make games from presets; the same preset and seed make the same game."""
    from ariadne import files
    from ariadne.games.presets import load_preset, preset_names
    from ariadne.games.seeds import parse_seeds

    if listed:
        return _list_presets()
    names = [*(preset_names() if all_presets else ()), *(presets or ())]
    if not names:
        raise UserError(f"name a preset, or say --all: {', '.join(preset_names())}, or a preset's YAML file")
    wanted = [load_preset(name) for name in dict.fromkeys(names)]
    _make(wanted, parse_seeds(seeds), out or files.built_games(), jobs or os.cpu_count() or 1)


def _list_presets() -> None:
    from ariadne.games.presets import load_preset, preset_names

    presets = [load_preset(name) for name in preset_names()]
    _print_rows([(each.name, f"{each.description} At most {each.max_steps} steps.") for each in presets])


def _list_tasks() -> None:
    from ariadne.runs.game import FEW_STEPS
    from ariadne.worlds.pddl.tasks import DOMAINS, about, task_names

    print()
    names = {domain: [name for name in task_names() if name.startswith(f"{domain}/")] for domain in DOMAINS}
    ranges = {domain: f"{own[0]} … {own[-1]}" for domain, own in names.items()}
    _print_rows([(ranges[domain], f"{about(domain)} At most {FEW_STEPS} steps.") for domain in DOMAINS])


def _print_rows(rows: Sequence[tuple[str, str]]) -> None:
    """Print names, each with a text beside it."""
    column = max(len(name) for name, _ in rows) + 2
    for name, text in rows:
        print(textwrap.fill(text, 79, initial_indent=name.ljust(column), subsequent_indent=" " * column))


def _show_task(name: str, seed: int | None, console: Console, svg: Path | None) -> None:
    from ariadne.runs.game import find_game
    from ariadne.screen.task import task_sheet
    from ariadne.worlds.pddl.tasks import open_pddl

    if svg:
        raise UserError(f"{name} has no map to draw")
    game = find_game(name, seed)
    title = game.name if game.seed is None else f"{game.name}/{game.seed}"
    console.print(task_sheet(title, open_pddl(game.source), game.max_steps))


def _list_stories(folder: Path | None) -> None:
    from ariadne.worlds.stories import listed, stories_folder, stories_in

    folder = folder or stories_folder()
    if folder is None:
        return
    try:
        paths = stories_in(folder)
    except UserError as error:
        print(f"\nno stories are listed: {error}")
        return
    print(f"\nstories in {folder}: {len(paths)}")
    column = max((len(path.name) for path in paths), default=0) + 2
    for path in paths:
        story = listed(path)
        known = "known to Jericho" if story.known else "not known to Jericho"
        points = f"{story.maximum:g} points" if story.maximum else "no points known"
        print(path.name.ljust(column) + (story.problem or f"{known}, {points}"))


def _sight(name: str, seed: int | None) -> Sight:
    from ariadne.runs.game import find_game
    from ariadne.screen.house import Sight
    from ariadne.worlds.floor_plan import read_floor_plan

    game = find_game(name, seed)
    if not game.source.with_suffix(".json").is_file():
        raise UserError(f"{game.name} cannot be shown: floor plans are known of TextWorld's games alone")
    world = game.open("", "")
    try:
        return Sight(
            title=game.name if game.seed is None else f"{game.name} · seed {game.seed}",
            goal=world.goal,
            briefing=world.briefing,
            maximum=world.score().maximum,
            max_steps=game.max_steps,
            walkthrough=len(world.walkthrough),
            plan=read_floor_plan(game.source),
        )
    finally:
        world.close()


def _make(presets: Sequence[Preset], seeds: Sequence[int], folder: Path, jobs: int) -> None:
    """Make the games with a progress bar; at the end a line tells of each preset, and one of each failure.

    Raises:
        UserError, Failure: a game could not be made; the others were.
        Stopped: Ctrl-C; games that were made stay.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ariadne.games.make import make_games

    outcomes: list[Outcome] = []
    total = len(presets) * len(seeds)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(file=sys.__stderr__)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("making games", total=total)

        def done(outcome: Outcome) -> None:
            outcomes.append(outcome)
            progress.update(bar, advance=1, description=one_line(f"{_became(outcome)} {outcome.preset}-{outcome.seed}"))
            if not console.is_terminal:
                print(f"{len(outcomes):>{len(str(total))}}/{total} {_became(outcome)} {outcome.story}", flush=True)

        try:
            make_games(presets, seeds, folder, jobs, done)
        except KeyboardInterrupt as error:
            raise Stopped(f"stopped; {_counted(outcomes)} in {folder}") from error
    for line in _told(presets, outcomes):
        print(line)
    print(f"{_counted(outcomes)} in {folder}")
    failed = [outcome for outcome in outcomes if outcome.error]
    for outcome in failed[:-1]:
        print(f"error: {_why(outcome)}", file=sys.stderr)
    if failed:
        kind = UserError if all(isinstance(outcome.error, UserError) for outcome in failed) else Failure
        raise kind(_why(failed[-1]))


def _told(presets: Sequence[Preset], outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line for each preset: the seeds of the games that were made, were there, and failed."""
    column = max(len(preset.name) for preset in presets) + 2
    for preset in presets:
        own = sorted((each for each in outcomes if each.preset == preset.name), key=_became)
        parts = [
            f"{became} {_listed([outcome.seed for outcome in group])}" for became, group in groupby(own, key=_became)
        ]
        yield preset.name.ljust(column) + ", ".join(parts)


def _listed(seeds: Sequence[int]) -> str:
    """Seeds as people write them: 1-3 5."""
    numbers = sorted(seeds)
    runs = [list(run) for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    return " ".join(str(run[0][1]) if len(run) == 1 else f"{run[0][1]}-{run[-1][1]}" for run in runs)


def _became(outcome: Outcome) -> str:
    if outcome.error:
        return "failed"
    return "made" if outcome.made else "already there"


def _why(outcome: Outcome) -> str:
    game = f"{outcome.preset}-{outcome.seed}: "
    return game + str(outcome.error).removeprefix(game)


def _counted(outcomes: Sequence[Outcome]) -> str:
    failed = sum(outcome.error is not None for outcome in outcomes)
    made = sum(outcome.made for outcome in outcomes)
    there = len(outcomes) - failed - made
    return f"games made: {made}, already there: {there}, failed: {failed};"
