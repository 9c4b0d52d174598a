from __future__ import annotations

from collections import Counter

import pytest

from ariadne.exam.play import Play
from ariadne.exam.questions import KINDS, OF_A_KIND, OF_A_LIFE, SITTINGS, ExamQuestion, questions_of
from tests.conftest import Game
from tests.exam.plays import by_hand, life_by_hand, place, played, state

# The games are played once for all tests.
pytestmark = pytest.mark.xdist_group("exam")


def about(kind: str, thing: str, play: Play | None = None) -> ExamQuestion:
    """The last question of a kind about the place of a thing."""
    return [each for each in questions_of(play or by_hand()) if each.kind == kind and each.topic == place(thing)][-1]


def test_answers_are_what_happened() -> None:
    assert about("now", "apple").answer == "hall"
    assert about("before", "apple").answer == "inventory"
    assert about("when", "apple").answer == "5"
    assert about("why", "apple").answer == "drop apple"
    assert about("last seen", "apple").answer == "hall"
    assert about("how many", "box").answer == "0"
    assert about("how many", "hall").answer == "1: apple"
    assert about("not so", "apple").answer == "no"


def test_a_life_is_asked_about_where_things_were_first_who_moved_them_and_for_which_errand() -> None:
    life = life_by_hand()
    assert about("now", "cup", life).answer == "oven"
    assert (about("first", "cup", life).answer, about("first", "cup", life).at) == ("table", 1)
    assert about("who", "cup", life).answer == "cook"
    before = Play("", 1, "", life.moments[:7])
    assert about("who", "cup", before).answer == "you"
    assert about("errand", "cup", before).answer == "2"


def test_what_others_did_is_not_asked_by_command_errand_or_last_sight() -> None:
    last = [each.kind for each in questions_of(life_by_hand()) if each.step == 8]
    assert not {"why", "errand", "last seen"}.intersection(last)


def test_before_asks_about_the_last_step_at_which_that_was_so() -> None:
    assert about("before", "apple").at == 4


def test_states_are_asked_about_too() -> None:
    told = {(each.kind, each.answer) for each in questions_of(by_hand()) if each.topic == state("box")}
    assert {("now", "open"), ("before", "closed"), ("why", "open box")} <= told


@pytest.mark.parametrize(("family", "kinds"), [("treasure-hunt", {*KINDS} - {*OF_A_LIFE}), ("errands", {*KINDS})])
def test_a_play_has_always_the_same_questions_of_every_kind(family: str, kinds: set[str], game: Game) -> None:
    play = played(game(family))
    questions = questions_of(play)
    assert questions_of(play) == questions
    assert {each.kind for each in questions} == kinds
    assert max(Counter((each.kind, each.step) for each in questions).values()) == OF_A_KIND
    assert len({each.step for each in questions}) == SITTINGS
    assert [each.step for each in questions] == sorted(each.step for each in questions)


def test_what_is_not_so_is_false(game: Game) -> None:
    for family in ("treasure-hunt", "cooking", "cleaning", "errands"):
        play = played(game(family))
        for each in (each for each in questions_of(play) if each.kind == "not so"):
            assert play.moments[each.step - 1].truth.values[each.topic] != each.value


def test_what_is_asked_is_true_of_the_engine(game: Game) -> None:
    for family in ("treasure-hunt", "cooking", "cleaning", "errands"):
        play = played(game(family))
        for each in questions_of(play):
            if each.kind in ("now", "before", "when", "why", "last seen", "first", "who", "errand"):
                assert play.moments[each.at - 1].truth.values[each.topic] == each.value
            if each.kind == "why":
                values = [moment.truth.values[each.topic] for moment in play.moments[: each.step]]
                changed = max(at for at in range(1, each.step) if values[at] != values[at - 1])
                assert each.command == play.moments[changed].turn.command
            if each.kind == "last seen":
                assert each.room in play.moments[each.step - 1].truth.holders(each.topic.thing)
            if each.kind == "first":
                assert play.moments[0].truth.values[each.topic] == each.value
            if each.kind == "who":
                values = [moment.truth.values[each.topic] for moment in play.moments[: each.step]]
                changed = max(at for at in range(1, each.step) if values[at] != values[at - 1])
                assert each.mover == play.moments[changed].movers.get(each.topic.thing, "")
            if each.kind == "when":
                assert play.moments[each.since - 2].truth.values[each.topic] != each.value
                assert play.moments[each.since - 1].truth.values[each.topic] == each.value
            if each.kind == "how many":
                truth = play.moments[each.step - 1].truth.values
                assert all(truth[place(thing)] == each.value for thing in each.things)
