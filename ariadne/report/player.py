"""The page of a human who plays: what a player sees, and a line to type in. The map is theirs to draw."""

from __future__ import annotations

import json
import os
import shlex
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from ariadne.agents.human import Lines
from ariadne.events import EpisodeEnded, EpisodeStarted, Event, Scored, Turn
from ariadne.history import History, find_episode, whole_history
from ariadne.report.page import page, part
from ariadne.report.race import race_page
from ariadne.report.server import LINGER, served
from ariadne.runs.events import UNFINISHED
from ariadne.screen.words import ending, onward, points, resumption, who
from ariadne.text import counted, one_line

# How many seconds a line that was sent may wait for its answer before the page is shown without it.
ANSWER = 5.0
# What the button sends that asks for Ariadne's play.
RIVAL = "rival"
# How many seconds that is offered at most: somebody waits for the terminal.
LONGEST_OFFER = 300.0


class PlayerPage:
    """Where a human plays from a page, and may then see Ariadne play the same game. It is a `Prompt` and a `Watch`.

    Args:
        rival: the command that has Ariadne play the same game; empty if that is not to be offered.

    Attributes:
        notes: where the agent writes what is wrong with a line.
    """

    def __init__(self, lines: Lines, sink: BinaryIO, rival: str = "") -> None:
        self.notes = StringIO()
        self._lines = lines
        self._sink = sink
        self._rival = rival
        self._changed = threading.Condition()
        self._events: list[Event] = []
        self._note = ""
        self._told = 0
        self._asked = 0
        self._sent = 0
        self._looked = monotonic()
        self._is_wished = False
        self._is_settled = False
        self._trouble = ""
        self._lanes: list[History] = []

    def __call__(self, event: Event) -> None:
        """Keep what the player sees."""
        if isinstance(event, EpisodeStarted | Turn | Scored | EpisodeEnded):
            with self._changed:
                self._events.append(event)
                self._changed.notify_all()

    async def prompt(self, commands: Sequence[str], hint: str) -> str | None:
        """The next line that the page sends; the page has the commands from the turn."""
        with self._changed:
            note = one_line(self.notes.getvalue())
            self._told += note != self._note
            self._note = note
            self.notes.seek(0)
            self.notes.truncate()
            self._asked += 1
            self._changed.notify_all()
        return await self._lines(commands, hint)

    def take(self, line: str) -> bool:
        """Pass a line on, and wait a little for what comes of it; False if too many are waiting."""
        with self._changed:
            self._looked = monotonic()
            if line == RIVAL and self._offers():
                self._is_wished = True
                self._changed.notify_all()
                return True
            # A pipe takes a line whole or not at all, and in the order of their coming.
            if self._sink.write(f"{one_line(line, None)}\n".encode()) is None:
                return False
            self._sent += 1
            answered = self._sent + 1
            self._changed.wait_for(lambda: self._asked >= answered or self._ended() is not None, ANSWER)
        return True

    def is_wished(self, patience: float = LINGER) -> bool:
        """Wait for the player to ask for Ariadne's play; False if they do not, or have closed the page.

        Args:
            patience: after how many seconds without a look a page counts as closed.
        """
        until = monotonic() + LONGEST_OFFER
        with self._changed:
            while not self._is_wished and (left := min(self._looked + patience, until) - monotonic()) > 0:
                self._changed.wait(left)
            return self._is_wished

    def race(self, run: Path) -> None:
        """Show the play that was asked for, in a run of its own, beside the player's.

        Raises:
            UserError: one of them cannot be read.
        """
        ended = self._ended()
        assert ended is not None
        lanes = [whole_history(find_episode(each)) for each in (Path(ended.run), run)]
        with self._changed:
            self._lanes, self._is_settled = lanes, True

    def settle(self, trouble: str = "") -> None:
        """Offer no play any more.

        Args:
            trouble: why the one that was asked for is not shown.
        """
        with self._changed:
            self._trouble, self._is_settled = trouble, True

    def page(self) -> tuple[str, bool]:
        """The page so far, and whether that is all."""
        with self._changed:
            self._looked = monotonic()
            events, note, stamp, ended = tuple(self._events), self._note, self._stamp(), self._ended()
            offers, lanes = self._offers(), self._lanes
        started = next((event for event in events if isinstance(event, EpisodeStarted)), None)
        turns = [event for event in events if isinstance(event, Turn)]
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
            rival=RIVAL if offers else "",
            is_wished=self._is_wished,
            trouble=self._trouble,
            is_beside=bool(lanes),
        )
        if lanes:
            return race_page(lanes, [section]), True
        title = who(started) if started else "The game has not begun yet"
        is_all = ended is not None and not offers
        return page(title, _lead(started), [section], ["player.js"], follows=True, sends=True), is_all

    def step(self) -> tuple[str, bool]:
        """How often the page has changed, which it asks to know whether it is behind."""
        with self._changed:
            self._looked = monotonic()
            return json.dumps({"events": self._stamp()}), False

    def _stamp(self) -> int:
        return len(self._events) + self._told + self._is_wished + self._is_settled

    def _offers(self) -> bool:
        """Whether Ariadne's play is still to be had."""
        ended = self._ended()
        return bool(self._rival and ended and ended.why not in UNFINISHED and not self._is_settled)

    def _next(self, ended: EpisodeEnded) -> list[str]:
        again = [f"go on: {resumption(ended.run)} --watch"] * (ended.why == "left")
        if self._lanes:
            runs = shlex.join(one_line(lane.started.run) for lane in self._lanes)
            return [*again, *onward(ended.run, can_go_on=False), f"this page once more: ariadne report {runs} --race"]
        beside = f"ariadne report {shlex.quote(one_line(ended.run))} last --race"
        rival = [f"Ariadne plays the same game: {self._rival}", f"then both side by side: {beside}"] * bool(self._rival)
        return [*again, *onward(ended.run, can_go_on=False), *rival]

    def _ended(self) -> EpisodeEnded | None:
        last = self._events[-1] if self._events else None
        return last if isinstance(last, EpisodeEnded) else None


@contextmanager
def seated(rival: str = "", linger: float = LINGER) -> Iterator[tuple[PlayerPage, str]]:
    """A player's page and its address, where it is served while the block runs.

    Args:
        rival: as for `PlayerPage`.
        linger: how long the player has for the end at most, in seconds.

    Raises:
        UserError: no port can be had.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with os.fdopen(reading) as source, os.fdopen(writing, "wb", 0) as sink:
        page = PlayerPage(Lines(source), sink, rival)
        makes = {"": ("text/html", page.page), "step": ("application/json", page.step)}
        with served(makes.get, linger, page.take) as address:
            yield page, address


def _lead(started: EpisodeStarted | None) -> list[str]:
    if started is None:
        return []
    limit = f"You have {counted(started.max_steps, 'step')}. " if started.max_steps else ""
    return [f"Goal: {one_line(started.goal, None)}", f"{limit}Send quit to leave."]
