"""Classifying the task of a goal, in any wording."""

from __future__ import annotations

from ariadne.reasoner.reading.instructions import steps
from ariadne.reasoner.sense.kinds import Similarity

TIDY, COOK, OTHER = "tidy", "cook", "other"

_CHANCE = 0.3

_SAID = {
    TIDY: (
        "Tidy up the house: bring things that lie in the wrong place back to where they belong.",
        "Find everything that is out of place and put it away where it is usually kept.",
    ),
    COOK: (
        "Cook a meal after the recipe and eat it.",
        "Read the cookbook and make the dish that it describes.",
        "Make dinner from the ingredients.",
    ),
    OTHER: (
        "Find the treasure: find the key, unlock the locker and take what is inside.",
        "Do these steps one after another: open the box, take the key, go north, put the key on the table.",
        "Take this thing, clean it, and put it on or into that one.",
        "Explore the place, find the coin and take it.",
        "Escape from the dungeon.",
    ),
}


def task(goal: str, similarity: Similarity) -> str:
    """Return `TIDY`, `COOK` or `OTHER`: the task whose phrasings are most similar to the goal.

    `OTHER` if none is similar by more than chance, or if the goal gives directions.
    """
    if not goal or any(step.verb == "go" for step in steps(goal)):
        return OTHER
    nearest = {kind: max(similarity(goal, text) for text in texts) for kind, texts in _SAID.items()}
    likest = max(reversed(nearest), key=lambda kind: nearest[kind])
    return likest if nearest[likest] > _CHANCE else OTHER
