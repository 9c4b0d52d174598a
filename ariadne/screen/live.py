"""The live screen: draws the current scene several times a second, and leaves the last one on the terminal."""

from __future__ import annotations

import time
from dataclasses import replace
from math import ceil

from rich.cells import cell_len
from rich.console import Console
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from ariadne.events import Event
from ariadne.runs.events import UNFINISHED
from ariadne.screen.controls import Controls
from ariadne.screen.picture import meanings, picture
from ariadne.screen.scene import Scene, Watched
from ariadne.screen.words import onward

PICTURES_A_SECOND = 10
HINTS = "space: {pause}   →: one step   ?: what the words mean   q: leave"


class LiveScreen:
    """Shows an episode while it is played. This is a `Watch`, and a context that restores the terminal.

    Args:
        note: a line below the picture.
        controls: the keys; None without a keyboard.
        another: the command that plays another game of this kind, shown at the end; may be empty.
    """

    def __init__(self, console: Console, note: str = "", controls: Controls | None = None, another: str = "") -> None:
        self._console = console
        self._controls = controls if controls and controls.keyboard else None
        self._note = note
        self._another = another
        self._watched = Watched()
        self._live = Live(
            console=console, screen=True, refresh_per_second=PICTURES_A_SECOND, get_renderable=self._picture
        )

    def __call__(self, event: Event) -> None:
        # The drawing thread sees either the old scene or the new one, never a mixture.
        self._watched.see(event)

    def __enter__(self) -> LiveScreen:
        self._live.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._live.stop()
        if self._watched.scene.who:
            self._leave()

    def _picture(self) -> Layout:
        width, height = self._console.size
        notes = [self._note] * bool(self._note) + self._hints()
        below = [line for each in notes for line in Text(each, "dim").wrap(self._console, width)]
        inside = max(height - len(below), 1)
        whole = Layout()
        if self._controls and self._controls.explains:
            shown = meanings()
        else:
            shown = picture(self._scene(), width, inside, time.time())
        whole.split_column(Layout(shown), *(Layout(line, size=1) for line in below))
        return whole

    def _scene(self) -> Scene:
        scene = self._watched.scene
        if not (self._controls and self._controls.is_paused) or scene.ending:
            return scene
        return replace(scene, doing="paused" if self._controls.is_waiting else f"{scene.doing} then paused")

    def _hints(self) -> list[str]:
        if self._controls is None:
            return []
        return [HINTS.format(pause="continue" if self._controls.is_paused else "pause")]

    def _leave(self) -> None:
        """Print the last picture, the summary, and commands for what to do next."""
        scene = self._watched.scene
        width, height = self._console.size
        ending = [line for each in scene.ending for line in self._wrapped(each, width)]
        commands = map(Text, onward(scene.run, not scene.why or scene.why in UNFINISHED, self._another))
        lines = [*ending, Text(), *commands]
        # Commands may wrap, and the shell's prompt needs a line below them.
        height = max(height - sum(max(ceil(line.cell_len / width), 1) for line in lines) - 1, 1)
        self._console.print(picture(scene, width, height), height=height)
        for line in lines:
            self._console.print(line, soft_wrap=True)

    def _wrapped(self, line: str, width: int) -> list[Text]:
        """Wrap a line between words. A word wider than the terminal leaves the line whole, so that it can be copied."""
        whole = Text(line)
        is_long = any(cell_len(word) > width for word in line.split())
        return [whole] if is_long else [*whole.wrap(self._console, width)]
