"""The live screen: the picture of the present scene, several times a second, and the last one left behind."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from ariadne.events import Event
from ariadne.screen.picture import picture
from ariadne.screen.scene import Watched

PICTURES_A_SECOND = 10
SUMMARY_LINES = 5


class LiveScreen:
    """Shows an episode while it is played; it is a `Watch`, and a context that gives the terminal back.

    Args:
        note: a line that stays below the picture.
    """

    def __init__(self, console: Console, note: str = "") -> None:
        self._console = console
        self._note = note
        self._watched = Watched()
        self._live = Live(
            console=console, screen=True, refresh_per_second=PICTURES_A_SECOND, get_renderable=self._picture
        )

    def __call__(self, event: Event) -> None:
        # The thread that draws sees either the whole scene before or the whole scene after.
        self._watched.see(event)

    def __enter__(self) -> LiveScreen:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()
        if self._watched.scene.who:
            self._leave()

    def _picture(self) -> Layout:
        width, height = self._console.size
        if not self._note:
            return picture(self._watched.scene, width, height, time.time())
        whole = Layout()
        shown = picture(self._watched.scene, width, max(height - 1, 1), time.time())
        whole.split_column(Layout(shown), Layout(Text(self._note, no_wrap=True), size=1))
        return whole

    def _leave(self) -> None:
        """The last picture and the summary, where they stay."""
        width, height = self._console.size
        height = max(height - SUMMARY_LINES, 1)
        self._console.print(picture(self._watched.scene, width, height), height=height)
        for line in self._watched.scene.ending:
            self._console.print(Text(line), soft_wrap=True)
