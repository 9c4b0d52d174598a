from __future__ import annotations

from ariadne.agents.grouped import NEAREST, grouped


def test_things_with_the_same_verb_share_a_line() -> None:
    assert grouped(["open box", "take box", "take key"], {}, {}) == ["open: box", "take: box, key"]


def test_combinations_of_things_become_two_lists() -> None:
    actions = [f"put {thing} on {place}" for thing in ("key", "box") for place in ("bed", "desk")]
    assert grouped(actions, {}, {}) == ["put <key, box> on <bed, desk>"]


def test_single_pairs_of_a_verb_stand_in_one_line() -> None:
    actions = ["give egg to cat", "unlock blue box with blue key", "unlock red box with red key"]
    assert grouped(actions, {}, {}) == [
        "give: egg to cat", "unlock: blue box with blue key | red box with red key",
    ]  # fmt: skip


def test_annotated_pairs_are_listed_singly() -> None:
    actions = [f"cook {food} with {heat}" for food in ("egg", "ham") for heat in ("stove", "oven")]
    assert grouped(actions, {"cook ham with oven": "burned it"}, {}) == [
        "cook <egg, ham> with <stove>",
        "cook <egg, ham (burned it)> with <oven>",
    ]


def test_untried_exits_come_first() -> None:
    assert grouped(["go east", "go north", "take key"], {"go east": "to attic"}, {}, untried=["go north"]) == [
        "not tried: go north",
        "go: east (to attic)",
        "take: key",
    ]


def test_verbs_for_everything_carried_share_a_line() -> None:
    actions = [f"{verb} {thing}" for verb in ("drop", "examine") for thing in ("box", "key")]
    actions += ["examine bed", "insert box into chest", "insert key into chest"]
    assert grouped(actions, {}, {}, inventory="You carry a key and a box.") == [
        "examine: bed",
        "anything carried: drop, examine, insert into chest",
    ]


def test_annotations_of_carried_things_are_kept() -> None:
    actions = ["drop box", "drop key", "examine box", "examine key"]
    assert grouped(actions, {"examine key": "in vain"}, {}, inventory="a key, a box") == [
        "examine: box, key (in vain)",
        "anything carried: drop",
    ]


def test_places_show_distance_and_annotation() -> None:
    moves = {"go to attic": 1, "go to hall": 2}
    assert grouped([*moves], {"go to hall": "red locker"}, moves) == ["go to (moves): attic (1), hall (2; red locker)"]


def test_near_and_annotated_places_are_named() -> None:
    moves = {f"go to room {number}": number for number in range(1, NEAREST + 4)}
    far = f"room {NEAREST + 2}"
    (line,) = grouped([*moves], {f"go to {far}": "key"}, moves)
    assert f"room {NEAREST} ({NEAREST}), {far} ({NEAREST + 2}; key), any place visited" in line
    assert f"room {NEAREST + 1} " not in line


def test_no_action_is_listed_twice() -> None:
    actions = ["drop box", "drop key", "go north", "go south", "go to hall", "look", "put box on bed", "put key on bed"]
    lines = grouped(actions, {}, {"go to hall": 1}, ["go north"], "a box, a key")
    assert lines == [
        "not tried: go north", "go: south", "anything carried: drop, put on bed", "look", "go to (moves): hall (1)",
    ]  # fmt: skip
