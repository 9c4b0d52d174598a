from __future__ import annotations

from contextlib import closing

from ariadne.exam.truth import snapshot
from ariadne.worlds.textworld import TextWorld, load_card
from tests.conftest import Game


def test_what_an_engine_tells_in_another_order_is_the_same_in_the_same_order(game: Game) -> None:
    """Engines keep facts in no order: without one, each process would ask other questions of a play."""
    story = game("cleaning")
    with closing(TextWorld(story, load_card(story), watched=True)) as world:
        world.reset()
        one, other = snapshot(world.facts), snapshot(reversed(world.facts))
    assert one == other
    assert [*one.values] == [*other.values]
