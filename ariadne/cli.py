"""The command line: thin, one function a command. What is heavy is imported where a command needs it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ariadne import __version__
from ariadne.errors import Failure, UserError
from ariadne.exits import Stopped, exit_code, explained

if TYPE_CHECKING:
    from ariadne.games.make import Outcome
    from ariadne.games.presets import Preset
    from ariadne.runs.events import Watch

T = TypeVar("T")

PACE = 0.4
WHO, MEMORY, SCREEN = "Who plays", "Memory", "Screen"

app = typer.Typer(
    help="Play text games with an agent that builds its own memory.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The command `ariadne`."""
    # The products are small: on a busy machine, waking threads for one costs many times the product itself.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line; its exit code. Whatever goes wrong is one line on stderr."""
    return exit_code(lambda: app(list(arguments), prog_name="ariadne", standalone_mode=False))


def _option(text: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=panel, **more)


@app.callback(invoke_without_command=True)
def ariadne(
    context: typer.Context,
    version: Annotated[bool, _option("Say which version this is.", None, "--version")] = False,
) -> None:
    if version:
        print(f"ariadne {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(
            help="A preset (generate-games --list names them), a preset's YAML file, or a story (.z8).",
            metavar="GAME",
        ),
    ],
    seed: Annotated[
        int | None,
        _option("Which game of a preset, and what chance does.", metavar="N", min=0, show_default="1"),
    ] = None,
    max_steps: Annotated[
        int | None,
        _option("Steps until the game is over.", metavar="N", min=1, show_default="the game's own limit"),
    ] = None,
    goal: Annotated[str, _option("The goal, for a story that does not say it.", metavar="TEXT")] = "",
    briefing: Annotated[str, _option("What the player is told first.", metavar="TEXT")] = "",
    runs: Annotated[Path | None, _option("Where runs are kept.", metavar="DIR", show_default="runs")] = None,
    agent: Annotated[str, _option("ariadne, random, walkthrough or human.", WHO, metavar="NAME")] = "ariadne",
    model: Annotated[
        str,
        _option("rules (built in), a model at an OpenAI-compatible endpoint, or a .gguf file.", WHO, metavar="NAME"),
    ] = "rules",
    base_url: Annotated[
        str | None,
        _option(
            "The model's endpoint; the key comes from OPENAI_API_KEY.",
            WHO,
            metavar="URL",
            show_default="OpenAI's",
        ),
    ] = None,
    calls: Annotated[
        str, _option("Questions a step: three, or the paper's six.", WHO, metavar="three|paper")
    ] = "three",
    embedder: Annotated[
        str,
        _option("minilm, contriever, openai, openai:MODEL, or a sentence-transformers model.", MEMORY, metavar="NAME"),
    ] = "minilm",
    embedder_base_url: Annotated[
        str | None,
        _option(
            "An openai embedder's endpoint.",
            MEMORY,
            metavar="URL",
            show_default="OPENAI_BASE_URL, else OpenAI's",
        ),
    ] = None,
    width: Annotated[int, _option("Triplets that a text retrieves.", MEMORY, metavar="N", min=1)] = 6,
    depth: Annotated[int, _option("How deep a search goes at most.", MEMORY, metavar="N", min=1)] = 2,
    episodes: Annotated[int, _option("Past observations that are recalled at a step.", MEMORY, metavar="N", min=0)] = 2,
    quiet: Annotated[bool, _option("One line at the end, no screen.", SCREEN, "--quiet")] = False,
    json: Annotated[bool, _option("One JSON object on stdout, no screen.", SCREEN, "--json")] = False,
    pace: Annotated[
        float | None,
        _option(
            "Pause after each decision, on a live screen.",
            SCREEN,
            metavar="SECONDS",
            min=0,
            show_default=f"{PACE} where the agent needs no time, else 0",
        ),
    ] = None,
) -> None:
    """Play one game, and keep every event in a folder of its own."""
    from ariadne import files
    from ariadne.config import PlayConfig
    from ariadne.games.knobs import read_model
    from ariadne.runs.play import play as play_episode
    from ariadne.runs.play import prepared
    from ariadne.runs.run import new_run

    choices = {
        "game": game, "seed": seed, "max_steps": max_steps, "goal": goal, "briefing": briefing, "agent": agent,
        "model": model, "base_url": base_url, "calls": calls, "embedder": embedder,
        "embedder_base_url": embedder_base_url, "width": width, "depth": depth, "episodes": episodes,
    }  # fmt: skip
    config = read_model(PlayConfig, choices, "play")
    is_live = _is_live(agent) and not (quiet or json)
    with ExitStack() as stack:
        with _status(f"getting {game} ready", shown=is_live):
            stage = stack.enter_context(prepared(config))
        folder = stack.enter_context(new_run(runs or files.runs(), f"{stage.game.name}-{agent}"))
        stack.enter_context(explained(folder.path))
        watch = stack.enter_context(_screen(agent, is_live, quiet, json))
        needs_no_time = stage.thought is None or config.model == "rules"
        pause = (PACE if needs_no_time else 0.0) if pace is None else pace
        summary = asyncio.run(_stoppable(play_episode(stage, folder, watch, pause if is_live else 0.0)))
    if json:
        print(summary.model_dump_json())


@app.command()
def generate_games(
    presets: Annotated[
        list[str] | None, typer.Argument(help="Presets' names, or their YAML files.", metavar="PRESET...")
    ] = None,
    seeds: Annotated[str, _option("Such as 1-5,8.", metavar="LIST")] = "1",
    out: Annotated[Path | None, _option("Where the games go.", metavar="DIR", show_default="games/built")] = None,
    jobs: Annotated[
        int | None, _option("How many are made at once.", metavar="N", min=1, show_default="one a core")
    ] = None,
    show: Annotated[bool, _option("List the presets, and make nothing.", None, "--list")] = False,
) -> None:
    """Make games from presets; the same preset and seed make the same game."""
    from ariadne import files
    from ariadne.games.presets import load_preset, preset_names
    from ariadne.games.seeds import parse_seeds

    if show:
        for preset in map(load_preset, preset_names()):
            print(f"{preset.name:20} {preset.description} At most {preset.max_steps} steps.")
        return
    if not presets:
        raise UserError(f"name a preset: {', '.join(preset_names())}, or a preset's YAML file")
    wanted = [load_preset(name) for name in dict.fromkeys(presets)]
    _make(wanted, parse_seeds(seeds), out or files.built_games(), jobs or os.cpu_count() or 1)


async def _stoppable(episode: Awaitable[T]) -> T:
    """Await an episode that SIGTERM ends as Ctrl-C does: with its end in the records, and the terminal as it was."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await episode


def _make(presets: Sequence[Preset], seeds: Sequence[int], folder: Path, jobs: int) -> None:
    """Make the games with a progress bar; what became of them is a line at the end, and one for each failure.

    Raises:
        UserError, Failure: a game could not be made; the others were.
        Stopped: Ctrl-C; games that were made stay.
    """
    from rich.console import Console
    from rich.progress import Progress

    from ariadne.games.make import make_games

    made: list[Outcome] = []
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("making games", total=len(presets) * len(seeds))

        def done(outcome: Outcome) -> None:
            made.append(outcome)
            progress.advance(bar)

        try:
            make_games(presets, seeds, folder, jobs, done)
        except KeyboardInterrupt as error:
            raise Stopped(f"stopped; {_counted(made)} in {folder}") from error
    print(f"{_counted(made)} in {folder}")
    failed = [outcome for outcome in made if outcome.error]
    for outcome in failed[:-1]:
        print(f"error: {outcome.preset}-{outcome.seed}: {outcome.error}", file=sys.stderr)
    if failed:
        kind = UserError if all(isinstance(outcome.error, UserError) for outcome in failed) else Failure
        raise kind(f"{failed[-1].preset}-{failed[-1].seed}: {failed[-1].error}")


def _counted(outcomes: Sequence[Outcome]) -> str:
    failed = sum(outcome.error is not None for outcome in outcomes)
    made = sum(outcome.made for outcome in outcomes)
    there = len(outcomes) - failed - made
    return f"games made: {made}, already there: {there}, failed: {failed};"


def _is_live(agent: str) -> bool:
    """Whether a screen can be drawn: stdout is a terminal, and nobody types in it."""
    return agent != "human" and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _screen(
    agent: str, is_live: bool, quiet: bool, json: bool
) -> AbstractContextManager[Watch] | AbstractContextManager[None]:
    """Who shows the episode. A human must see the game in any case."""
    if agent == "human":
        from ariadne.screen.lines import Transcript

        return nullcontext(Transcript(sys.stderr if json else sys.stdout, echo=not sys.stdin.isatty()))
    if json:
        return nullcontext()
    if quiet:
        from ariadne.screen.lines import OneLine

        return nullcontext(OneLine(sys.stdout))
    if is_live:
        from rich.console import Console

        from ariadne.screen.live import LiveScreen

        return LiveScreen(Console())
    from ariadne.screen.lines import PlainLines

    return nullcontext(PlainLines(sys.stdout))


def _status(text: str, shown: bool) -> AbstractContextManager[object]:
    """A word to whoever waits, in a terminal."""
    if not shown:
        return nullcontext()
    from rich.console import Console
    from rich.text import Text

    return Console().status(Text(text))
