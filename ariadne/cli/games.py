"""The commands `generate-games`, which makes games, and `games`, which lists them and shows one."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from ariadne.cli.exit_codes import Stopped
from ariadne.cli.options import Json, option, status
from ariadne.errors import Failure, UserError
from ariadne.games.seeds import ranges
from ariadne.text import ENDLESS, one_line

if TYPE_CHECKING:
    from ariadne.games.make import MakeOutcome
    from ariadne.screen.house import Sight
    from ariadne.worlds.registry import Game


games = typer.Typer(help="List games; `show` describes one.", add_completion=False)


@games.callback(invoke_without_command=True)
def list_games(
    context: typer.Context,
    as_json: Json = False,
    quiet: Annotated[bool, option("Print only names, one per line.", "--quiet")] = False,
) -> None:
    """List presets, PDDL tasks, and the stories of the folder in ARIADNE_STORIES. `show GAME` describes one game and
    draws its map."""
    from ariadne.worlds.registry import find_kind, kind_names

    if context.invoked_subcommand is not None:
        return
    found: dict[str, list[_Listed]] = {}
    for name in kind_names():
        try:
            kind = find_kind(name)
            found[name] = [_Listed(each, kind.seeds(each, None), kind.about(each)) for each in kind.names()]
        except UserError as error:
            print(f"cannot list {name}: {error}", file=sys.stderr)
    if as_json:
        listed = [{"kind": kind, **asdict(each)} for kind, group in found.items() for each in group]
        print(json.dumps({"games": listed}, ensure_ascii=False))
    elif quiet:
        print("\n".join(each.name for group in found.values() for each in group))
    else:
        print("\n\n".join("\n".join(_rows(group)) for group in found.values() if group))


@games.command()
def show(
    game: Annotated[
        str,
        typer.Argument(help="A preset, the YAML file of one, a PDDL task, a story (.z8), …", metavar="GAME"),
    ],
    seed: Annotated[int | None, option("Seed of the game.", metavar="N", min=0, show_default="1")] = None,
) -> None:
    """Describe a game and draw its map, with all its secrets."""
    from rich.console import Console

    from ariadne.screen import house
    from ariadne.worlds.registry import check_seeded, find_game

    console = Console()
    with status(f"making {game}", shown=console.is_terminal):
        found = find_game(game, seed)
        if seed is not None:
            check_seeded(found)
        sight = _sight(found)
    console.print(house.sheet(sight, console.width))


def generate_games(
    presets: Annotated[
        list[str] | None, typer.Argument(help="Names of presets, or YAML files.", metavar="PRESET")
    ] = None,
    all_presets: Annotated[bool, option("All built-in presets.", "--all")] = False,
    seeds: Annotated[str, option("Seeds such as 1-5,8.", metavar="LIST")] = "1",
    out: Annotated[Path | None, option("Output folder.", metavar="DIR", show_default="games/built")] = None,
) -> None:
    """Make games from presets; the same preset and seed make the same game."""
    from ariadne.files import built_games
    from ariadne.games.by_preset import game_by
    from ariadne.games.presets import load_preset, preset_names
    from ariadne.games.seeds import parse_seeds

    names = [*(preset_names() if all_presets else ()), *(presets or ())]
    if not names:
        raise UserError(f"name a preset ({', '.join(preset_names())}), a YAML file, or --all")
    wanted = [load_preset(name) for name in dict.fromkeys(names)]
    made = [game_by(preset, seed, out) for preset in wanted for seed in parse_seeds(seeds)]
    _make(made, out or built_games())


@dataclass(frozen=True)
class _Listed:
    """A game in the list, with the seeds of its name and a sentence about it."""

    name: str
    seeds: Sequence[int | None]
    about: str

    @property
    def label(self) -> str:
        """The name; of numbered games the first and the last, `gripper/1 … gripper/20`."""
        return f"{self.name}/{self.seeds[0]} … {self.name}/{self.seeds[-1]}" if len(self.seeds) > 1 else self.name


def _rows(games: Sequence[_Listed]) -> list[str]:
    """One line per game, wrapped in a terminal."""
    column = max((len(game.label) for game in games), default=0) + 2
    width = max(get_terminal_size().columns, column + 40) if sys.stdout.isatty() else ENDLESS
    return [
        textwrap.fill(game.about, width, initial_indent=game.label.ljust(column), subsequent_indent=" " * column)
        for game in games
    ]


def _sight(game: Game) -> Sight:
    from ariadne.screen.house import Sight

    game.make()
    with closing(game.open()) as world:
        return Sight(
            title=game.title,
            goal=world.goal,
            briefing=world.briefing,
            maximum=world.score().maximum,
            max_steps=game.max_steps,
            walkthrough=len(world.walkthrough),
            inside=game.inside(),
        )


def _make(wanted: Sequence[Game], folder: Path) -> None:
    """Make the games with a progress bar; print a line per preset, and one per failure."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ariadne.games.make import make_games

    outcomes: list[MakeOutcome] = []
    total = len(wanted)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(file=sys.__stderr__)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("making games", total=total)

        def done(outcome: MakeOutcome) -> None:
            outcomes.append(outcome)
            progress.update(bar, advance=1, description=one_line(f"{_became(outcome)} {outcome.game.source.stem}"))
            if not (console.is_terminal or outcome.error):
                count = f"{len(outcomes):>{len(str(total))}}/{total}"
                # One write, so Ctrl-C cannot print its message into the middle of the line.
                sys.stderr.write(f"{count} {_became(outcome)} {outcome.game.source}\n")
                sys.stderr.flush()

        try:
            make_games(wanted, os.cpu_count() or 1, done)
        except KeyboardInterrupt as error:
            raise Stopped(f"stopped; {_counted(outcomes)} in {folder}") from error
    for line in _report(wanted, outcomes):
        print(line)
    print(f"{_counted(outcomes)} in {folder}")
    failed = [outcome for outcome in outcomes if outcome.error]
    for outcome in failed[:-1]:
        print(f"error: {_why(outcome)}", file=sys.stderr)
    if failed:
        kind = UserError if all(isinstance(outcome.error, UserError) for outcome in failed) else Failure
        raise kind(_why(failed[-1])) from failed[-1].error


def _report(wanted: Sequence[Game], outcomes: Sequence[MakeOutcome]) -> Iterator[str]:
    """A line per preset: the seeds of the games that were made, existed already, or failed."""
    names = dict.fromkeys(game.name for game in wanted)
    column = max(map(len, names)) + 2
    for name in names:
        own = sorted((each for each in outcomes if each.game.name == name), key=_became)
        parts = [
            f"{became} {ranges(outcome.game.seed or 0 for outcome in group)}"
            for became, group in groupby(own, key=_became)
        ]
        yield name.ljust(column) + ", ".join(parts)


def _became(outcome: MakeOutcome) -> str:
    if outcome.error:
        return "failed"
    return "made" if outcome.made else "already there"


def _why(outcome: MakeOutcome) -> str:
    game = f"{outcome.game.source.stem}: "
    return game + str(outcome.error).removeprefix(game)


def _counted(outcomes: Sequence[MakeOutcome]) -> str:
    failed = sum(outcome.error is not None for outcome in outcomes)
    made = sum(outcome.made for outcome in outcomes)
    there = len(outcomes) - failed - made
    return f"games made: {made}, already there: {there}, failed: {failed};"
