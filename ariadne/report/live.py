"""The page of an episode that is being played, served to a browser on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from ariadne.history import whole_history
from ariadne.report.page import page, part
from ariadne.report.report import episode_page
from ariadne.report.server import LINGER, served

Find = Callable[[], Path | None]


def serving(find: Find, linger: float = LINGER) -> AbstractContextManager[str]:
    """Serve the page of an episode to whoever knows its address, which is given, while the block runs.

    Args:
        find: where the episode's events are; None before it has begun.
        linger: how long whoever watches has for the end at most, in seconds.

    Raises:
        UserError: no port can be had.
    """

    def whole() -> tuple[str, bool]:
        return _page(find())

    def step() -> tuple[str, bool]:
        return json.dumps({"events": _count(find())}), False

    return served({"": ("text/html", whole), "step": ("application/json", step)}, linger)


def _page(path: Path | None) -> tuple[str, bool]:
    """The page so far, and whether that is all."""
    # Counted first: what is written meanwhile makes the page load once more.
    events = _count(path)
    if path is None or not events:
        nothing = part("live", events=0, ended=False)
        return page("The episode has not begun yet", [], [nothing], ["live.js"], follows=True), False
    history = whole_history(path)
    ended = history.ended is not None
    return episode_page(history, live=part("live", events=events, ended=ended)), ended


def _count(path: Path | None) -> int:
    """How many events have been written."""
    return path.read_bytes().count(b"\n") if path else 0
