from __future__ import annotations

from typing import Any

import numpy as np
from minigrid.core.constants import COLOR_TO_IDX, OBJECT_TO_IDX, STATE_TO_IDX

from ariadne.worlds.babyai.view import View

SIZE = 7


def view(*things: tuple[int, int, str], direction: int = 0, empty: bool = True, carried: str = "") -> View:
    """The view in which things such as `locked red door` are so many cells ahead and to the right."""
    image = np.zeros((SIZE, SIZE, 3), dtype=np.uint8)
    image[:, :, 0] = OBJECT_TO_IDX["empty" if empty else "unseen"]
    for ahead, right, what in (*things, *([(0, 0, carried)] if carried else [])):
        *state, color, kind = ["grey", "wall"] if what == "wall" else what.split()
        encoded = (OBJECT_TO_IDX[kind], COLOR_TO_IDX[color], STATE_TO_IDX[state[0]] if state else 0)
        image[SIZE // 2 + right, SIZE - 1 - ahead] = encoded
    return View({"image": image, "direction": direction})


def commands(seen: View) -> set[str]:
    return {deed.command for deed in seen.deeds}


def test_things_are_told_by_color_and_place_the_nearest_first() -> None:
    seen = view((5, -2, "red ball"), (1, 0, "blue key"), (0, 3, "green box"), (2, 1, "locked yellow door"), direction=3)
    assert seen.text == (
        "You are facing north. You see a blue key 1 step ahead."
        " You see a locked yellow door 2 steps ahead and 1 step to your right."
        " You see a green box 3 steps to your right. You see a red ball 5 steps ahead and 2 steps to your left."
    )


def test_walls_are_told_where_one_would_walk_into_them() -> None:
    seen = view((4, 0, "wall"), (5, 0, "wall"), (0, -2, "wall"), (3, 3, "wall"))
    assert seen.text == "You are facing east. You see a wall 4 steps ahead. You see a wall 2 steps to your left."
    behind = view((2, 0, "open red door"), (4, 0, "wall"))
    assert behind.text == "You are facing east. You see an open red door 2 steps ahead."


def test_unseen_cells_are_not_described() -> None:
    assert view(empty=False).text == "You are facing east."
    assert commands(view(empty=False)) == {"turn left", "turn right"}


def test_what_can_be_done_depends_on_what_is_in_front_and_in_hand() -> None:
    turns = {"turn left", "turn right"}
    assert commands(view()) == turns | {"go forward"}
    assert commands(view((1, 0, "wall"))) == turns
    assert commands(view((1, 0, "red ball"))) == turns | {"pick up red ball"}
    assert commands(view((1, 0, "red ball"), carried="blue key")) == turns
    assert commands(view(carried="blue key")) == turns | {"go forward", "drop blue key"}
    assert commands(view((1, 0, "blue box"))) == turns | {"pick up blue box", "open blue box"}
    assert commands(view((1, 0, "closed red door"))) == turns | {"open red door"}
    assert commands(view((1, 0, "open red door"), carried="red key")) == turns | {"go forward", "close red door"}
    assert commands(view((1, 0, "locked red door"), carried="blue key")) == turns
    assert commands(view((1, 0, "locked red door"), carried="red ball")) == turns
    assert commands(view((1, 0, "locked red door"), carried="red key")) == turns | {"unlock red door"}


def test_inventory_is_what_is_in_hand() -> None:
    assert view().inventory == "You are carrying nothing."
    carrying: Any = view(carried="purple box")
    assert carrying.inventory == "You are carrying a purple box."
    assert "purple box" not in carrying.text
