from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.exam.known import PlayerKnowledge, Span, known_at
from ariadne.exam.names import mentions
from ariadne.exam.play import Play, PlayMoment
from ariadne.worlds.world import Turn
from tests.conftest import Game
from tests.exam.plays import by_hand, life_by_hand, place, played, state

# The games are played once for all tests.
pytestmark = pytest.mark.xdist_group("exam")


def after(step: int, play: Play | None = None) -> PlayerKnowledge:
    return next(known_at(play or by_hand(), [step]))


def test_nothing_is_known_of_what_is_in_a_closed_box() -> None:
    assert place("apple") not in after(1).pasts
    assert after(1).unseen == ["apple"]
    assert after(2).value(place("apple")) == "box"


def test_each_value_has_the_step_and_the_command_that_made_it() -> None:
    assert after(6).pasts[place("apple")].spans == [
        Span("box", 2),
        Span("inventory", 3, "take apple from box"),
        Span("hall", 5, "drop apple"),
    ]


def test_where_something_was_last_seen_is_where_the_player_was() -> None:
    assert after(6).pasts[place("apple")].room == "hall"


def test_a_state_is_known_only_where_a_text_tells_it() -> None:
    assert after(1).value(state("box")) == "closed"
    mute = Play("", 1, "", (PlayMoment(Turn("", "A box."), by_hand().moments[0].truth),))
    assert state("box") not in after(1, mute).pasts
    assert place("box") in after(1, mute).pasts


def test_what_no_text_names_is_not_known_even_before_the_eyes() -> None:
    mute = Play("", 1, "", (PlayMoment(Turn("", "A kitchen."), by_hand().moments[0].truth),))
    assert "box" in mute.moments[0].truth.visible
    assert after(1, mute).pasts == {}
    assert after(1, mute).unseen == ["apple", "box"]


def test_what_changed_unseen_cannot_be_asked_about() -> None:
    play = by_hand()
    moved = {**play.moments[-1].truth.values, place("apple"): "cellar"}
    last = play.moments[-1]
    away = PlayMoment(last.turn, replace(last.truth, values=moved))
    assert place("apple") not in after(7, Play("", 1, "", (*play.moments, away))).pasts


def test_what_others_moved_is_known_from_what_is_told_but_not_seen_there() -> None:
    past = after(8, life_by_hand()).pasts[place("cup")]
    assert past.spans[-1] == Span("oven", 8, mover="cook")
    assert (past.room, after(7, life_by_hand()).pasts[place("cup")].room) == ("", "hall")


def test_a_change_by_which_an_errand_was_done_has_its_number() -> None:
    spans = after(8, life_by_hand()).pasts[place("cup")].spans
    assert [(span.value, span.task) for span in spans] == [
        ("table", 0), ("inventory", 0), ("shelf", 1), ("inventory", 0), ("hall", 2), ("oven", 0),
    ]  # fmt: skip


@pytest.mark.nightly
def test_all_that_is_known_was_told_and_is_true(game: Game) -> None:
    for family in ("treasure-hunt", "cooking", "cleaning", "errands"):
        play = played(game(family))
        for known in known_at(play, range(1, len(play.moments) + 1, 9)):
            told = "\n".join(turn.observation for turn in play.turns[: known.step])
            for topic in known.pasts:
                assert mentions(told, topic.thing)
                assert known.value(topic) == known.moment.truth.values[topic]
