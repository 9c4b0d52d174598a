"""The page of an episode that is being played, served to a browser on this machine."""

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
    """Serve the page of an episode while the block plays it, and yield its address, which is secret.

    Args:
        find: where the episode's events are; None before it has begun.
        linger: seconds that viewers have to load the end, at most.

    Raises:
        UserError: no port can be had.
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
    """What is served of an episode: its page so far, and how many events there are, which the page asks for.

    Args:
        find: as for `serving`.
        up: the page's ways back.
        is_running: whether it is being played.
        rendered: where the page is kept for others who look at it.
    """
    pages = rendered or Rendered()

    def state(path: Path | None) -> tuple[int, bool]:
        running = is_running()
        resting = pages.resting(path) if running else None
        return cast(tuple[int, bool], resting) if resting else (_count(path), running)

    def whole() -> tuple[str, bool]:
        path = find()
        # Counted first: what is written meanwhile makes the page load once more.
        events, running = now = state(path)
        return pages.page(path, now, lambda: _page(path, events, up, running))

    def step() -> tuple[str, bool]:
        return json.dumps({"events": state(find())[0]}), False

    return {"": ("text/html", whole), "step": ("application/json", step)}


def _page(path: Path | None, events: int, up: Mapping[str, str] | None, is_running: bool) -> tuple[str, bool]:
    """The page so far, and whether that is all."""
    history = whole_history(path) if path and events else None
    ended = history is not None and history.ended is not None
    live = part("live", events=events, ended=ended, says=_says(ended, is_running))
    if history is None:
        return page("The episode has not begun yet", [], [live], ["live.js"], up, follows=True), False
    return episode_page(history, up=up, live=live), ended


def _says(ended: bool, is_running: bool) -> str:
    if ended:
        return "The episode has ended."
    if is_running:
        return "The episode is being played; at its last step, this page follows it."
    return "The episode was interrupted; if it is gone on with, this page follows it at its last step."


def _count(path: Path | None) -> int:
    """How many events have been written."""
    if path is None:
        return 0
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(2**20), b""))
