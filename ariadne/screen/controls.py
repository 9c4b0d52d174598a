"""The keys of the live screen: pause, single steps, quit, and help."""

from __future__ import annotations

import asyncio
import os
import re
import termios
import tty
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, TypeVar

T = TypeVar("T")

# A key is a character, or the sequence that a terminal sends for it, e.g. for an arrow.
_KEYS = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|[^\x1b]")
_BEGUN = re.compile(r"\x1b(?:[\[O][0-9;]*)?\Z")
_RIGHT = ("\x1b[C", "\x1bOC")


class Controls:
    """Reads keys while an episode is played, and pauses the episode.

    Args:
        keyboard: the stream to read keys from; None without a terminal.
        pace: seconds to pause after each decision.

    Attributes:
        is_paused: whether the episode waits after its next decision.
        is_waiting: whether it is waiting now.
        has_left: whether the user has quit.
        explains: whether to show the help.
    """

    def __init__(self, keyboard: TextIO | None, pace: float = 0.0) -> None:
        self.keyboard = keyboard if keyboard and _is_at_hand(keyboard) else None
        self.is_paused = self.is_waiting = self.has_left = self.explains = False
        self._pace = pace
        self._pressed = ""
        self._task: asyncio.Task[object] | None = None
        self._go = asyncio.Event()

    async def pause(self) -> None:
        """Wait after a decision. This is a `Pause`."""
        if not self.is_paused:
            await asyncio.sleep(self._pace)
        if self.is_paused:
            self._go.clear()
            self.is_waiting = True
            await self._go.wait()
            self.is_waiting = False

    async def over(self, work: Awaitable[T]) -> T | None:
        """Await some work while reading keys; return None if the user quits before it is done.

        Raises:
            CancelledError: the episode was cancelled.
        """
        self._task = asyncio.current_task()
        with self._listening():
            try:
                return await work
            except asyncio.CancelledError:
                if not (self.has_left and self._task):
                    raise
                self._task.uncancel()
                return None

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Read each key immediately and without echo; restore the terminal afterwards."""
        if self.keyboard is None:
            yield
            return
        handle, loop = self.keyboard.fileno(), asyncio.get_running_loop()
        before = termios.tcgetattr(handle)
        try:
            tty.setcbreak(handle, termios.TCSADRAIN)  # Keys pressed earlier count.
            loop.add_reader(handle, self._read, handle)
            yield
        finally:
            loop.remove_reader(handle)
            with suppress(termios.error):  # The terminal may be closed.
                termios.tcsetattr(handle, termios.TCSAFLUSH, before)

    def _read(self, handle: int) -> None:
        try:
            pressed = os.read(handle, 1024)
        except OSError:
            pressed = b""
        if not pressed:
            # The terminal was closed.
            asyncio.get_running_loop().remove_reader(handle)
        self._pressed += pressed.decode("utf-8", "replace")
        for key in _KEYS.findall(self._pressed):
            self._press(key)
        begun = _BEGUN.search(self._pressed)
        self._pressed = begun[0] if begun else ""

    def _press(self, key: str) -> None:
        if key == " ":
            self.is_paused = not self.is_paused
            self._go.set()
        elif key in _RIGHT:
            self._go.set()
        elif key == "?":
            self.explains = not self.explains
        elif key in "qQ" and self._task and not self.has_left:
            self.has_left = True
            self._task.cancel()


def _is_at_hand(keyboard: TextIO) -> bool:
    """Whether stdin is a terminal with this process in its foreground: reading from the background would stop us."""
    if not keyboard.isatty():
        return False
    try:
        return os.tcgetpgrp(keyboard.fileno()) == os.getpgrp()
    except OSError:  # A terminal that does not control this process has no foreground.
        return True
