"""Episodes as plain lines: for pipes and files, for those who want one line, and for a human who plays."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

from ariadne.record import Event
from ariadne.screen.scene import Scene, after
from ariadne.screen.words import ending, points, who
from ariadne.text import one_line, safe

LONGEST_LINE = 400


class PlainLines:
    """A few short lines a step. It is a `Watch`."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._scene = Scene()
        self._score: float = 0

    def __call__(self, event: Event) -> None:
        scene = self._scene = after(self._scene, event)
        kind = event["event"]
        if kind == "episode_started":
            self._say(scene.who, f"goal: {scene.goal}")
        elif kind == "acted":
            sent = f" ({', '.join(scene.commands)})" if scene.commands != (scene.action,) else ""
            reason = f" -- {scene.reason}" if scene.reason else ""
            self._say(f"{scene.step:3} > {scene.action}{sent}{reason}")
        elif kind == "turn":
            self._say(f"    {one_line(scene.observation)}")
        elif kind == "learned":
            self._say(f"    learned {len(scene.added)}, dropped {len(scene.removed)}")
        elif kind == "retried":
            self._say(f"    trying again: {scene.trouble}")
        elif kind == "scored" and event["score"] != self._score:
            self._score = event["score"]
            self._say(f"    score {points(scene.score)} of {points(scene.maximum)}")
        elif kind == "episode_ended":
            self._say(*scene.ending)

    def _say(self, *lines: str) -> None:
        for line in lines:
            short = line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " ..."
            print(short.rstrip(), file=self._output)
        self._output.flush()


class OneLine:
    """Nothing until the end, and then one line. It is a `Watch`."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def __call__(self, event: Event) -> None:
        if event["event"] == "episode_ended":
            print("; ".join(ending(event)), file=self._output, flush=True)


class Transcript:
    """What a player reads: the goal, the world's words, what is carried when it changes. It is a `Watch`.

    Args:
        echo: whether to repeat the commands, where the player's typing does not show them.
    """

    def __init__(self, output: TextIO, echo: bool) -> None:
        self._output = output
        self._echo = echo
        self._wraps = output.isatty()
        self._inventory = ""

    def __call__(self, event: Event) -> None:
        kind = event["event"]
        if kind == "episode_started":
            limit = f"You have {event['max_steps']} steps. " if event["max_steps"] else ""
            self._say(who(event), f"Goal: {one_line(event['goal'])}", f"{limit}Type quit to leave.", "")
            if instructions := safe(event.get("instructions", "")).strip():
                self._say(instructions, "")
        elif kind == "turn":
            self._turn(event)
        elif kind == "episode_ended":
            self._say(*ending(event))

    def _turn(self, event: Event) -> None:
        if self._echo and event["command"]:
            self._say(f"> {one_line(event['command'])}")
        self._say(safe(event["observation"]).strip(), "")
        inventory = safe(event["inventory"]).strip()
        if inventory and inventory != self._inventory:
            self._inventory = inventory
            self._say(inventory, "")

    def _say(self, *texts: str) -> None:
        lines = [line for text in texts for line in text.split("\n")]
        if self._wraps:
            width = max(shutil.get_terminal_size().columns, 20)
            lines = [textwrap.fill(line, width, break_on_hyphens=False) for line in lines]
        print(*lines, sep="\n", file=self._output, flush=True)
