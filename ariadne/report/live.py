"""Serve the page of a running episode to a browser on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import cast

from ariadne.episode_files import whole_history
from ariadne.report.page import page, part
from ariadne.report.report import episode_page
from ariadne.report.server import LINGER, Make, Rendered, served

Find = Callable[[], Path | None]


@contextmanager
def serving(find: Find, linger: float = LINGER) -> Iterator[str]:
    """Serve the page of an episode while the block plays it, and yield its secret address.

    Args:
        find: returns the path of the episode's events; None before it has begun.
        linger: seconds to wait at most for viewers to load the end.

    Raises:
        UserError: no port is available.
    """
    over = Event()
    with served(live_pages(find, is_running=lambda: not over.is_set()).get, linger) as address:
        try:
            yield address
        finally:
            over.set()


def live_pages(
    find: Find,
    up: Mapping[str, str] | None = None,
    is_running: Callable[[], bool] = lambda: True,
    rendered: Rendered | None = None,
) -> dict[str, tuple[str, Make]]:
    """Return what is served of an episode: its page so far, and the number of events, which the page polls.

    Args:
        find: as for `serving`.
        up: the page's links back.
        is_running: whether it is being played.
        rendered: the cache of pages that all viewers share.
    """
    pages = rendered or Rendered()

    def state(path: Path | None) -> tuple[int, bool]:
        running = is_running()
        resting = pages.resting(path) if running else None
        return cast(tuple[int, bool], resting) if resting else (_count(path), running)

    def whole() -> tuple[str, bool]:
        path = find()
        # Count first, so that events written meanwhile reload the page.
        events, running = now = state(path)
        return pages.page(path, now, lambda: _page(path, events, up, running))

    def step() -> tuple[str, bool]:
        return json.dumps({"events": state(find())[0]}), False

    return {"": ("text/html", whole), "step": ("application/json", step)}


def _page(path: Path | None, events: int, up: Mapping[str, str] | None, is_running: bool) -> tuple[str, bool]:
    """The page so far, and whether it is final."""
    history = whole_history(path) if path and events else None
    ended = history is not None and history.ended is not None
    live = part("live", events=events, ended=ended, says=_notice(ended, is_running))
    if history is None:
        return page("The episode has not begun yet", [], [live], ["live.js"], up, follows=True), False
    return episode_page(history, up=up, live=live), ended


def _notice(ended: bool, is_running: bool) -> str:
    if ended:
        return "The episode has ended."
    if is_running:
        return "The episode is being played. At its last step, this page follows it."
    return "The episode was interrupted. If it is resumed, this page follows it at its last step."


def _count(path: Path | None) -> int:
    """The number of events written so far."""
    if path is None:
        return 0
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(2**20), b""))
