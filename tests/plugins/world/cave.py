"""A world: a cave of some ledges, with a lamp at its bottom."""

from pathlib import Path

from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.world import Score, Turn


class Cave:
    """Go down, take the lamp, and come up again."""

    domain, instructions, briefing = "cave", "", ""
    goal = "Bring the lamp up from the bottom of the cave."
    _ledge, _lamp = 0, False

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.walkthrough = ("go down",) * depth + ("take lamp",) + ("go up",) * depth

    def reset(self) -> Turn:
        self._ledge, self._lamp = 0, False
        return self._turn("")

    def step(self, command: str) -> Turn:
        if command in self._turn("").commands:
            self._ledge += {"go down": 1, "go up": -1}.get(command, 0)
            self._lamp = self._lamp or command == "take lamp"
        return self._turn(command)

    def score(self) -> Score:
        return Score(self._lamp, 1, won=self._lamp and self._ledge == 0)

    def close(self) -> None:
        """Do nothing."""

    def _turn(self, command: str) -> Turn:
        here = self._ledge == self.depth and not self._lamp
        can = {"go down": self._ledge < self.depth, "go up": self._ledge > 0, "take lamp": here}
        place = f"ledge {self._ledge}" if self._ledge else "mouth of the cave"
        text = f"You are on the {place}." + (" You see a lamp." if here else "")
        held = f"You are carrying {'a lamp' if self._lamp else 'nothing'}."
        return Turn(command, text, held, tuple(way for way in can if can[way]), place, self.score().won)


def _find(name: str, seed: int | None) -> Game | None:
    depth = seed or 3
    if name != "cave":
        return None
    return Game(name, Path(__file__), seed=depth, max_steps=30, open=lambda: Cave(depth))


KIND = WorldKind(find=_find, names=lambda: ["cave"], about=lambda name: "A lamp in a cave; its depth is the seed.")
