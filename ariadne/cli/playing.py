"""The command `play`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import asdict, replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ariadne.cli.exits import explained
from ariadne.cli.options import (
    CALLS,
    FEW_ACTIONS,
    EpisodeMinutes,
    EpisodeTokens,
    EpisodeUsd,
    MaxTokens,
    ReasoningEffort,
    Temperature,
    Timeout,
    can_draw,
    option,
    send_spans,
    status,
    stoppable,
)

if TYPE_CHECKING:
    from ariadne.events import Event
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Stage
    from ariadne.runs.run import Run

PACE = 0.4
WHO, MEMORY, SCREEN = "Who plays", "Memory", "Screen"


def play(
    game: Annotated[
        str,
        typer.Argument(
            help="A preset (`ariadne games` lists them), a preset's YAML file, or a story (.z8).",
            metavar="GAME",
        ),
    ],
    seed: Annotated[
        int | None,
        option("Which game of a preset, and what chance does.", metavar="N", min=0, show_default="1"),
    ] = None,
    max_steps: Annotated[
        int | None,
        option("Steps until the game is over.", metavar="N", min=1, show_default="the game's own limit"),
    ] = None,
    episode_minutes: EpisodeMinutes = None,
    episode_tokens: EpisodeTokens = None,
    episode_usd: EpisodeUsd = None,
    goal: Annotated[str, option("The goal, for a story that does not say it.", metavar="TEXT")] = "",
    briefing: Annotated[str, option("What the player is told first.", metavar="TEXT")] = "",
    runs: Annotated[Path | None, option("Where runs are kept.", metavar="DIR", show_default="runs")] = None,
    agent: Annotated[
        str, option("ariadne, hiagent, standard, random, walkthrough, human, …", WHO, metavar="NAME")
    ] = "ariadne",
    model: Annotated[
        str,
        option("rules (built in), a model at an OpenAI-compatible endpoint, or a .gguf file.", WHO, metavar="NAME"),
    ] = "rules",
    base_url: Annotated[
        str | None,
        option(
            "The model's endpoint; the key comes from OPENAI_API_KEY.",
            WHO,
            metavar="URL",
            show_default="OpenAI's",
        ),
    ] = None,
    model_for: Annotated[
        str | None, option("Other models for some questions: learn=rules,act=B.", WHO, metavar="PAIRS")
    ] = None,
    temperature_for: Annotated[
        str | None,
        option(
            "Temperatures of some questions: plan=0.2,act=1.",
            WHO,
            metavar="PAIRS",
            show_default="as their prompts say",
        ),
    ] = None,
    max_tokens: MaxTokens = None,
    temperature: Temperature = None,
    reasoning_effort: ReasoningEffort = None,
    timeout: Timeout = None,
    memory: Annotated[
        str | None,
        option(
            "arigraph, hiagent, full-history, summary, rag, simulacra, reflexion, none, or a part of one.",
            WHO,
            metavar="NAME",
            show_default="the agent's own",
        ),
    ] = None,
    calls: Annotated[str, option(CALLS, WHO, metavar="act|one|two|three|paper")] = "three",
    embedder: Annotated[
        str,
        option("minilm, contriever, openai, openai:MODEL, or a sentence-transformers model.", MEMORY, metavar="NAME"),
    ] = "minilm",
    embedder_base_url: Annotated[
        str | None,
        option(
            "An openai embedder's endpoint.",
            MEMORY,
            metavar="URL",
            show_default="OPENAI_BASE_URL, else OpenAI's",
        ),
    ] = None,
    width: Annotated[int, option("Triplets that a text retrieves.", MEMORY, metavar="N", min=1)] = 6,
    depth: Annotated[int, option("How deep a search goes at most.", MEMORY, metavar="N", min=1)] = 2,
    episodes: Annotated[int, option("Past observations that are recalled at a step.", MEMORY, metavar="N", min=0)] = 2,
    episodic_similarity: Annotated[
        bool,
        option(
            "Add to an observation's relevance how similar it is to the plan, as the authors' code does.",
            MEMORY,
            "--episodic-similarity",
        ),
    ] = False,
    navigation: Annotated[
        str | None,
        option(
            "Whose routes `go to` takes: the agent's, or the memory's.",
            MEMORY,
            metavar="agent|memory",
            show_default="agent; memory with --memory-file",
        ),
    ] = None,
    choices: Annotated[
        int | None,
        option("Actions that ariadne is shown at first.", WHO, metavar="N", min=1, show_default=FEW_ACTIONS),
    ] = None,
    memory_file: Annotated[
        Path | None,
        option("An AriGraph from before, to begin with; the file stays as it is.", MEMORY, metavar="FILE"),
    ] = None,
    context_tokens: Annotated[
        int | None, option("How much history is kept whole.", MEMORY, metavar="N", min=1, show_default="all")
    ] = None,
    learn: Annotated[bool, option("An agent that does not think has a memory that learns.", MEMORY, "--learn")] = False,
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
    from ariadne.yaml_file import read_model

    if otel:
        send_spans()
    asked = {
        "game": game, "seed": seed, "max_steps": max_steps, "episode_minutes": episode_minutes,
        "episode_tokens": episode_tokens, "episode_usd": episode_usd,
        "goal": goal, "briefing": briefing, "agent": agent, "model": model,
        "base_url": base_url, "calls": calls, "embedder": embedder,
        "embedder_base_url": embedder_base_url, "width": width, "depth": depth, "episodes": episodes,
        "episodic_similarity": episodic_similarity,
        "memory": memory, "navigation": navigation, "context_tokens": context_tokens, "learn": learn,
        "choices": choices,
        "model_for": model_for, "temperature_for": temperature_for,
        "max_tokens": max_tokens, "temperature": temperature, "reasoning_effort": reasoning_effort,
        "timeout": timeout,
        "memory_file": None if memory_file is None else str(memory_file),
    }  # fmt: skip
    config = read_model(PlayConfig, asked, "play")
    is_live = _is_live(agent) and not (quiet or json)
    with ExitStack() as stack:
        with status(f"getting {game} ready", shown=is_live):
            stage = stack.enter_context(prepared(config))
        folder = stack.enter_context(new_run(runs or files.runs(), f"{stage.game.name}-{agent}"))
        stack.enter_context(explained(folder.path))
        watch: Watch | None
        if watched and agent == "human":
            stage, watch = stack.enter_context(_seat(stage, json))
        else:
            address = stack.enter_context(_page(folder)) if watched else ""
            watch = stack.enter_context(_screen(agent, is_live, quiet, json, address))
        needs_no_time = stage.thought is None or {config.model, *config.model_for.values()} == {"rules"}
        pause = (PACE if needs_no_time else 0.0) if pace is None else pace
        summary = asyncio.run(stoppable(play_episode(stage, folder, watch, pause if is_live else 0.0)))
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
def _seat(stage: Stage, json: bool) -> Iterator[tuple[Stage, Watch]]:
    """Serve a page to play from, and say where; the terminal is left with the end."""
    from ariadne.agents.human import Human
    from ariadne.report.player import seated
    from ariadne.screen.lines import OneLine

    with seated() as (desk, address):
        print(f"play at {address}", file=sys.stderr, flush=True)
        end = OneLine(sys.stderr if json else sys.stdout)

        def watch(event: Event) -> None:
            desk(event)
            end(event)

        yield replace(stage, human=Human(desk.prompt, desk.notes)), watch


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
