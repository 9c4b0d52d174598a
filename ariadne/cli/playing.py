"""The command `play`."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli import completing
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
from ariadne.cli.seating import seat
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.config import PlayConfig
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Screen, Setup
    from ariadne.runs.resume import Past
    from ariadne.runs.run import Run
    from ariadne.screen.controls import Controls

PACE = 0.4
# What may be said of an episode that is gone on with.
_CHANGING = ("timeout", "base_url", "embedder_base_url")
SCREEN = "Screen"


@takes(
    "handicap", "max_steps", "episode_minutes", "episode_tokens", "episode_usd", "model", "base_url", "model_for",
    "temperature_for", *DRAWN, "timeout", "calls", "log_tokens", "choices", "embedder", "embedder_base_url", "width",
    "depth", "episodic_similarity", "navigation", "context_tokens", "learn", "resume", "trust",
    "as_it_was",
    seed=count("Which game of a preset, and what chance does.", min=0, show_default="1"),
    goal=text("The goal, for a story that does not say it.", metavar="TEXT"),
    briefing=text("What the player is told first.", metavar="TEXT"),
    memory=text(
        "arigraph, hiagent, full-history, summary, rag, simulacra, reflexion, mem0-style, graphiti-style, "
        "hipporag-style, none, or a part of one.", WHO,
        show_default="the agent's own", autocompletion=completing.memories,
    ),
    episodes=count("Past observations that are recalled at a step.", MEMORY, min=0, show_default="2"),
    lives=count("How often it is played, each time with the memory of the times before.", MEMORY, show_default="1"),
    memory_file=path("An AriGraph from before, to begin with; the file stays as it is.", MEMORY, metavar="FILE"),
)  # fmt: skip
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="One that `ariadne games` lists, a preset's YAML file, or a story.",
            metavar="GAME",
            autocompletion=completing.games,
        ),
    ] = None,
    *,
    choices: dict[str, Any],
    agent: Annotated[
        str | None,
        option(
            "ariadne, hiagent, standard, random, walkthrough, human, …",
            WHO,
            metavar="NAME",
            show_default="ariadne",
            autocompletion=completing.agents,
        ),
    ] = None,
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
    """Play one game, and keep every event in a folder of its own; or go on with one."""
    if otel:
        send_spans()
    is_shown = not (quiet or json)
    said = {**choices, **{name: value for name, value in (("game", game), ("agent", agent)) if value is not None}}
    with ExitStack() as stack:
        resume = said.pop("resume", None)
        begin = _anew(said, runs, is_shown) if resume is None else _again(resume, said, runs, is_shown)
        part = stack.enter_context(begin)
        setup, folder = part.setup, part.folder
        resuming = f"go on with: ariadne play --resume {shlex.quote(str(folder.path))}"
        stack.enter_context(explained(folder.path, resuming))
        is_live = is_shown and _is_live(setup.config.agent)
        controls = _controls(setup, pace) if is_live else None
        screen: Screen
        if watched and setup.config.agent == "human":
            seated, watch = stack.enter_context(seat(setup, json))
            part, screen = replace(part, setup=seated), partial(nullcontext, watch)
        else:
            address = stack.enter_context(_page(folder, part.life)) if watched else ""
            screen = partial(_screen, part, controls, quiet, json, address)
        playing = _play(part, screen, controls, json)
        asyncio.run(stoppable(controls.over(playing) if controls else playing))


async def _play(part: _Part, screen: Screen, controls: Controls | None, json: bool) -> None:
    """Play what is left, and tell as JSON what each life came to, if that is wanted."""
    from ariadne.runs.play import play_lives

    pause = controls.pause if controls else None
    async for summary in play_lives(part.setup, part.folder, screen, pause, part.past, part.life):
        if json:
            print(dumps(asdict(summary), ensure_ascii=False, separators=(",", ":")), flush=True)


@dataclass(frozen=True)
class _Part:
    """What is played, and where its events go.

    Attributes:
        past: what was left of it, to go on with. `life`: the number of the first episode that is left.
        another: the command that plays it with another seed; empty where there is none.
    """

    setup: Setup
    folder: Run
    past: Past
    life: int = 1
    another: str = ""


@contextmanager
def _anew(said: dict[str, Any], runs: Path | None, is_shown: bool) -> Iterator[_Part]:
    """What is to be played from its beginning."""
    from ariadne.agents.registry import find_agent
    from ariadne.config import PlayConfig
    from ariadne.runs import settings
    from ariadne.runs.play import prepared
    from ariadne.runs.resume import NO_PAST
    from ariadne.runs.run import new_run
    from ariadne.worlds.registry import check_seeded, find_game
    from ariadne.yaml_file import read_model

    for name in ("trust", "as_it_was"):
        if said.pop(name, False):
            raise UserError(f"--{name.replace('_', '-')} goes with --resume RUN")
    if "game" not in said:
        raise UserError("say which GAME: ariadne play treasure-hunt, or another that `ariadne games` lists")
    if file := said.get("memory_file"):
        said["memory_file"] = str(file)
    config = read_model(PlayConfig, said, "play")
    check_said([name for name in said if name not in ("game", "agent")], [config.agent], config.learn)
    if config.learn or find_agent(config.agent).thinks:
        config = read_model(PlayConfig, settings.playing(said), "play")
        config.check_questions(said)
    if config.seed is not None and not config.is_by_chance:
        check_seeded(find_game(config.game, config.seed))
    with status(f"getting {config.game} ready", is_shown and _is_live(config.agent)), ExitStack() as stack:
        setup = stack.enter_context(prepared(config))
        kept = stack.pop_all()
    with kept, new_run(runs or settings.runs(), f"{setup.game.name}-{config.agent}") as folder:
        yield _Part(setup, folder, NO_PAST, another=_another(setup, said))


@contextmanager
def _again(run: Path, said: dict[str, Any], runs: Path | None, is_shown: bool) -> Iterator[_Part]:
    """What is to be gone on with."""
    from ariadne.cli.running import ADDRESSES, as_said, check_trust_in, refuse_changes
    from ariadne.runs.again import configured, life_to_go_on_with, past_to_go_on_with
    from ariadne.runs.named import find_run
    from ariadne.runs.play import prepared
    from ariadne.runs.run import old_run

    trust, as_it_was = (bool(said.pop(name, False)) for name in ("trust", "as_it_was"))
    changes = [name for name in said if name not in (*_CHANGING, "game")]
    refuse_changes(["GAME"] * ("game" in said) + as_said(changes))
    with old_run(find_run(run, runs)) as folder:
        config = configured(folder)
        check_trust_in(folder, config, said, trust)
        life = life_to_go_on_with(folder, config.agent, config.lives)
        past = past_to_go_on_with(folder, life)
        changed = config.model_copy(update={name: value for name, value in said.items() if name not in ADDRESSES})
        changed = _same_game(changed, folder, as_it_was)
        with status(f"getting {config.game} ready", is_shown and _is_live(config.agent)), ExitStack() as stack:
            setup = stack.enter_context(prepared(changed))
            kept = stack.pop_all()
        with kept:
            yield _Part(setup, folder, past, life)


def _same_game(config: PlayConfig, run: Run, as_it_was: bool) -> PlayConfig:
    """A configuration with the game that was played, from the run's copy where it is another one now.

    Raises:
        UserError: it is another one, and nobody agreed to the copy, or there is none.
    """
    from ariadne.runs.again import game_of
    from ariadne.runs.kept import changed, name_of_copy, refusal

    kept = game_of(config)
    found = changed(run, [kept], lambda games: [game.make() for game in games]) if kept.digest else {}
    if not found:
        return config
    if not as_it_was:
        raise refusal(found, run)
    return config.model_copy(update={"game": name_of_copy(kept, run)})


def _another(setup: Setup, said: Mapping[str, Any]) -> str:
    """The same command with the next seed."""
    seed = setup.config.seed
    if seed is None or not setup.game.seeded:
        return ""
    words = ["ariadne", "play", setup.config.game.removesuffix(f"/{seed}"), "--seed", str(seed + 1)]
    for name, value in said.items():
        if name not in ("game", "seed"):
            words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    return shlex.join(words)


def _controls(setup: Setup, pace: float | None) -> Controls:
    """The keys of whoever watches, and the pace of what they see."""
    from ariadne.screen.controls import Controls

    config = setup.config
    needs_no_time = setup.backbone is None or {config.model, *config.model_for.values()} == {"rules"}
    return Controls(sys.stdin, (PACE if needs_no_time else 0.0) if pace is None else pace)


def _is_live(agent: str) -> bool:
    """Whether a screen can be drawn: stdout is a terminal, and nobody types in it."""
    return agent != "human" and can_draw()


@contextmanager
def _page(folder: Run, life: int) -> Iterator[str]:
    """Serve the page of the episode of a run that is played first, and say where."""
    from ariadne.report.live import serving

    with serving(lambda: folder.found(life)) as address:
        print(f"watch at {address}", file=sys.stderr, flush=True)
        yield address


def _screen(
    part: _Part, controls: Controls | None, quiet: bool, json: bool, address: str
) -> AbstractContextManager[Watch] | AbstractContextManager[None]:
    """Who shows the episode. A human must see the game in any case."""
    if part.setup.config.agent == "human":
        from ariadne.events import Acted
        from ariadne.screen.lines import Transcript

        typed = sum(isinstance(event, Acted) for event in part.past.events) if sys.stdin.isatty() else None
        return nullcontext(Transcript(sys.stderr if json else sys.stdout, typed))
    if json:
        return nullcontext()
    if quiet:
        from ariadne.screen.lines import OneLine

        return nullcontext(OneLine(sys.stdout))
    if controls:
        from rich.console import Console

        from ariadne.screen.live import LiveScreen

        note = f"watch at {address}" if address else ""
        return LiveScreen(Console(file=sys.__stdout__), note, controls, part.another)
    from ariadne.screen.lines import PlainLines

    return nullcontext(PlainLines(sys.stdout))
