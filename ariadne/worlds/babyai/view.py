"""The player's view of BabyAI in words, from the level's observation alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minigrid.core.actions import Actions
from minigrid.core.constants import IDX_TO_COLOR, IDX_TO_OBJECT

from ariadne.text import counted

FACING = ("east", "south", "west", "north")
_STATES = ("open", "closed", "locked")
_OPEN, _LOCKED = 0, 2
_NOTHING = ("empty", "unseen", "wall", "floor")
_CARRIED = ("key", "ball", "box")


@dataclass(frozen=True)
class GridCell:
    """A cell's content and position: cells ahead of the player, and to the right (negative: to the left)."""

    kind: str
    color: str
    state: int
    ahead: int
    right: int

    @property
    def name(self) -> str:
        """The name in commands: red door."""
        return f"{self.color} {self.kind}"

    @property
    def told(self) -> str:
        """The description in a text: a closed red door 3 steps ahead and 1 step to your left."""
        what = {"door": f"{_STATES[self.state]} {self.name}", "wall": "wall"}.get(self.kind, self.name)
        return f"{'an' if what[0] in 'aeiou' else 'a'} {what} {self._where}"

    @property
    def _where(self) -> str:
        ahead = [f"{counted(self.ahead, 'step')} ahead"] if self.ahead else []
        side = "right" if self.right > 0 else "left"
        beside = [f"{counted(abs(self.right), 'step')} to your {side}"] if self.right else []
        return " and ".join([*ahead, *beside])


@dataclass(frozen=True)
class Deed:
    """A possible action.

    Attributes:
        told: the text for the player afterwards.
    """

    action: Actions
    command: str
    told: str


class View:
    """A player's view.

    Args:
        observation: of a MiniGrid level. `image` has integers of shape (n, n, 3): kind, colour and state of each cell;
            the player stands in the middle of the last row and looks up. `direction` is 0 for east.
    """

    def __init__(self, observation: dict[str, Any]) -> None:
        self.facing = FACING[observation["direction"]]
        self._image = observation["image"]
        self._size = len(self._image)

    @cached_property
    def carried(self) -> GridCell | None:
        """What the player holds; the image shows it in the player's own cell."""
        here = self._cell(0, 0)
        return here if here and here.kind in _CARRIED else None

    @cached_property
    def things(self) -> tuple[GridCell, ...]:
        """The visible things except walls, nearest first."""
        cells = (self._cell(ahead, right) for ahead, right in self._places() if (ahead, right) != (0, 0))
        found = [cell for cell in cells if cell and cell.kind not in _NOTHING]
        return tuple(sorted(found, key=lambda cell: (cell.ahead + abs(cell.right), abs(cell.right), cell.right)))

    @property
    def walls(self) -> Iterator[GridCell]:
        """The nearest visible walls straight ahead, to the left and to the right."""
        for ahead, right in ((1, 0), (0, -1), (0, 1)):
            line = (self._cell(ahead * steps, right * steps) for steps in range(1, self._size))
            # A door ends the wall search: a wall behind an open door belongs to another room.
            end = next((cell for cell in line if cell and cell.kind in ("wall", "door", "unseen")), None)
            if end and end.kind == "wall":
                yield end

    @property
    def text(self) -> str:
        """The whole view in sentences."""
        seen = " ".join(f"You see {cell.told}." for cell in (*self.things, *self.walls))
        return f"You are facing {self.facing}. {seen}".strip()

    @property
    def inventory(self) -> str:
        """What the player carries, in a sentence."""
        return f"You are carrying {f'a {self.carried.name}' if self.carried else 'nothing'}."

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """The possible actions that would change something."""
        turns = [Deed(getattr(Actions, side), f"turn {side}", f"You turn {side}.") for side in ("left", "right")]
        return (*turns, *self._straight())

    def _straight(self) -> Iterator[Deed]:
        """The possible actions on the cell in front."""
        front = self._cell(1, 0)
        if front is None or front.kind in ("unseen", "wall"):
            return
        free = front.kind in ("empty", "floor")
        if free or (front.kind == "door" and front.state == _OPEN):
            yield Deed(Actions.forward, "go forward", "You go a step forward.")
        if free and self.carried:
            yield Deed(Actions.drop, f"drop {self.carried.name}", f"You drop the {self.carried.name}.")
        if front.kind in _CARRIED and not self.carried:
            yield Deed(Actions.pickup, f"pick up {front.name}", f"You pick up the {front.name}.")
        if verb := self._toggling(front):
            yield Deed(Actions.toggle, f"{verb} {front.name}", f"You {verb} the {front.name}.")

    def _toggling(self, front: GridCell) -> str:
        """The verb for toggling the thing in front; empty if toggling changes nothing."""
        if front.kind == "box":
            return "open"
        if front.kind != "door":
            return ""
        if front.state != _LOCKED:
            return "close" if front.state == _OPEN else "open"
        return "unlock" if self.carried and self.carried.name == f"{front.color} key" else ""

    def _places(self) -> Iterator[tuple[int, int]]:
        half = self._size // 2
        return ((ahead, right) for ahead in range(self._size) for right in range(-half, half + 1))

    def _cell(self, ahead: int, right: int) -> GridCell | None:
        """The content of a cell; None outside the view."""
        column, row = self._size // 2 + right, self._size - 1 - ahead
        if not (0 <= column < self._size and 0 <= row < self._size):
            return None
        kind, color, state = map(int, self._image[column][row])
        return GridCell(IDX_TO_OBJECT[kind], IDX_TO_COLOR[color], state, ahead, right)
