"""Steering by relative positions: `a red ball 2 steps ahead and 1 step to your left`.

The shown turns are followed by dead reckoning: each command moves the player, each text marks positions. The target is
approached by the shortest way; while it is unseen, the reasoner looks around, then moves on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from ariadne.reasoner.playing.shown import COMMAND
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import bare

Cell = tuple[int, int]
"""Steps to the right and ahead of the first turn's position and orientation."""

_State = tuple[Cell, int]
_AROUND = re.compile(
    r"\ban? (?P<name>[^,.;]{1,60}?)(?: (?P<ahead>\d{1,3}) steps? ahead)?"
    r"(?:(?: and)? (?P<aside>\d{1,3}) steps? to (?:your|the) (?P<side>left|right))?(?=[.,;])",
    re.IGNORECASE,
)
_AHEADS: Sequence[Cell] = ((0, 1), (1, 0), (0, -1), (-1, 0))
LEFT, RIGHT, FORWARD = "turn left", "turn right", "go forward"
_TURNED = {LEFT: -1, RIGHT: 1}
TURNS = _TURNED.keys()
"""The commands that every such world has."""
_STATE = re.compile(r"^(?:open|closed|locked) ")
# The bound of the path search, and the longest walk before looking around again.
_BOUND, _STRETCH = 24, 3


@dataclass
class Bearings:
    """The player's position and orientation, and what is around.

    Attributes:
        way: the orientation, as an index of `_AHEADS`.
    """

    at: Cell = (0, 0)
    way: int = 0
    things: dict[Cell, str] = field(default_factory=dict)

    @classmethod
    def of(cls, turns: Iterable[str]) -> Bearings:
        """Read consecutive turns."""
        chart = cls()
        for turn in turns:
            for command in COMMAND.findall(turn):
                chart._do(command.strip().lower())
            chart._see(COMMAND.sub("", turn))
        return chart

    @property
    def front(self) -> Cell:
        """The cell in front."""
        return _beside(self.at, self.way)

    def faced(self, wanted: str) -> str:
        """The name of what is in front, without its state, if it matches the wanted one."""
        name = _STATE.sub("", self.things.get(self.front, ""))
        return name if wanted and name.endswith(wanted) else ""

    def is_free(self, cell: Cell) -> bool:
        """Whether a cell is free, as far as known."""
        name = self.things.get(cell, "open")
        return name.startswith("open") and max(map(abs, (cell[0] - self.at[0], cell[1] - self.at[1]))) <= _BOUND

    def reach(self, way: int) -> int:
        """The number of free steps straight on, as far as known."""
        cell = _beside(self.at, way)
        steps = 0
        while self.is_free(cell) and steps < _BOUND:
            cell, steps = _beside(cell, way), steps + 1
        return steps

    def called(self, wanted: str) -> set[Cell]:
        """The positions of matching things: the wanted name may be shorter than the seen one."""
        return {cell for cell, name in self.things.items() if wanted and name.endswith(wanted)}

    def way_to(self, faced: Collection[Cell]) -> list[str] | None:
        """The fewest commands to face one of some cells; None if no way is known."""
        came: dict[_State, tuple[_State, str] | None] = {(self.at, self.way): None}
        queue = list(came)
        for cell, way in queue if faced else ():
            if _beside(cell, way) in faced:
                return _back(came, (cell, way))
            ahead = [(FORWARD, (_beside(cell, way), way))] if self.is_free(_beside(cell, way)) else []
            for command, state in (*ahead, *((turn, (cell, (way + by) % 4)) for turn, by in _TURNED.items())):
                if state not in came:
                    came[state] = (cell, way), command
                    queue.append(state)
        return None

    def _do(self, command: str) -> None:
        self.way = (self.way + _TURNED.get(command, 0)) % 4
        if command == FORWARD:
            self.at = self.front

    def _see(self, text: str) -> None:
        self.things.pop(self.front, None)
        for match in _AROUND.finditer(text):
            if match["ahead"] or match["aside"]:
                ahead, aside = int(match["ahead"] or 0), int(match["aside"] or 0)
                right = aside if (match["side"] or "").lower() == "right" else -aside
                (x, y), (dx, dy) = self.at, _AHEADS[self.way]
                self.things[x + ahead * dx + right * dy, y + ahead * dy - right * dx] = bare(match["name"])


def steer(chart: Bearings, intent: Intent, carried: Sequence[str]) -> str:
    """Return the command that leads towards facing what a sub-goal wants, or puts something down beside another.

    Empty if it is faced already, or its position is unknown.
    """
    held = [name for name in carried if name.endswith(intent.thing)]
    if intent.verb != "put" or not held:
        return next(iter(chart.way_to(chart.called(intent.thing)) or ()), "")
    beside = {_beside(cell, way) for cell in chart.called(intent.other) for way in range(len(_AHEADS))}
    way = chart.way_to(beside - chart.things.keys())
    return f"drop {held[0]}" if way == [] else next(iter(way or ()), "")


def look_around(chart: Bearings, done: Sequence[str]) -> str:
    """Return a command that shows something new: open a closed door, look to all sides, or walk in the longest
    direction."""
    walked = len(list(takewhile(lambda command: command == FORWARD or command.startswith("open "), reversed(done))))
    if 0 < walked < _STRETCH and chart.is_free(chart.front):
        return FORWARD
    closed = chart.way_to({cell for cell, name in chart.things.items() if name.startswith("closed")})
    if closed is not None:
        return closed[0] if closed else f"open {chart.faced('door')}"
    if len(list(takewhile(_TURNED.__contains__, reversed(done)))) < len(_AHEADS) - 1:
        return RIGHT
    longest = max(range(len(_AHEADS)), key=lambda way: (chart.reach(way), way == chart.way))
    return FORWARD if longest == chart.way else LEFT if (chart.way - longest) % len(_AHEADS) == 1 else RIGHT


def _beside(cell: Cell, way: int) -> Cell:
    return cell[0] + _AHEADS[way][0], cell[1] + _AHEADS[way][1]


def _back(came: Mapping[_State, tuple[_State, str] | None], state: _State) -> list[str]:
    """The commands that led to a state."""
    commands = []
    while step := came[state]:
        state, command = step
        commands.append(command)
    return commands[::-1]
