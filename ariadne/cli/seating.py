"""`play --agent human --watch`: a page to play from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ariadne.events import Event
    from ariadne.runs.events import Watch
    from ariadne.runs.play import Setup


@contextmanager
def seat(setup: Setup, json: bool) -> Iterator[tuple[Setup, Watch]]:
    """Serve a page to play from, and say where; the terminal is left with the end.

    Args:
        json: whether stdout is for JSON.
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
