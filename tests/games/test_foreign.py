"""TextWorld's own families as presets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.games.build_worker import prove
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, preset_from
from ariadne.worlds.card import GameCard
from ariadne.worlds.textworld import open_world
from tests.conftest import FOREIGN, Game
from tests.nightly import mostly_nightly

each_family = pytest.mark.parametrize("family", mostly_nightly(FOREIGN, ["coin-collector"]))


def preset(family: str, **knobs: Any) -> Preset:
    return preset_from(f"small-{family}", {"family": family, "description": "Small.", "knobs": knobs}, family)


def card_of(story: Path) -> GameCard:
    return GameCard.load(story.with_suffix(".yaml"))


@each_family
def test_textworlds_walkthrough_wins_and_its_length_is_on_the_card(game: Game, family: str) -> None:
    story = game(family)
    prove(story)
    card = card_of(story)
    assert (card.family, card.seed) == (family, 1)
    assert card.walkthrough_length == len(card.walkthrough) > 0
    assert card.maximum > 0


@each_family
def test_the_goal_is_the_one_that_textworld_wrote_into_the_story(game: Game, family: str) -> None:
    told = json.loads(game(family).with_suffix(".json").read_text(encoding="utf-8"))["objective"]
    world = open_world(game(family))
    try:
        assert world.goal == card_of(game(family)).goal == told.strip() != ""
        assert world.briefing == ""
    finally:
        world.close()


def test_the_chain_of_a_coin_collector_is_as_long_as_its_level(game: Game) -> None:
    card = card_of(game("coin-collector"))
    assert card.walkthrough[-1] == "take coin"
    assert card.walkthrough_length == FOREIGN["coin-collector"]["level"]
    assert card.maximum == 1


@pytest.mark.parametrize(
    ("family", "knobs", "said"),
    [
        ("coin-collector", {"level": 151}, "level 151 has 102 rooms"),
        ("custom", {"quest_lenght": 3}, "did you mean quest_length"),
        ("ftwp", {"recipe": 2, "take": 3}, "3 ingredients to take, but the recipe has 2"),
    ],
)
def test_knobs_that_cannot_be_are_one_clear_line(family: str, knobs: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said) as raised:
        preset(family, **knobs)
    assert "\n" not in str(raised.value)


@pytest.mark.nightly
def test_an_impossible_quest_is_an_error_that_suggests_another_seed(tmp_path: Path) -> None:
    """One room with three things has no three conditions that a quest of three actions can cause."""
    impossible = preset("custom", rooms=1, objects=3, quest_length=3, quest_breadth=3)
    with pytest.raises(UserError, match="seed 1: take another seed") as raised:
        make_game(impossible, 1, tmp_path)
    assert "\n" not in str(raised.value)
    assert not list(tmp_path.iterdir())
