from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from ariadne.exam.play import DETOURS, record
from ariadne.exam.truth import Topic
from ariadne.worlds.card import ErrandsScoring
from ariadne.worlds.textworld import load_card
from tests.conftest import Game
from tests.exam.plays import played

# The games are played once for all tests.
pytestmark = pytest.mark.xdist_group("exam")


def test_a_seed_is_always_the_same_play_and_another_seed_is_another(game: Game) -> None:
    story = game("cooking")
    play = played(story)
    assert record(story, story.stem, 1) == play
    assert record(story, story.stem, 2).turns != play.turns


@pytest.mark.parametrize("family", ["treasure-hunt", "cooking", "cleaning"])
def test_on_the_way_of_the_walkthrough_things_are_moved_opened_and_closed(game: Game, family: str) -> None:
    # Whether that wins does not matter: a detour may leave a tidy house untidy.
    play, card = played(game(family)), load_card(game(family))
    assert card
    given = iter(moment.turn.command for moment in play.moments)
    assert all(command in given for command in card.walkthrough)
    assert len(play.moments) > len(card.walkthrough) + DETOURS / 2
    changes = Counter(
        topic
        for before, after in pairwise(play.moments)
        for topic in before.truth.values
        if before.truth.values[topic] != after.truth.values.get(topic)
    )
    assert sum(topic.aspect == "place" for topic in changes) >= 2
    assert any(topic.aspect == "state" for topic in changes)
    assert max(changes.values()) > 1


def test_a_detour_that_loses_is_taken_back(game: Game) -> None:
    # The seeds with detours on which what the recipe needs is spoiled or eaten.
    for seed in (4, 8):
        last = record(game("cooking"), "cooking", seed).moments[-1].turn
        assert last.done
        assert "*** The End ***" in last.observation


def test_in_a_life_all_errands_are_done_and_what_others_move_is_known_with_the_errand(game: Game) -> None:
    story = game("errands")
    play, card = played(story), load_card(story)
    assert card
    assert isinstance(card.scoring, ErrandsScoring)
    assert play.moments[-1].score.won
    news = {(each.thing, each.who, each.text) for errand in card.scoring.errands for each in errand.news}
    told = [(moment, thing, who) for moment in play.moments for thing, who in moment.movers.items()]
    assert told
    for moment, thing, who in told:
        (text,) = [
            text for one, other, text in news if (one, other) == (thing, who) and text in moment.turn.observation
        ]
        assert moment.truth.values[Topic("place", thing)] in text


def test_the_engine_tells_where_the_player_is(game: Game) -> None:
    for moment in played(game("treasure-hunt")).moments:
        assert moment.truth.room == moment.turn.location


def test_what_is_in_something_closed_is_not_before_the_eyes(game: Game) -> None:
    hidden = 0
    for moment in played(game("treasure-hunt")).moments:
        for topic, value in moment.truth.values.items():
            if topic.aspect == "place" and moment.truth.values.get(Topic("state", value)) in ("closed", "locked"):
                assert topic.thing not in moment.truth.visible
                hidden += 1
    assert hidden


def test_what_is_taken_is_in_the_inventory(game: Game) -> None:
    taken = 0
    for moment in played(game("treasure-hunt")).moments:
        verb, _, rest = moment.turn.command.partition(" ")
        if verb == "take" and moment.turn.observation.startswith(("You take", "You pick up")):
            thing = rest.partition(" from ")[0]
            assert moment.truth.values[Topic("place", thing)] == "inventory"
            taken += 1
    assert taken
