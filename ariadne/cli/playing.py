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
from ariadne.cli.exit_codes import explained
from ariadne.cli.options import (
    ModelCommand,
    as_said,
    can_draw,
    check_said,
    chosen,
    fields_of,
    option,
    status,
    stoppable,
)
from ariadne.cli.running import ADDRESSES, check_trust_in, refuse_changes, resuming
from ariadne.errors import UserError

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ariadne.config import PlayConfig
    from ariadne.events import Event
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Screen
    from ariadne.runs.resume import EarlierSession
    from ariadne.runs.run import Run
    from ariadne.runs.setup import Setup
    from ariadne.screen.controls import Controls

PACE = 0.4
# Options that may be given with --resume.
_CHANGING = ("timeout", "base_url", "embedder_base_url")


class PlayCommand(ModelCommand):
    """`play`: each key of its configuration is an option."""

    everyday = (
        "seed", "goal", "agent", "memory", "model", "base_url", "calls", "max_steps", "lives", "resume", "watched",
        "pace", "as_json", "quiet",
    )  # fmt: skip

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.cli.session import SessionOptions
        from ariadne.config import PlayConfig

        return fields_of(
            PlayConfig, SessionOptions, without=("game", "preset", "digest", "file", "versions", "dry_run")
        )


def play(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            help="A name that `ariadne games` lists, the YAML file of a preset, or a story.",
            metavar="GAME",
            autocompletion=completing.games,
        ),
    ] = None,
    otel: Annotated[bool, option("Send OpenTelemetry spans to a collector on this machine.", "--otel")] = False,
    watched: Annotated[
        bool, option("Serve a page that follows the game; with --agent human, one to play from.", "--watch")
    ] = False,
    pace: Annotated[
        float | None,
        option(
            "Pause after each decision on the live screen.",
            metavar="SECONDS",
            min=0,
            show_default=f"{PACE}; 0 with a language model",
        ),
    ] = None,
) -> None:
    """Play one game and keep every event in a run's folder, or resume a play."""
    if otel:
        from ariadne.tracing import wish_for_spans

        wish_for_spans()
    given = chosen(context) | ({"game": game} if game is not None else {})
    quiet, json = (bool(given.pop(name, False)) for name in ("quiet", "as_json"))
    resume, runs = (Path(value) if (value := given.pop(name, None)) else None for name in ("resume", "runs"))
    is_shown = not (quiet or json)
    with ExitStack() as stack:
        begin = _anew(given, runs, is_shown) if resume is None else _again(resume, given, runs, is_shown)
        part = stack.enter_context(begin)
        setup, folder = part.setup, part.folder
        stack.enter_context(explained(folder.path, resuming("play", folder, setup.config)))
        is_live = is_shown and _is_live(setup.config.agent)
        controls = _controls(setup, pace) if is_live else None
        screen: Screen
        if watched and setup.config.agent == "human":
            seated, watch = stack.enter_context(_seat(setup, json))
            part, screen = replace(part, setup=seated), partial(nullcontext, watch)
        else:
            address = stack.enter_context(_page(folder, part.life)) if watched else ""
            screen = partial(_screen, part, controls, quiet, json, address)
        playing = _play(part, screen, controls, json)
        asyncio.run(stoppable(controls.over(playing) if controls else playing))


async def _play(part: _PlayPart, screen: Screen, controls: Controls | None, json: bool) -> None:
    """Play what is left; with `--json` print the summary of each life."""
    from ariadne.runs.play import play_lives

    pause = controls.pause if controls else None
    async for summary in play_lives(part.setup, part.folder, screen, pause, part.past, part.life):
        if json:
            print(dumps(asdict(summary), ensure_ascii=False, separators=(",", ":")), flush=True)


@dataclass(frozen=True)
class _PlayPart:
    """A play, new or resumed, and the folder of its run.

    Attributes:
        past: The events of a play that is resumed.
        life: The number of the first episode to play.
        another: The command that plays the same with another seed, or empty.
    """

    setup: Setup
    folder: Run
    past: EarlierSession
    life: int = 1
    another: str = ""


@contextmanager
def _anew(said: dict[str, Any], runs: Path | None, is_shown: bool) -> Iterator[_PlayPart]:
    """Prepare a new play."""
    from ariadne.agents.registry import find_agent
    from ariadne.config import PlayConfig
    from ariadne.runs import settings
    from ariadne.runs.resume import NO_PAST
    from ariadne.runs.run import new_run
    from ariadne.worlds.registry import check_seeded, find_game
    from ariadne.yaml_file import read_model

    for name in ("trust", "as_it_was"):
        if said.pop(name, False):
            raise UserError(f"--{name.replace('_', '-')} needs --resume RUN")
    if "game" not in said:
        raise UserError("name a GAME: ariadne play treasure-hunt, or another that `ariadne games` lists")
    config = read_model(PlayConfig, said, "play")
    check_said([name for name in said if name not in ("game", "agent")], [config.agent])
    if find_agent(config.agent).thinks:
        config = read_model(PlayConfig, settings.playing(said), "play")
        config.check_questions(said)
    if config.seed is not None and not config.is_by_chance:
        check_seeded(find_game(config.game, config.seed))
    where = runs or settings.runs()
    with _ready(config, is_shown) as setup, new_run(where, f"{setup.game.name}-{config.agent}") as folder:
        yield _PlayPart(setup, folder, NO_PAST, another=_another(setup, said))


@contextmanager
def _again(run: Path, said: dict[str, Any], runs: Path | None, is_shown: bool) -> Iterator[_PlayPart]:
    """Prepare to resume a play."""
    from ariadne.runs.again import configured, life_to_resume, past_to_resume, same_game
    from ariadne.runs.named import find_run
    from ariadne.runs.run import old_run

    trust, as_it_was = (bool(said.pop(name, False)) for name in ("trust", "as_it_was"))
    changes = [name for name in said if name not in (*_CHANGING, "game")]
    refuse_changes(["GAME"] * ("game" in said) + as_said(changes))
    with old_run(find_run(run, runs)) as folder:
        config = configured(folder)
        check_trust_in(folder, config, said, trust)
        life = life_to_resume(folder, config.agent, config.lives)
        if life is None:
            watch = f"ariadne replay {shlex.quote(str(folder.path))}"
            raise UserError(f"the game in {folder.path} is over: watch it with {watch}, or start a new run")
        past = past_to_resume(folder, life)
        changed = config.model_copy(update={name: value for name, value in said.items() if name not in ADDRESSES})
        changed = same_game(changed, folder, as_it_was)
        with _ready(changed, is_shown) as setup:
            yield _PlayPart(setup, folder, past, life)


@contextmanager
def _ready(config: PlayConfig, is_shown: bool) -> Iterator[Setup]:
    """Prepare an episode, with a status line until it is ready."""
    from ariadne.runs.setup import prepared

    with ExitStack() as stack:
        with status(f"getting {config.game} ready", is_shown and _is_live(config.agent)):
            setup = stack.enter_context(prepared(config))
        yield setup


def _another(setup: Setup, said: Mapping[str, Any]) -> str:
    """The same command with the next seed."""
    seed = setup.config.seed
    if seed is None or not setup.game.seeded:
        return ""
    words = ["ariadne", "play", setup.config.game.removesuffix(f"/{seed}"), "--seed", str(seed + 1)]
    for name, value in said.items():
        if name not in ("game", "seed"):
            words += [*as_said([name]), *([] if value is True else [str(value)])]
    return shlex.join(words)


def _controls(setup: Setup, pace: float | None) -> Controls:
    """The keys and the pace of the live screen."""
    from ariadne.screen.controls import Controls

    config = setup.config
    needs_no_time = setup.backbone is None or {config.model, *config.model_for.values()} == {"rules"}
    return Controls(sys.stdin, (PACE if needs_no_time else 0.0) if pace is None else pace)


def _is_live(agent: str) -> bool:
    """Whether to draw the live screen: stdout is a terminal, and no human plays in it."""
    return agent != "human" and can_draw()


@contextmanager
def _page(folder: Run, life: int) -> Iterator[str]:
    """Serve the page of the first episode that is played and print its address."""
    from ariadne.report.live import serving

    with serving(lambda: folder.found(life)) as address:
        print(f"watch at {address}", file=sys.stderr, flush=True)
        yield address


def _screen(
    part: _PlayPart, controls: Controls | None, quiet: bool, json: bool, address: str
) -> AbstractContextManager[Watch] | AbstractContextManager[None]:
    """The view of the episode. A human always sees the game."""
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


@contextmanager
def _seat(setup: Setup, json: bool) -> Iterator[tuple[Setup, Watch]]:
    """Serve a page to play from and print its address; the terminal then shows only the end of the game.

    Args:
        json: Whether stdout is for JSON.
    """
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
