"""A ScienceWorld task as a world, with its own text and score, and valid actions on request.

The engine is the Java program of the package `scienceworld`.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

from ariadne.events import Status
from ariadne.text import counted
from ariadne.worlds.java import JavaWorld, Program, installed
from ariadne.worlds.world import Score, Turn

CHECK = "check valid actions"
ALWAYS = (CHECK, "inventory", "look around")

INSTRUCTIONS = f"""\
You are in a house with a workshop, a greenhouse and more, and do science there. Act by one command at a time.
- Move: go to PLACE, through an open door. Open and close: open THING, close THING.
- Perceive: look around, look at THING, look in THING, read THING, inventory, task.
- Handle: pick up THING, put down THING, move THING to THING, pour THING into THING, dunk THING into THING, mix THING
  (all that is in it), eat THING, flush THING, use THING on THING, activate THING, deactivate THING.
- Electricity: connect THING to THING, disconnect THING; a wire, a battery and others have terminals.
- Tell what you mean to work on: focus on THING. To focus on a thing that the task does not ask for fails it at once.
- Pass time: wait (ten turns), wait1 (one).
Where a name stands for several things, you are asked which one: answer with its number alone.
{CHECK}: asks what can be done here and now, and with which things. It changes nothing, but costs a step."""

_NOT_UNDERSTOOD = ("No known action matches", "Unknown action")
_PLACE = re.compile(r"\bcalled the (.+?)\.")
_ANSWER = re.compile(r"^(\d+):\t", re.MULTILINE)
# This command restarts the game unnoticed by the record.
_NOT_FOR_PLAYERS = "reset task"


def program() -> Program:
    """The engine.

    Raises:
        MissingPackage: it is not installed.
    """
    return installed(
        "ScienceWorld",
        "scienceworld",
        "scienceworld/scienceworld.jar",
        "scienceworld.runtime.pythonapi.PythonInterface",
    )


class ScienceWorld(JavaWorld):
    """A variation of a task being played, in a separate Java process.

    Raises:
        UserError: Java is not installed.
        MissingPackage: the engine is not installed.
        Failure: it cannot be started, or does not answer.
    """

    domain = "scienceworld"
    instructions = INSTRUCTIONS
    briefing = ""

    def __init__(self, task: str, variation: int) -> None:
        super().__init__(program())
        self._call("load", task, variation, "", True)
        self.walkthrough = self._strings("getGoldActionSequence")
        self.goal = str(self._call("getTaskDescription")).removeprefix("Task Description:").strip()
        self._score, self._over = 0, False
        self._last = Turn("", "", free=True)

    def reset(self) -> Turn:
        """Start from the beginning.

        Raises:
            Failure: the engine failed, has ended or timed out, now or before.
        """
        self._call("reset")
        self._last = Turn("", "", free=True)
        return self._turn("", str(self._call("step", "look around")))

    def step(self, command: str) -> Turn:
        """Execute one command.

        Raises:
            Failure: see `reset`.
        """
        line = " ".join(command.split())
        if self._over:
            return replace(self._last, command=line, observation="The task is over.", status="invalid")
        if line.lower() == CHECK:
            return self._list_actions(line)
        if line.lower() == _NOT_FOR_PLAYERS:
            return replace(self._last, command=line, observation="That is not possible.", status="invalid")
        return self._turn(line, str(self._call("step", line)))

    def score(self) -> Score:
        """ScienceWorld's score, from 0 to 100; negative if the task has failed."""
        won = self._over and self._score >= 100
        return Score(self._score, 100, won, lost=self._over and not won)

    def _turn(self, line: str, text: str) -> Turn:
        self._score = round(100 * float(self._call("getScore")))
        self._over = bool(self._call("getCompleted")) or self._score < 0
        look = str(self._call("freeActionLook")).strip()
        found = _PLACE.search(look)
        place = found[1].lower() if found else self._last.location
        # `look` takes no game time, so an agent that enters a place gets its description.
        seen = [text.strip(), look] if self._last.location not in ("", place) else [text.strip()]
        answers = tuple(_ANSWER.findall(text))
        status: Status = "invalid" if text.startswith(_NOT_UNDERSTOOD) else "meta" if answers else "valid"
        self._last = Turn(
            line,
            "\n".join(seen),
            str(self._call("freeActionInventory")).strip(),
            () if self._over else answers or ALWAYS,
            place,
            self._over,
            free=not self._over,
            status=status,
        )
        return self._last

    def _list_actions(self, line: str) -> Turn:
        listing = json.loads(str(self._call("getValidActionObjectCombinationsJSON")))
        actions = sorted({*ALWAYS, *(str(each["action"]) for each in listing["validActions"])} - {_NOT_FOR_PLAYERS})
        things = sorted(self._strings("getPossibleObjects"))
        text = f"{counted(len(actions), 'action')} are valid, with these things: {'; '.join(things)}."
        return replace(self._last, command=line, observation=text, commands=tuple(actions), status="meta")
