"""Games of every family, ours and TextWorld's own, played whole by the built-in reasoner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.games.make import make_game
from ariadne.games.presets import preset_from
from tests.conftest import FOREIGN, SMALL, Game
from tests.runs.playing import played_with_rules

pytestmark = pytest.mark.nightly

MAX_STEPS = 80

LARGE: dict[str, tuple[str, dict[str, Any]]] = {
    "treasure-hunt-with-doors": ("treasure-hunt", {"rooms": 8, "keys": 3, "doors": 3, "room_names": "letters"}),
    "coin-collector-with-dead-ends": ("coin-collector", {"level": 206}),
}
"""Where there is more to get lost in."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SMALL, *FOREIGN, *LARGE])
def test_no_game_is_walked_through_in_circles(name: str, game: Game, tmp_path: Path) -> None:
    if name in LARGE:
        family, knobs = LARGE[name]
        preset = preset_from(name, {"family": family, "description": "Large.", "knobs": knobs}, name)
        story = make_game(preset, 1, tmp_path)
    else:
        story = game(name)
    played = played_with_rules(story, tmp_path, MAX_STEPS)
    assert played.end.error == ""
    assert played.rounds <= 2, played.actions
