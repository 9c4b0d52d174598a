from __future__ import annotations

from ariadne.exam.marking import Mark, mark
from ariadne.exam.questions import ExamQuestion, Kind
from ariadne.exam.statements import Statement
from tests.exam.plays import place, state

CUP = place("cup")


def asked(kind: Kind, value: str = "shelf", at: int = 9, **more: object) -> ExamQuestion:
    return ExamQuestion(kind, "?", 9, CUP, value, at, **more)  # type: ignore[arg-type]


def test_now_wants_the_value_among_what_is_said() -> None:
    said = [Statement(CUP, "shelf"), Statement(CUP, "table"), Statement(CUP, "table"), Statement(state("cup"), "open")]
    assert mark(asked("now"), said) == Mark(True, said=2, stale=1)
    assert mark(asked("now"), said[1:]) == Mark(False, said=1, stale=1)
    assert mark(asked("now"), []) == Mark(False, said=0, stale=0)


def test_what_is_said_to_have_ended_is_not_stale() -> None:
    assert mark(asked("now"), [Statement(CUP, "shelf", 5), Statement(CUP, "table", 1, 5)]) == Mark(True, 1, 0)


def test_before_is_about_the_step_before_the_change() -> None:
    said = [Statement(CUP, "shelf", 5), Statement(CUP, "table", 1, 5)]
    assert mark(asked("before", "table", at=4), said) == Mark(True, 1, 0)
    undated = [Statement(CUP, "shelf"), Statement(CUP, "table")]
    assert mark(asked("before", "table", at=4), undated) == Mark(True, 2, 1)
    assert mark(asked("before", "table", at=4), undated[:1]) == Mark(False, 1, 1)


def test_when_wants_the_step() -> None:
    assert mark(asked("when", since=5), [Statement(CUP, "shelf", 5)]).truth
    assert not mark(asked("when", since=5), [Statement(CUP, "shelf", 6)]).truth
    assert not mark(asked("when", since=5), [Statement(CUP, "shelf")]).truth
    assert not mark(asked("when", since=5), [Statement(CUP, "table", 5)]).truth


def test_why_wants_the_command() -> None:
    put = "put cup on shelf"
    assert mark(asked("why", command=put), [Statement(CUP, "shelf", command=put)]).truth
    assert not mark(asked("why", command=put), [Statement(CUP, "shelf", command="look")]).truth
    assert not mark(asked("why", command=put), [Statement(CUP, "shelf")]).truth


def test_first_wants_the_value_of_then() -> None:
    said = [Statement(CUP, "shelf", 5), Statement(CUP, "table", 1, 5)]
    assert mark(asked("first", "table", at=1), said) == Mark(True, 1, 0)
    assert mark(asked("first", "table", at=1), said[:1]) == Mark(False, 0, 0)


def test_who_wants_the_other_or_the_command_of_the_player() -> None:
    by_cook, by_player = Statement(CUP, "shelf", mover="cook"), Statement(CUP, "shelf", command="put cup on shelf")
    assert mark(asked("who", mover="cook"), [by_cook]).truth
    assert not mark(asked("who", mover="cook"), [by_player]).truth
    assert not mark(asked("who", mover="painter"), [by_cook]).truth
    assert mark(asked("who", command="put cup on shelf"), [by_player]).truth
    assert not mark(asked("who", command="put cup on shelf"), [by_cook]).truth


def test_last_seen_follows_what_holds_what_up_to_the_room() -> None:
    chain = [Statement(CUP, "shelf"), Statement(place("shelf"), "cupboard"), Statement(place("cupboard"), "kitchen")]
    assert mark(asked("last seen", room="kitchen"), chain) == Mark(True, 1, 0)
    assert not mark(asked("last seen", room="kitchen"), chain[:2]).truth
    circle = [Statement(CUP, "shelf"), Statement(place("shelf"), "cup")]
    assert not mark(asked("last seen", room="kitchen"), circle).truth


def test_how_many_wants_all_and_counts_what_is_not_there() -> None:
    question = asked("how many", things=frozenset(("cup", "plate")))
    both = [Statement(CUP, "shelf"), Statement(place("plate"), "shelf")]
    assert mark(question, both) == Mark(True, 2, 0)
    assert mark(question, [*both, Statement(place("pan"), "shelf")]) == Mark(True, 3, 1)
    assert mark(question, both[:1]) == Mark(False, 1, 0)
    assert mark(asked("how many"), []) == Mark(True, 0, 0)


def test_not_so_wants_silence_about_what_is_false() -> None:
    assert mark(asked("not so", "table"), [Statement(CUP, "shelf")]).truth
    assert not mark(asked("not so", "table"), [Statement(CUP, "shelf"), Statement(CUP, "table")]).truth
    assert not mark(asked("not so", ""), [Statement(CUP, "shelf")]).truth
    assert mark(asked("not so", ""), []).truth


def test_a_thing_that_is_called_after_what_was_done_to_it_is_the_same_by_its_bare_name() -> None:
    question = ExamQuestion("now", "?", 9, place("raw chicken"), "shelf", 9)
    assert mark(question, [Statement(place("chicken"), "shelf")]) == Mark(True, 1, 0)
    counted = ExamQuestion("how many", "?", 9, place("shelf"), "shelf", 9, frozenset(("raw chicken",)))
    assert mark(counted, [Statement(place("chicken"), "shelf")]) == Mark(True, 1, 0)
