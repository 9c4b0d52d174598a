from __future__ import annotations

import pytest

from ariadne.worlds.card import GameCard, HomesScoring
from tests.conftest import Game
from tests.worlds.playing import playing


@pytest.fixture
def card(game: Game) -> GameCard:
    return GameCard.load(game("cleaning").with_suffix(".yaml"))


def test_carrying_a_misplaced_thing_is_a_point_and_bringing_it_home_another(game: Game, card: GameCard) -> None:
    with playing(game("cleaning")) as world:
        world.reset()
        scores = []
        for command in card.walkthrough:
            before = world.score().score
            world.step(command)
            gained = world.score().score - before
            assert gained == (1 if command.split()[0] in ("take", "put", "insert", "drop") else 0)
            scores.append(world.score().score)
    assert scores[-1] == card.maximum


def test_dropping_a_misplaced_thing_takes_the_point_back(game: Game, card: GameCard) -> None:
    with playing(game("cleaning")) as world:
        turn = world.reset()
        for command in card.walkthrough:
            turn = world.step(command)
            if command.startswith("take "):
                break
        assert world.score().score == 1
        (drop,) = [command for command in turn.commands if command.startswith("drop ")]
        assert isinstance(card.scoring, HomesScoring)
        assert turn.location not in card.scoring.homes[drop.removeprefix("drop ")]
        world.step(drop)
        assert world.score().score == 0


def test_taking_what_was_in_its_place_costs_a_point_until_it_is_back(game: Game, card: GameCard) -> None:
    with playing(game("cleaning")) as world:
        turn = world.reset()
        assert isinstance(card.scoring, HomesScoring)
        for command in turn.commands:
            thing, _, holder = command.removeprefix("take ").partition(" from ")
            if holder in card.scoring.homes.get(thing, ()):
                break
        world.step(command)
        assert world.score().score == -1
        assert world.score().normalized == 0
        put = next(
            valid
            for verb in ("put {} on {}", "insert {} into {}")
            if (valid := verb.format(thing, holder)) in world.step("look").commands
        )
        world.step(put)
        assert world.score().score == 0


def test_it_is_won_by_order_not_by_points(game: Game, card: GameCard) -> None:
    with playing(game("cleaning")) as world:
        world.reset()
        for command in card.walkthrough[:-1]:
            assert not world.step(command).done
            assert not world.score().won
        assert world.step(card.walkthrough[-1]).done
        assert world.score().won
