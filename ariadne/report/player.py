"""The page of a human player: what the world shows, and a line to type in. It shows no map."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import BinaryIO

from ariadne.agents.human import Lines
from ariadne.events import EpisodeEnded, EpisodeStarted, Event, Scored, TurnEvent
from ariadne.report.page import page, part
from ariadne.report.server import LINGER, served
from ariadne.screen.words import ending, onward, points, resumption, who
from ariadne.text import counted, one_line

# Seconds to wait for the answer to a line before the page is shown without it.
ANSWER = 5.0


class PlayerPage:
    """A page from which a human plays. It is a `Prompt` and a `Watch`.

    Attributes:
        notes: the agent's messages about invalid lines.
    """

    def __init__(self, lines: Lines, sink: BinaryIO) -> None:
        self.notes = StringIO()
        self._lines = lines
        self._sink = sink
        self._changed = threading.Condition()
        self._events: list[Event] = []
        self._note = ""
        self._notes_shown = 0
        self._asked = 0
        self._sent = 0

    def __call__(self, event: Event) -> None:
        """Keep what the player sees."""
        if isinstance(event, EpisodeStarted | TurnEvent | Scored | EpisodeEnded):
            with self._changed:
                self._events.append(event)
                self._changed.notify_all()

    async def prompt(self, commands: Sequence[str], hint: str) -> str | None:
        """Return the next line that the page sends. `commands` is not needed: the page shows those of the turn."""
        with self._changed:
            note = one_line(self.notes.getvalue())
            self._notes_shown += note != self._note
            self._note = note
            self.notes.seek(0)
            self.notes.truncate()
            self._asked += 1
            self._changed.notify_all()
        return await self._lines(commands, hint)

    def take(self, line: str) -> bool:
        """Pass a line to the game and wait a little for its result; False if too many lines are waiting."""
        with self._changed:
            # A pipe takes a line whole or not at all, and keeps the order of lines.
            if self._sink.write(f"{one_line(line, None)}\n".encode()) is None:
                return False
            self._sent += 1
            answered = self._sent + 1
            self._changed.wait_for(lambda: self._asked >= answered or self._ended() is not None, ANSWER)
        return True

    def page(self) -> tuple[str, bool]:
        """Return the page so far, and whether it is final."""
        with self._changed:
            events, note, stamp, ended = tuple(self._events), self._note, self._stamp(), self._ended()
        started = next((event for event in events if isinstance(event, EpisodeStarted)), None)
        turns = [event for event in events if isinstance(event, TurnEvent)]
        scored = next((event for event in reversed(events) if isinstance(event, Scored)), None)
        section = part(
            "player",
            stamp=stamp,
            instructions=started.instructions.strip() if started else "",
            turns=turns,
            last=turns[-1] if turns else None,
            note=note,
            score=f"{points(scored.score)} of {points(scored.maximum)}" if scored and scored.maximum else "",
            ended=ending(ended) if ended else [],
            next=self._next(ended) if ended else [],
        )
        title = who(started) if started else "The game has not begun yet"
        return page(title, _lead(started), [section], ["player.js"], follows=True, sends=True), ended is not None

    def step(self) -> tuple[str, bool]:
        """Return the number of changes to the page, which the page polls."""
        with self._changed:
            return json.dumps({"events": self._stamp()}), False

    def _stamp(self) -> int:
        return len(self._events) + self._notes_shown

    def _next(self, ended: EpisodeEnded) -> list[str]:
        again = [f"resume: {resumption(ended.run)} --watch"] * (ended.why == "left")
        return [*again, *onward(ended.run, can_go_on=False)]

    def _ended(self) -> EpisodeEnded | None:
        last = self._events[-1] if self._events else None
        return last if isinstance(last, EpisodeEnded) else None


@contextmanager
def seated(linger: float = LINGER) -> Iterator[tuple[PlayerPage, str]]:
    """Serve a player's page while the block runs, and yield it with its address.

    Args:
        linger: seconds to wait at most for the player to load the end.

    Raises:
        UserError: no port is available.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with os.fdopen(reading) as source, os.fdopen(writing, "wb", 0) as sink:
        page = PlayerPage(Lines(source), sink)
        makes = {"": ("text/html", page.page), "step": ("application/json", page.step)}
        with served(makes.get, linger, page.take) as address:
            yield page, address


def _lead(started: EpisodeStarted | None) -> list[str]:
    if started is None:
        return []
    limit = f"You have {counted(started.max_steps, 'step')}. " if started.max_steps else ""
    return [f"Goal: {one_line(started.goal, None)}", f"{limit}Send quit to leave."]
