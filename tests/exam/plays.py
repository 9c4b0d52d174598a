"""Plays for tests: small games, and one made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from ariadne.exam.play import Play, PlayMoment, record
from ariadne.exam.truth import Topic, TruthSnapshot
from ariadne.worlds.world import Score, Turn


@cache
def played(story: Path) -> Play:
    """A story played once."""
    return record(story, story.stem, 1)


def place(thing: str) -> Topic:
    return Topic("place", thing)


def state(thing: str) -> Topic:
    return Topic("state", thing)


def moment(
    command: str, observation: str, values: Mapping[Topic, str], visible: Sequence[str], room: str = "kitchen"
) -> PlayMoment:
    """A moment of a house of two rooms."""
    truth = TruthSnapshot(values, room, frozenset(visible))
    return PlayMoment(Turn(command, observation, location=room), truth)


BOX, SHUT = {place("box"): "kitchen", state("box"): "open"}, {place("box"): "kitchen", state("box"): "closed"}


def by_hand() -> Play:
    """An apple is taken out of a box, carried to the hall, and dropped there."""
    return Play(
        "by-hand",
        1,
        "Play.",
        (
            moment("", "-= Kitchen =-\nYou see a closed box.", {**SHUT, place("apple"): "box"}, ["box"]),
            moment(
                "open box", "You open the box, revealing an apple.", {**BOX, place("apple"): "box"}, ["box", "apple"]
            ),
            moment(
                "take apple from box", "You take the apple from the box.", {**BOX, place("apple"): "inventory"},
                ["box", "apple"],
            ),
            moment("go east", "-= Hall =-\nThe hall.", {**BOX, place("apple"): "inventory"}, ["apple"], "hall"),
            moment(
                "drop apple", "You drop the apple on the ground.", {**BOX, place("apple"): "hall"}, ["apple"], "hall"
            ),
            moment("go west", "-= Kitchen =-\nYou see an open box.", {**BOX, place("apple"): "hall"}, ["box"]),
        ),
    )  # fmt: skip


def life_by_hand() -> Play:
    """In two errands a cup is put on the shelf and brought to the hall; then the cook takes it to the oven."""
    first, second, third = (f"Errand {number} of 3: {text}" for number, text in enumerate(_ERRANDS, 1))
    cup = place("cup")
    moments = (
        moment("", f"-= Kitchen =-\nOn the table is a cup.\n\n{first}", {cup: "table"}, ["cup"]),
        moment("take cup from table", "You take the cup from the table.", {cup: "inventory"}, ["cup"]),
        moment(
            "put cup on shelf", f"You put the cup on the shelf.\n\nErrand 1 is done.\n{second}", {cup: "shelf"}, ["cup"]
        ),
        moment("take cup from shelf", "You take the cup from the shelf.", {cup: "inventory"}, ["cup"]),
        moment("go east", "-= Hall =-\nThe hall.", {cup: "inventory"}, ["cup"], "hall"),
        moment(
            "drop cup", f"You drop the cup on the ground.\n\nErrand 2 is done.\n{third}", {cup: "hall"}, ["cup"], "hall"
        ),
        moment("go west", "-= Kitchen =-\nThe kitchen.", {cup: "hall"}, []),
        moment("give up", "Errand 3 is given up.\nThe cook has taken the cup to the oven.", {cup: "oven"}, []),
    )  # fmt: skip
    scored = [
        replace(each, score=Score(done, 3, task=min(done + 1, 3)))
        for each, done in zip(moments, (0, 0, 1, 1, 1, 2, 2, 2), strict=True)
    ]
    return Play("life", 1, "Do the errands.", [*scored[:-1], replace(scored[-1], movers={"cup": "cook"})])


_ERRANDS = ("Put the cup on the shelf.", "Bring the cup to the hall.", "Wait.")
