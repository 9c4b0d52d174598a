from __future__ import annotations

import pytest

from ariadne.embed.cache import TextCache
from ariadne.reasoner.playing.goals import COOK, OTHER, TIDY, task

GOALS = {
    TIDY: [
        "Tidy up the house: put every misplaced thing where it belongs.",
        "The house is a mess. Clean it up!",
        "Some things are out of place. Put each of them back in its right place.",
        "Take everything to where it belongs.",
        "Please put all the toys away.",
        "Mother comes home tomorrow: sort the flat out before she sees it!",
        "Whatever has strayed from its proper spot should go home.",
    ],
    COOK: [
        "Cook the meal and eat it.",
        "Make yourself dinner by the cookbook and finish it.",
        "You are hungry! Check the cookbook in the kitchen for the recipe, and enjoy your meal.",
        "Bake a cake.",
    ],
    OTHER: [
        "Find the treasure.",
        "Leave a message on the table.",
        "Put the coin on the altar.",
        "Collect all the coins that you can find in the maze.",
        "Get hold of the scarab, which is hidden in the museum.",
        "Find the treasure that is hidden behind the dishwasher.",
        "",
    ],
}


@pytest.mark.parametrize(("kind", "goal"), [(kind, goal) for kind, goals in GOALS.items() for goal in goals])
def test_a_goal_is_classified_by_its_meaning(kind: str, goal: str, texts: TextCache) -> None:
    assert task(goal, texts.similarity) == kind
