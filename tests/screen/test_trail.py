from __future__ import annotations

from ariadne.events import Event
from ariadne.screen.trail import Trail
from tests.screen.events import acted, planned, scored, turn


def trail_of(*events: Event) -> Trail:
    trail = Trail()
    for event in events:
        trail.see(event)
    return trail


def states(trail: Trail) -> list[tuple[str, str]]:
    return [(each.goal, each.state) for each in trail.plan]


def test_what_came_of_an_action_is_the_answer_or_the_room_it_led_to() -> None:
    trail = trail_of(
        turn("A hall.", "hall"),
        acted("take key"),
        turn("Taken.\n", "hall", "take key"),
        acted("go to attic", "", "go up", "go north"),
        turn("A loft.", "loft", "go up"),
        turn("An attic.", "attic", "go north"),
        acted("fly"),
        turn("It is dark.", "", "fly"),
        acted("wait"),
    )
    assert [action.outcome for action in trail.actions] == ["Taken.", "now in attic", "It is dark.", ""]


def test_the_points_of_an_action_are_those_of_all_its_commands() -> None:
    before = [turn("A hall."), scored(2)]
    steps = [acted("go to attic", "", "go up", "go up"), turn("", command="go up"), scored(3), turn(""), scored(5)]
    after = [acted("drop"), turn("", command="drop"), scored(4)]
    assert [action.gain for action in trail_of(*before, *steps, *after).actions] == [3, -1]


def test_an_invalid_command_is_marked() -> None:
    trail = trail_of(turn("A hall."), acted("fly"), turn("What?", command="fly", status="invalid"))
    assert [action.is_invalid for action in trail.actions] == [True]


def test_the_sub_goal_that_is_acted_on_is_the_one_whose_words_are_said() -> None:
    plan = planned("Unlock the golden locker | as told", "Take the steel key | it is here", "Explore the exits")
    assert states(trail_of(plan, acted("take steel key from box")))[1] == ("Take the steel key", "now")
    assert states(trail_of(plan, acted("go east", "nobody explored it")))[2] == ("Explore the exits", "now")
    assert {state for _, state in states(trail_of(plan, acted("wait")))} == {""}


def test_a_sub_goal_that_was_acted_on_and_is_planned_no_more_is_met() -> None:
    acting = [planned("Take the key", "Open the door"), acted("take key"), turn("Taken.", command="take key")]
    assert states(trail_of(*acting, planned("Open the door"))) == [("Take the key", "met"), ("Open the door", "")]
    assert states(trail_of(*acting, planned("Take the key now"))) == [("Take the key now", "")]
    again = trail_of(*acting, planned("Open the door"), planned("Take the key"))
    assert states(again) == [("Take the key", "")]
    still = trail_of(*acting, planned("Open the door"), planned("Open the door", "Go home"))
    assert states(still) == [("Take the key", "met"), ("Open the door", ""), ("Go home", "")]
    assert states(trail_of(*acting, planned("Take the lamp"))) == [("Take the key", "met"), ("Take the lamp", "")]


def test_what_is_acted_on_stays_so_while_it_is_planned() -> None:
    plan = planned("Take the key", "Open the door")
    assert states(trail_of(plan, acted("take key"), plan))[0] == ("Take the key", "now")


def test_a_sub_goal_is_not_met_by_what_the_world_did_not_take() -> None:
    failed = turn("You can't.", command="take key", status="invalid")
    assert states(trail_of(planned("Take the key"), acted("take key"), failed, planned("Ask"))) == [("Ask", "")]
