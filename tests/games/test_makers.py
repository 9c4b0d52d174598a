"""Makers still make the games of tests/recorded/makers.json, or their version has changed."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from ariadne.games.families import FAMILIES
from ariadne.games.presets import load_preset, preset_names
from tests.conftest import FOREIGN
from tests.nightly import mostly_nightly
from tools.makers import is_told, made, written

REMEDY = (
    "its maker makes other games than before: give its family another version in ariadne/games/families.py, and say "
    "python tools/makers.py"
)


@pytest.mark.skipif(written()["textworld"] != version("textworld"), reason="written down with another TextWorld")
@pytest.mark.parametrize("name", mostly_nightly(preset_names(), FAMILIES.keys() - FOREIGN.keys()))
def test_a_preset_makes_the_games_that_it_made(name: str) -> None:
    before, now = written()[name], made(load_preset(name))
    assert before == now, f"{name}: {REMEDY}"


def test_changed_games_need_a_new_version() -> None:
    before = {"maker": 1, "digest": "a"}
    assert is_told(before, before)
    assert is_told(before, {"maker": 2, "digest": "b"})
    assert not is_told(before, {"maker": 1, "digest": "b"})
