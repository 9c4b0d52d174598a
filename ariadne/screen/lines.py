"""Episodes as plain lines: for pipes and files, as a single line, and for a human player."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

from ariadne.events import Acted, EpisodeEnded, EpisodeStarted, Event, LearnedEvent, Retried, Scored, TurnEvent
from ariadne.screen.words import answer, ending, grounds, points, resumption, who
from ariadne.text import counted, one_line, safe

LONGEST_LINE = 400


class PlainLines:
    """Prints a few short lines per step. This is a `Watch`."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._goal = ""
        self._score: float = 0
        self._task = 0
        self._beside = ""

    def __call__(self, event: Event) -> None:
        if isinstance(event, Scored) and event.task != self._task:
            self._task = event.task
            self._say(f"    {one_line(self._beside)}")
        match event:
            case EpisodeStarted():
                self._goal = event.goal
                self._say(who(event), f"goal: {one_line(event.goal)}")
            case Acted():
                action, commands = one_line(event.action), [one_line(command) for command in event.commands]
                sent = f" ({', '.join(commands)})" if commands != [action] else ""
                reason = grounds(event)
                self._say(f"{event.step:3} > {action}{sent}{f' -- {reason}' if reason else ''}")
            case TurnEvent():
                self._beside = event.status_line
                self._say(f"    {one_line(safe(answer(event, self._goal)))}")
            case LearnedEvent():
                self._say(f"    learned {len(event.added)}, dropped {len(event.removed)}")
            case Retried():
                self._say(f"    trying again: {one_line(event.error)}")
            case Scored() if event.score != self._score:
                self._score = event.score
                self._say(f"    score {points(event.score)} of {points(event.maximum)}")
            case EpisodeEnded():
                self._say(*ending(event))

    def _say(self, *lines: str) -> None:
        for line in lines:
            short = line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " ..."
            print(short.rstrip(), file=self._output)
        self._output.flush()


class OneLine:
    """Prints one line at the end of the episode. This is a `Watch`."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def __call__(self, event: Event) -> None:
        if isinstance(event, EpisodeEnded):
            print("; ".join(ending(event)), file=self._output, flush=True)


class Transcript:
    """Prints the goal, the world's text, and the inventory when it changes, for a human player. This is a `Watch`.

    Args:
        echo: the number of first commands to print, since the user did not type them here; None for all.
    """

    def __init__(self, output: TextIO, echo: int | None) -> None:
        self._output = output
        self._echo = echo
        self._wraps = output.isatty()
        self._goal = self._inventory = ""

    def __call__(self, event: Event) -> None:
        match event:
            case EpisodeStarted():
                self._goal = event.goal
                limit = f"You have {counted(event.max_steps, 'step')}. " if event.max_steps else ""
                self._say(who(event), f"Goal: {one_line(event.goal)}", f"{limit}Type quit to leave.", "")
                if instructions := safe(event.instructions).strip():
                    self._say(instructions, "")
            case TurnEvent():
                self._turn(event)
            case EpisodeEnded():
                self._say(*ending(event))
                if event.why == "left":
                    self._say(f"resume: {resumption(event.run)}")

    def _turn(self, event: TurnEvent) -> None:
        if event.command and self._echo != 0:
            self._say(f"> {one_line(event.command)}")
            self._echo = None if self._echo is None else self._echo - 1
        self._say(safe(answer(event, self._goal)).strip(), "")
        inventory = safe(event.inventory).strip()
        if inventory and inventory != self._inventory:
            self._inventory = inventory
            self._say(inventory, "")

    def _say(self, *texts: str) -> None:
        lines = [line for text in texts for line in text.split("\n")]
        if self._wraps:
            width = max(shutil.get_terminal_size().columns, 20)
            lines = [textwrap.fill(line, width, break_on_hyphens=False) for line in lines]
        print(*lines, sep="\n", file=self._output, flush=True)
