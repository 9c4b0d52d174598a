"""`play --agent human --watch`: a page to play from, and then Ariadne's play of the same game for who asks for it."""

from __future__ import annotations

import asyncio
import shlex
import sys
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ariadne.cli.exits import unexpected
from ariadne.cli.options import stoppable
from ariadne.errors import AriadneError, clear

if TYPE_CHECKING:
    from pathlib import Path

    from ariadne.config import PlayConfig
    from ariadne.events import Event
    from ariadne.report.player import PlayerPage
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Setup
    from ariadne.runs.run import Run

OFFER = "the page offers Ariadne's play of the same game; close it, or press Ctrl-C, to be done"


@contextmanager
def seat(setup: Setup, folder: Run, json: bool) -> Iterator[tuple[Setup, Watch]]:
    """Serve a page to play from, and say where; the terminal is left with the end.

    Args:
        folder: the player's run; Ariadne's is beside it.
        json: whether stdout is for JSON.
    """
    from ariadne.agents.human import Human
    from ariadne.report.player import seated
    from ariadne.screen.lines import OneLine

    config = setup.config
    seed = ["--seed", str(config.seed)] if config.seed is not None and setup.game.seeded else []
    rival = shlex.join(["ariadne", "play", config.game.removesuffix(f"/{config.seed}"), *seed])
    with seated(rival) as (page, address):
        print(f"play at {address}", file=sys.stderr, flush=True)
        end = OneLine(sys.stderr if json else sys.stdout)

        def watch(event: Event) -> None:
            page(event)
            end(event)

        yield replace(setup, human=Human(page.prompt, page.notes)), watch
        _answer_with_a_play(page, config, folder.path.parent)


def _answer_with_a_play(page: PlayerPage, config: PlayConfig, runs: Path) -> None:
    """Have Ariadne play the same game if the player asks for that; whatever becomes of it, theirs is kept."""
    try:
        print(OFFER, file=sys.stderr, flush=True)
        if page.is_wished():
            page.race(_played(config, runs))
        else:
            page.settle()
    except (KeyboardInterrupt, CancelledError):
        page.settle()
    except Exception as error:
        known = clear(error)
        trouble = str(known) if isinstance(known, AriadneError) else unexpected(error, None)
        page.settle(trouble)
        print(f"Ariadne did not play it: {trouble}", file=sys.stderr, flush=True)


def _played(config: PlayConfig, runs: Path) -> Path:
    """The run of Ariadne's play, with the rules and the memory that goes with it unless another is chosen."""
    from ariadne.config import PlayConfig
    from ariadne.runs.play import play, prepared
    from ariadne.runs.run import new_run
    from ariadne.screen.lines import OneLine

    same = {name: getattr(config, name) for name in ("game", "seed", "goal", "briefing", "max_steps")}
    with prepared(PlayConfig(**same)) as setup, new_run(runs, f"{setup.game.name}-{setup.config.agent}") as folder:
        asyncio.run(stoppable(play(setup, folder, OneLine(sys.stderr))))
        return folder.path
