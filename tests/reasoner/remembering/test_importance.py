from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.importance import importance
from tests.conftest import Game
from tests.reasoner.scenes import prose
from tests.worlds.playing import playing, walk

HALL = "-= Hall =-\nYou see a shelf. There is an exit to the north."


def scored(*observations: str, goal: str = "Find the treasure.") -> list[int]:
    answer = importance({"goal": goal, "observations": observations}, same_words)["ratings"]
    assert isinstance(answer, list)
    return answer


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("> examine note\nThe red key opens the blue chest.", "> open box\nYou open the box, revealing a red key."),
        ("> open box\nYou open the box, revealing a treasure.", "> open box\nYou open the box, revealing a red key."),
        ("> open box\nYou open the box, revealing a red key.", "> open box\nYou open the box, revealing a note."),
        ("> open box\nYou open the box, revealing a note.", HALL),
        (HALL, "> open box\nYou open the box."),
        ("> open box\nYou open the box.", "> go north\nYou can't go that way."),
    ],
)
def test_more_informative_texts_are_more_important(better: str, worse: str) -> None:
    assert scored(better) > scored(worse)


def test_repeated_texts_have_little_importance() -> None:
    first, again = scored(HALL, f"> go south\n{HALL}")
    assert first == 5
    assert again == 2


def test_what_a_recipe_needs_is_an_aim_from_then_on() -> None:
    recipe = "> examine cookbook\nIngredients:\n  carrot\n\nDirections:\n  slice the carrot"
    found = "> open box\nYou open the box, revealing a carrot."
    assert scored(recipe, found)[1] > scored(found)[0]


def test_in_a_hunt_the_notes_weigh_most_and_known_rooms_least(game: Game) -> None:
    with playing(game("treasure-hunt")) as world:
        turns = walk(world)
        scores = dict(
            zip(
                [turn.command for turn in turns],
                scored(*(turn.as_text() for turn in turns), goal=world.goal),
                strict=True,
            )
        )
    notes = [score for command, score in scores.items() if command.startswith("examine ")]
    assert min(notes) == 10
    assert all(score >= 7 for command, score in scores.items() if command.startswith(("take ", "unlock ")))
    assert scores["go south"] == 2


@given(st.lists(prose, max_size=5), prose)
def test_there_is_a_score_from_1_to_10_for_each_text(texts: list[str], goal: str) -> None:
    scores = scored(*texts, goal=goal)
    assert len(scores) == len(texts)
    assert all(1 <= score <= 10 for score in scores)
