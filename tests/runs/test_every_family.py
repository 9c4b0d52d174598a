"""Games of every family, ours and TextWorld's own, played whole by the built-in reasoner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.games.make import make_game
from ariadne.games.presets import preset_from
from tests.runs.playing import played_with_rules

MAX_STEPS = 80

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "treasure-hunt": ("treasure-hunt", {"rooms": 8, "keys": 3}),
    "treasure-hunt-with-doors": ("treasure-hunt", {"rooms": 8, "keys": 3, "doors": 3, "room_names": "letters"}),
    "cooking": ("cooking", {"rooms": 6, "ingredients": 2}),
    "cleaning": ("cleaning", {"rooms": 4, "things": 16, "misplaced": 4}),
    "coin-collector": ("coin-collector", {"level": 8}),
    "coin-collector-with-dead-ends": ("coin-collector", {"level": 206}),
    "treasure-hunter": ("treasure-hunter", {"level": 5}),
    "treasure-hunter-with-doors": ("treasure-hunter", {"level": 15}),
    "simple": ("simple", {}),
    "simple-without-a-goal": ("simple", {"goal": "none"}),
    "custom": ("custom", {"rooms": 4, "objects": 8, "quest_length": 5}),
    "ftwp": ("ftwp", {"recipe": 2, "take": 2, "go": 6}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_walked_through_in_circles(name: str, tmp_path: Path) -> None:
    family, knobs = GAMES[name]
    content = {"family": family, "description": "Small.", "knobs": knobs}
    story = make_game(preset_from(name, content, name), 1, tmp_path)
    played = played_with_rules(story, tmp_path, MAX_STEPS)
    assert played.end.error == ""
    assert played.rounds <= 2, played.actions
