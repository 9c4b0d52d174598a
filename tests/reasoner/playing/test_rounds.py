from __future__ import annotations

from ariadne.reasoner.playing.rounds import is_comparing, is_exploring, round_now, to_see_again
from tests.reasoner.scenes import picture

EXPLORING = "Explore the unknown exits | seen so far: attic, cellar"
AGAIN = "See every room again | still to see: attic, cellar"


def test_while_exits_are_unknown_the_rooms_that_were_seen_are_remembered() -> None:
    now = picture("-= Hall =-", exits=["hall, has exit, west"], plan=[EXPLORING])
    assert str(round_now(now, any_doubt=False)) == f"{EXPLORING}, hall"
    assert is_exploring(now)


def test_a_room_that_was_passed_of_late_need_not_be_seen_again() -> None:
    now = picture("> go west\n-= Hall =-", history=["> go west\n-= Attic =-"], plan=[AGAIN])
    assert str(round_now(now, any_doubt=True)) == "See every room again | still to see: cellar"


def test_only_rooms_that_a_way_leads_to_are_seen_again() -> None:
    assert to_see_again(picture("-= Hall =-", ["go to cellar", "look"], plan=[AGAIN])) == ["cellar"]


def test_places_are_compared_until_the_second_round_is_over() -> None:
    assert is_comparing(picture("-= Hall =-", plan=[AGAIN]))
    assert not is_exploring(picture("-= Hall =-", plan=[AGAIN]))
    assert not is_comparing(picture("-= Hall =-", plan=["Put the lamp where it belongs | soon"]))
