from __future__ import annotations

import numpy as np
import pytest

from ariadne.reasoner.model import same_words
from ariadne.reasoner.sense.habits import Habits, usual
from ariadne.reasoner.sense.sense import Sense
from tools import make_habits
from tools.houses import Paper, drawn
from tools.make_habits import NOTHING, Names, case, learn, made, pace, score

# Names that mean nothing to the lexicon: nothing but these games tells where the one or the other belongs.
PAPER = Paper(
    "somebody/01",
    {"room one": ["gog one", "zug one"], "room two": ["gog two", "zug two"], "room three": ["peg"]},
    {
        **{f"blik {letter}": ["gog one", "gog two"] for letter in "abcdefghij"},
        **{f"frum {letter}": ["zug one", "zug two"] for letter in "abcdefghij"},
    },
)


def taught() -> Habits:
    """What is learned of games in one house, which hold for other games in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make_habits, "EPOCHS", 20)
        mind, things, places = Sense(same_words, NOTHING), Names(), Names()
        games = [case(drawn(PAPER, seed), mind, things, places) for seed in range(30)]
        of_things = things.matrix(range(len(things.features)))
        of_places = places.matrix(range(len(places.features)))
        found = learn(games[:25], of_things, of_places)
        assert np.mean([score(found, each, of_things, of_places) for each in games[25:]]) >= 0.9
        return made(found, of_things, of_places)


@pytest.fixture(scope="module")
def learned() -> Habits:
    return taught()


def test_habits_are_learned_from_games_and_hold_for_names_that_were_not_there(learned: Habits) -> None:
    mind = Sense(same_words, learned)

    def leaning(thing: str) -> float:
        vectors = [
            learned.places.vector(*mind.says_where(make_habits.Place(holder, "room three")))
            for holder in ("gog three", "zug three")
        ]
        name = learned.things.vector(*mind.says_of(thing))
        return usual(name, vectors[0]) - usual(name, vectors[1])

    assert leaning("blik z") > 0 > leaning("frum z")


def test_the_same_games_teach_the_same(learned: Habits) -> None:
    again = taught()
    assert again.things.row == learned.things.row
    assert np.array_equal(again.things.vectors, learned.things.vectors)
    assert np.array_equal(again.places.vectors, learned.places.vectors)


def test_only_furniture_and_the_place_where_it_lies_are_open_to_a_thing() -> None:
    mind, things, places = Sense(same_words, NOTHING), Names(), Names()
    game = drawn(Paper("b", {"den": ["rack"]}, {"rug": ["den"], "hat": ["rack"], "cap": ["rack"]}), 1)
    found = case(game, mind, things, places)
    rug, hat = list(game.lies).index("rug"), list(game.lies).index("hat")
    assert found.open[rug].sum() == 2
    assert found.open[hat].sum() == 1


def test_rare_features_are_left_out() -> None:
    names = Names()
    for name in ("red hat", "red cap"):
        names.add(name, ({f"word:{word}": 1.0 for word in name.split()}, np.zeros(0, np.float32)))
    assert names.matrix([0, 1]).features == ["word:red"]


def test_learning_speeds_up_and_then_slows_down_to_a_halt() -> None:
    assert pace(0) == pytest.approx(1 / 3)
    assert pace(0.15) == pytest.approx(1)
    assert pace(1) == pytest.approx(0)
