from __future__ import annotations

from collections.abc import Sequence

from ariadne.events import Event, Scored
from ariadne.history import History
from ariadne.report.narration import Narration
from tests.screen.events import acted, at, learned, planned, scored, started, turn


def told(*events: Event) -> str:
    """What is said of the second step, which these events end."""
    first = [started(), turn("-= Hall =-", step=0), learned(["box, is in, hall", "box, is, closed"], step=1)]
    history = History.of([*first, planned(), acted("look"), *events], whole=True)
    return Narration(history).tell(2)


def seen(added: Sequence[str], answer: str = "Done.", goals: Sequence[str] = (), status: str = "") -> list[Event]:
    """A turn, what is learned from it, and the plan that follows."""
    return [
        turn(answer, status_line=status),
        learned([*added], step=2),
        at(2, planned(*goals)),
        acted("open box", step=2),
    ]


def test_what_is_still_to_be_done_with_a_thing_is_said_in_english() -> None:
    assert told(*seen(["egg, to be, fried"], goals=["Fry the egg"])).startswith("It learns that the egg is to be fried")


def test_that_something_was_read_is_no_news_but_what_was_read_is() -> None:
    assert "It reads “Hello.”." in told(*seen(["box, is, examined"], answer="Hello."))


def test_a_plan_follows_from_what_is_new_and_not_from_where_it_is() -> None:
    rope = "rope, is in, hall"
    assert "so it plans to take the rope" in told(*seen([rope], goals=["Take the rope"]))
    dropped = told(*seen(["box, is on the floor of, hall"], goals=["Sweep the hall"]))
    assert "so it plans" not in dropped
    assert "and now plans to sweep the hall" in dropped


def test_a_timeline_marks_points_and_the_first_find_of_what_was_asked_for() -> None:
    def marks(goals: Sequence[str], *more: Event) -> list[list[str]]:
        events = [
            *(started(), turn("Hall.", step=0)),
            *(learned(["box, is in, hall"]), planned(*goals), acted("open box"), turn("Open.")),
            *(learned(["key, is in, box", "cup, is in, box"], step=2), at(2, planned("Take the key")), *more),
            *(acted("take key", step=2), turn("Taken.", command="take key", step=2)),
            *(learned(["key, is in, inventory"], ["key, is in, box"], step=3), acted("wait", step=3)),
        ]
        told = Narration(History.of(events, whole=True))
        return [told.marks(step) for step in (2, 3)]

    assert marks(["Find the key"]) == [["found", "plan"], []], "found when it is seen, and once"
    assert marks(["Look around"]) == [["plan"], ["found"]], "found when it is taken by a later plan"
    assert marks(["Open the cupboard"])[0] == ["plan"], "a cup is no cupboard"
    assert marks(["Look around"], scored(1, step=2))[0][0] == "score"
    assert marks(["Look around"], scored(-1, step=2))[0][0] == "lost"


def test_a_task_is_told_when_it_is_set_and_not_again() -> None:
    tasks = [at(0, Scored(score=0, maximum=2, won=False, lost=False, task=1))]
    set_ = told(*tasks, *seen(["rope, is in, hall"], status="Errand 1 of 2: Bring the rope to the attic."))
    assert set_.startswith("Errand 1 of 2: Bring the rope to the attic. It finds the rope.")
    assert "Errand" not in told(*seen(["rope, is in, hall"], status="Errand 1 of 2: Bring the rope."))
