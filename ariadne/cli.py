"""The command line: thin, one function a command. What is heavy is imported when a command needs it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ariadne import __version__
from ariadne.errors import AriadneError, UserError
from ariadne.exits import INTERRUPTED, Ended, exit_code, explained

if TYPE_CHECKING:
    from rich.progress import Progress

    from ariadne.games.make import Outcome
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Stage

PACE = 0.4

app = typer.Typer(
    name="ariadne",
    help="Play text games with an agent that builds its own memory.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The command `ariadne`."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line; its exit code. Whatever goes wrong is one line on stderr."""
    return exit_code(lambda: app(list(arguments), prog_name="ariadne", standalone_mode=False))


@app.callback(invoke_without_command=True)
def ariadne(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        print(f"ariadne {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(help="A preset (see generate-games --list), a preset's YAML file, or a story (.z8).")
    ],
    agent: Annotated[
        str, typer.Option(help="Who plays: ariadne, random, walkthrough or human.", rich_help_panel="Who plays")
    ] = "ariadne",
    model: Annotated[
        str,
        typer.Option(
            help="Who answers the agent's questions: rules (built in), a model's name at an OpenAI-compatible "
            "endpoint, or a .gguf file.",
            rich_help_panel="Who plays",
        ),
    ] = "rules",
    base_url: Annotated[
        str | None,
        typer.Option(
            help="The endpoint of the model; its key comes from OPENAI_API_KEY. [default: OpenAI's]",
            metavar="URL",
            rich_help_panel="Who plays",
        ),
    ] = None,
    calls: Annotated[
        str,
        typer.Option(
            help="Questions a step: three, or the six of the paper.",
            metavar="three|paper",
            rich_help_panel="Who plays",
        ),
    ] = "three",
    embedder: Annotated[
        str,
        typer.Option(
            help="Who compares texts: minilm, contriever, openai, openai:MODEL, or a sentence-transformers model.",
            rich_help_panel="Memory",
        ),
    ] = "minilm",
    embedder_base_url: Annotated[
        str | None,
        typer.Option(
            help="The endpoint of an openai embedder. [default: OPENAI_BASE_URL, else OpenAI's]",
            metavar="URL",
            rich_help_panel="Memory",
        ),
    ] = None,
    width: Annotated[int, typer.Option(min=1, help="Triplets that a text retrieves.", rich_help_panel="Memory")] = 6,
    depth: Annotated[int, typer.Option(min=1, help="Greatest depth of a search.", rich_help_panel="Memory")] = 2,
    episodes: Annotated[
        int, typer.Option(min=0, help="Past observations recalled at a step.", rich_help_panel="Memory")
    ] = 2,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Which game of a preset; also seeds chance. [default: 1]")
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="Steps until the game is over. [default: the game's own]")
    ] = None,
    goal: Annotated[str, typer.Option(help="The goal, for a story that does not say it.", show_default=False)] = "",
    briefing: Annotated[str, typer.Option(help="What to tell the player first.", show_default=False)] = "",
    runs: Annotated[Path | None, typer.Option(help="Where runs are kept. [default: runs]", metavar="DIR")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="One line at the end, nothing else.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout, nothing else.")] = False,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help=f"Pause of the live screen after each decision. [default: {PACE} for agents that think at once]",
        ),
    ] = None,
) -> None:
    """Play one game, watch it, and keep every event in a folder under runs/."""
    from ariadne import files
    from ariadne.config import PlayConfig
    from ariadne.games.knobs import read_model
    from ariadne.runs.play import play as play_episode
    from ariadne.runs.play import prepared
    from ariadne.runs.run import new_run

    choices = {
        "game": game, "agent": agent, "model": model, "base_url": base_url, "calls": calls, "embedder": embedder,
        "embedder_base_url": embedder_base_url, "width": width, "depth": depth, "episodes": episodes, "seed": seed,
        "max_steps": max_steps, "goal": goal, "briefing": briefing,
    }  # fmt: skip
    config = read_model(PlayConfig, choices, "play")
    with _busy(f"getting {game} ready", quiet or json), prepared(config) as stage:
        pass
