"""The command line: one function per command. Heavy packages are imported by the commands that need them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache as cached
from typing import Annotated, Any

import typer

from ariadne.cli.asking import QACommand, ask_questions
from ariadne.cli.configuring import config
from ariadne.cli.evaluating import EvalCommand, cache, evaluate
from ariadne.cli.examining import ExamCommand, examine
from ariadne.cli.exit_codes import exit_code
from ariadne.cli.exporting import export, graph
from ariadne.cli.games import games, generate_games
from ariadne.cli.listing import runs
from ariadne.cli.modelling import models
from ariadne.cli.options import ReaderCommand, option
from ariadne.cli.playing import PlayCommand, play
from ariadne.cli.remembering import memory
from ariadne.cli.reporting import replay, report, view
from ariadne.cli.scoring import scorecard
from ariadne.cli.serving import mcp
from ariadne.installed import __version__
from ariadne.text import guard

__all__ = ["app", "main", "play", "run"]

HELP = ["-h", "--help"]

app = typer.Typer(
    help="Play text games with an agent that builds its own memory.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP},
)
app.command(cls=PlayCommand)(play)
app.command()(generate_games)
app.command("eval", cls=EvalCommand)(evaluate)
app.add_typer(cache, name="cache")
app.command("qa", cls=QACommand)(ask_questions)
app.command("exam", cls=ExamCommand)(examine)
app.command()(runs)
app.command()(view)
app.command()(scorecard)
app.command()(replay)
app.command()(graph)
app.command()(export)
app.command()(report)
app.add_typer(games, name="games")
app.add_typer(memory, name="memory")
app.add_typer(models, name="models")
app.command(cls=ReaderCommand)(mcp)
app.command()(config)


def main() -> None:
    """The command `ariadne`."""
    # Matrix products here are small: on a busy machine, starting threads costs more than the product.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    guard()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. An error is one line on stderr."""
    return exit_code(lambda: _command()(list(arguments), prog_name="ariadne", standalone_mode=False))


@cached
def _command() -> Any:
    """The command tree, made once."""
    command = typer.main.get_command(app)
    _leave_out_types(command)
    return command


def _leave_out_types(command: Any) -> None:
    """Remove Python types such as `<bool>` from the help."""
    help_option = command.get_help_option(typer.Context(command, help_option_names=HELP))
    for each in (*command.params, help_option):
        if each.metavar is None or not each.opts[0].startswith("-"):
            each.display_type_rich = lambda ctx: None
    for inner in getattr(command, "commands", {}).values():
        _leave_out_types(inner)


@app.callback(invoke_without_command=True)
def ariadne(
    context: typer.Context,
    version: Annotated[bool, option("Print the version.", "--version", "-V")] = False,
) -> None:
    if version:
        print(f"ariadne {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
