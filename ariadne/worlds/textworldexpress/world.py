"""A TextWorldExpress game as a world, with its own text and score, and valid actions at every step.

The engine is the Java program of the package `textworld-express` (Jansen and Côté 2022, arXiv:2208.01174).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from ariadne.worlds.java import JavaWorld, Program, installed
from ariadne.worlds.world import Score, Turn

_PLACE = re.compile(r"You are in the (.+?)\.")
_SHUT = re.compile(r"\bto the (\w+) you see a closed ", re.IGNORECASE)
_OPEN = re.compile(r"\bthrough an open [^,.]+, to the (\w+) you see ", re.IGNORECASE)
_NOTHING_HAPPENED = ("Unknown action", "That is already ", "You can't move there")


def program() -> Program:
    """The engine.

    Raises:
        MissingPackage: it is not installed.
    """
    return installed(
        "TextWorldExpress",
        "textworld-express",
        "textworld_express/textworld-express.jar",
        "textworldexpress.runtime.PythonInterface",
    )


class TextWorldExpress(JavaWorld):
    """A game being played with its default parameters, in a separate Java process.

    Args:
        fold: the set that its things come from: `train`, `dev` or `test`.

    Raises:
        UserError: Java is not installed.
        MissingPackage: the engine is not installed.
        Failure: it cannot be started, or does not answer.
    """

    domain = "textworldexpress"
    instructions = ""
    briefing = ""

    def __init__(self, game: str, seed: int, fold: str) -> None:
        super().__init__(program())
        self._call("load", game, "")
        self._made = (seed, fold)
        self._call("generateNewGameJSON", *self._made, True)
        self.walkthrough = self._strings("getGoldActionSequence")
        self.goal = str(self._call("getTaskDescription")).strip()
        self._last, self._score = Turn("", ""), Score(0, 1)

    def reset(self) -> Turn:
        """Start from the beginning.

        Raises:
            Failure: the engine failed, has ended or timed out, now or before.
        """
        self._last = Turn("", "")
        return self._turn("", str(self._call("generateNewGameJSON", *self._made, False)))

    def step(self, command: str) -> Turn:
        """Execute one command.

        Raises:
            Failure: see `reset`.
        """
        line = " ".join(command.split())
        if self._last.done:
            return replace(self._last, command=line, observation="The game is over.", status="invalid")
        return self._turn(line, str(self._call("stepJSON", line)))

    def score(self) -> Score:
        """Return the game's score as a share of the maximum; -1 if a wrong move has lost the game."""
        return self._score

    def parameters(self) -> Mapping[str, str]:
        """Return the game's parameters, for users; never for an agent."""
        made = json.loads(str(self._call("getGenerationPropertiesJSON")))
        return {name: str(value) for name, value in sorted(made.items()) if name not in {"seed", "gameSet"}}

    def _turn(self, line: str, answer: str) -> Turn:
        state = json.loads(answer)
        won, lost = bool(state["tasksuccess"]), bool(state["taskfailure"])
        self._score = Score(float(state["score"]), 1, won, lost)
        text, look = str(state["observation"]).strip(), str(state["look"])
        place = _PLACE.search(look)
        self._last = Turn(
            line,
            text,
            str(state["inventory"]).strip(),
            () if won or lost else tuple(sorted({*map(str, state["validActions"])} - _refused(look))),
            place[1].lower() if place else "",
            won or lost,
            status="invalid" if text.startswith(_NOTHING_HAPPENED) else "valid",
        )
        return self._last


def _refused(look: str) -> set[str]:
    """Commands that a place's text rules out: the engine lists both opening and closing every door as valid."""
    shut, ajar = ([way.lower() for way in each.findall(look)] for each in (_SHUT, _OPEN))
    return {
        *(f"{verb} {way}" for way in shut for verb in ("move", "close door to")),
        *(f"open door to {way}" for way in ajar),
    }
