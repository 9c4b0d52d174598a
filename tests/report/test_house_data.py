from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ariadne.history import History
from ariadne.report.house_data import house_data
from tests.screen.events import acted, learned, started, turn


def stands(facts: Sequence[str]) -> dict[str, str | None]:
    """What each vertex stands in after these facts were learned in the kitchen; None for nothing."""
    events = [started(), turn("-= Kitchen =-", location="kitchen", step=0), learned([*facts]), acted("look")]
    house: dict[str, Any] = house_data(History.of(events, whole=True))
    names = house["names"]
    return {names[name]: names[at] if at >= 0 else None for step in house["steps"] for name, at in step["under"]}


def test_in_a_room_and_in_a_hand_is_only_what_is_said_to_be_there() -> None:
    told = stands(
        [
            "onion, is in, inventory", "fridge, is in, kitchen", "egg, is in, fridge", "cup, could be in, kitchen",
            "recipe, requires, onion", "recipe, requires, salt", "cellar, could be west of, kitchen",
        ]
    )  # fmt: skip
    assert (told["fridge"], told["egg"], told["cup"]) == ("kitchen", "fridge", "kitchen")
    assert told["recipe"] is None
    assert told["salt"] == "recipe"
    assert told["cellar"] is None
