from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.history import History
from ariadne.report.cards import Card, Layout, lay_out
from tests.screen.events import learned, started, turn

NAMES = st.sampled_from(["hall", "attic", "box", "key", "inventory", "open", "north"])
RELATIONS = st.sampled_from(["is in", "is on", "contains", "is", "has exit", "is north of", "opens"])


def told(*steps: tuple[list[str], list[str]]) -> History:
    """A hall with an attic north of it, and what is learned and dropped at each step."""
    rooms = [turn("A hall.", "hall", step=0), turn("An attic.", "attic", "go north", step=1)]
    facts = [learned(added, removed, step) for step, (added, removed) in enumerate(steps, 2)]
    return History.of([started(), *rooms, *facts])


def card_of(layout: Layout, name: str) -> Card:
    (card,) = (card for card in layout.cards if name in card.members)
    return card


def test_rooms_lie_by_compass_and_things_on_the_card_of_their_room() -> None:
    layout = lay_out(told((["box, is in, hall", "key, is in, box", "box, is, open"], [])))
    assert card_of(layout, "attic").y < card_of(layout, "hall").y
    assert card_of(layout, "hall").members == ("hall", "box", "key")
    assert layout.spots["key"][0] > layout.spots["box"][0], "what is in a box stands a little to the right"
    assert card_of(layout, "open").head is None
    assert layout.rooms == {"hall", "attic"}


def test_a_thing_that_moved_stands_where_it_was_last() -> None:
    layout = lay_out(told((["key, is in, hall"], []), (["key, is in, inventory"], ["key, is in, hall"])))
    assert card_of(layout, "key").head == "inventory"


def test_an_exit_is_a_way_out_of_its_room_and_no_vertex() -> None:
    layout = lay_out(told((["hall, has exit, west"], [])))
    hall = card_of(layout, "hall")
    (way,) = layout.drawn
    assert "west" not in layout.spots
    assert way.start[0] == hall.x
    assert way.end[0] < hall.x


def test_boxes_within_each_other_have_a_place() -> None:
    layout = lay_out(told((["a, is in, b", "b, is in, a"], [])))
    assert {"a", "b"} <= layout.spots.keys()


def test_a_world_without_rooms_and_a_memory_without_a_graph_are_laid_out() -> None:
    empty = lay_out(History.of([started(), turn("Nothing.", "", step=0)]))
    assert (empty.cards, empty.spots) == ((), {})


@given(st.lists(st.tuples(NAMES, RELATIONS, NAMES), max_size=12))
def test_every_vertex_has_one_place_inside_the_drawing_whatever_is_said(triplets: list[tuple[str, str, str]]) -> None:
    shown = told(*(([", ".join(triplet)], []) for triplet in triplets))
    layout = lay_out(shown)
    assert layout == lay_out(shown)
    assert len(layout.drawn) == len(shown.edges)
    members = [name for card in layout.cards for name in card.members]
    assert sorted(members) == sorted(layout.spots)
    assert len(set(layout.spots.values())) == len(layout.spots)
    for card in layout.cards:
        assert 0 <= card.x <= card.x + card.width <= layout.width
        assert 0 <= card.y <= card.y + card.height <= layout.height
        assert all(card.x < layout.spots[name][0] < card.x + card.width for name in card.members)
    for number, card in enumerate(layout.cards):
        for other in layout.cards[number + 1 :]:
            beside = card.x + card.width <= other.x or other.x + other.width <= card.x
            assert beside or card.y + card.height <= other.y or other.y + other.height <= card.y
