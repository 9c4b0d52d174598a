"""The command `play`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import asdict, replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.exits import explained
from ariadne.cli.options import (
    DRAWN,
    MEMORY,
    WHO,
    can_draw,
    check_said,
    count,
    option,
    path,
    send_spans,
    status,
    stoppable,
    takes,
    text,
)

if TYPE_CHECKING:
    from ariadne.events import Event
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Setup
    from ariadne.runs.run import Run

PACE = 0.4
SCREEN = "Screen"


@takes(
    "max_steps", "episode_minutes", "episode_tokens", "episode_usd", "model", "base_url", "model_for",
    "temperature_for", *DRAWN, "timeout", "calls", "choices", "embedder", "embedder_base_url", "width", "depth",
    "episodic_similarity", "navigation", "context_tokens", "learn",
    seed=count("Which game of a preset, and what chance does.", min=0, show_default="1"),
    goal=text("The goal, for a story that does not say it.", metavar="TEXT"),
    briefing=text("What the player is told first.", metavar="TEXT"),
    memory=text(
        "arigraph, hiagent, full-history, summary, rag, simulacra, reflexion, none, or a part of one.", WHO,
        show_default="the agent's own",
    ),
    episodes=count("Past observations that are recalled at a step.", MEMORY, min=0, show_default="2"),
    memory_file=path("An AriGraph from before, to begin with; the file stays as it is.", MEMORY, metavar="FILE"),
)  # fmt: skip
def play(
    game: Annotated[
        str, typer.Argument(help="One that `ariadne games` lists, a preset's YAML file, or a story.", metavar="GAME")
    ],
    choices: dict[str, Any],
    agent: Annotated[
        str, option("ariadne, hiagent, standard, random, walkthrough, human, …", WHO, metavar="NAME")
    ] = "ariadne",
    runs: Annotated[Path | None, option("Where runs are kept.", metavar="DIR", show_default="runs")] = None,
    quiet: Annotated[bool, option("One line at the end, no screen.", SCREEN, "--quiet")] = False,
    json: Annotated[bool, option("One JSON object on stdout, no screen.", SCREEN, "--json")] = False,
    otel: Annotated[
        bool, option("Send OpenTelemetry spans, as if OTEL_EXPORTER_OTLP_ENDPOINT were set.", SCREEN, "--otel")
    ] = False,
    watched: Annotated[
        bool,
        option(
            "Serve a page that follows along, or that a human plays from, to a browser on this machine.",
            SCREEN,
            "--watch",
        ),
    ] = False,
    pace: Annotated[
        float | None,
        option(
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
    from ariadne.runs.play import play as play_episode
    from ariadne.runs.play import prepared
    from ariadne.runs.run import new_run
    from ariadne.worlds.registry import check_seeded, find_game
    from ariadne.yaml_file import read_model

    if otel:
        send_spans()
    if file := choices.get("memory_file"):
        choices["memory_file"] = str(file)
    config = read_model(PlayConfig, {**choices, "game": game, "agent": agent}, "play")
    check_said(choices, [agent], config.learn)
    if config.seed is not None and not config.is_by_chance:
        check_seeded(find_game(game, config.seed))
    is_live = _is_live(agent) and not (quiet or json)
    with ExitStack() as stack:
        with status(f"getting {game} ready", shown=is_live):
            setup = stack.enter_context(prepared(config))
        folder = stack.enter_context(new_run(runs or files.runs(), f"{setup.game.name}-{agent}"))
        stack.enter_context(explained(folder.path))
        watch: Watch | None
        if watched and agent == "human":
            setup, watch = stack.enter_context(_seat(setup, json))
        else:
            address = stack.enter_context(_page(folder)) if watched else ""
            watch = stack.enter_context(_screen(agent, is_live, quiet, json, address))
        needs_no_time = setup.backbone is None or {config.model, *config.model_for.values()} == {"rules"}
        pause = (PACE if needs_no_time else 0.0) if pace is None else pace
        summary = asyncio.run(stoppable(play_episode(setup, folder, watch, pause if is_live else 0.0)))
    if json:
        print(dumps(asdict(summary), ensure_ascii=False, separators=(",", ":")))


def _is_live(agent: str) -> bool:
    """Whether a screen can be drawn: stdout is a terminal, and nobody types in it."""
    return agent != "human" and can_draw()


@contextmanager
def _page(folder: Run) -> Iterator[str]:
    """Serve the page of a run's only episode, and say where."""
    from ariadne.report.live import serving

    with serving(lambda: folder.found(1)) as address:
        print(f"watch at {address}", file=sys.stderr, flush=True)
        yield address


@contextmanager
def _seat(setup: Setup, json: bool) -> Iterator[tuple[Setup, Watch]]:
    """Serve a page to play from, and say where; the terminal is left with the end."""
    from ariadne.agents.human import Human
    from ariadne.report.player import seated
    from ariadne.screen.lines import OneLine

    with seated() as (page, address):
        print(f"play at {address}", file=sys.stderr, flush=True)
        end = OneLine(sys.stderr if json else sys.stdout)

        def watch(event: Event) -> None:
            page(event)
            end(event)

        yield replace(setup, human=Human(page.prompt, page.notes)), watch


def _screen(
    agent: str, is_live: bool, quiet: bool, json: bool, address: str
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

        return LiveScreen(Console(file=sys.__stdout__), f"watch at {address}" if address else "")
    from ariadne.screen.lines import PlainLines

    return nullcontext(PlainLines(sys.stdout))
