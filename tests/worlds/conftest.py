"""Stories that tests of worlds play or damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import Game


@pytest.fixture(scope="session")
def plain_story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rooms and a note, made with TextWorld alone: no quest, no score, no objective, no card."""
    from textworld import GameMaker, GameOptions
    from textworld.generator import compile_game

    options = GameOptions()
    options.seeds = 1
    maker = GameMaker(options)
    hall, room = maker.new_room("hall"), maker.new_room("kid's room")
    maker.connect(hall.east, room.west)
    maker.set_player(hall)
    note = maker.new("o", "note")
    note.infos.desc = "It says: $$$$$$$ for the -= Attic =- > nothing."
    hall.add(note)
    options.path = str(tmp_path_factory.mktemp("plain") / "plain.z8")
    return Path(compile_game(maker.build(), options))


@pytest.fixture
def copy(game: Game, tmp_path: Path) -> Path:
    """A copy of the small hunt that a test may damage."""
    for path in game("treasure-hunt").parent.glob("small-treasure-hunt-1.*"):
        if path.is_file():
            shutil.copy(path, tmp_path / f"copy{path.suffix}")
    return tmp_path / "copy.z8"
