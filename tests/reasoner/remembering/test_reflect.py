from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.model import same_words
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.remembering.reflect import INSIGHTS, QUESTIONS, insights, wonder
from tests.conftest import Game
from tests.reasoner.scenes import prose
from tests.worlds.playing import playing, walk

GOAL = "Find the key, unlock the golden locker and take the treasure."
HALL = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is a red key on the floor."
NOTE = "> examine note\nThe red key opens the golden locker."
SAFE = "> go north\n-= Den =-\nYou can see a golden locker. There is an exit to the south."
EMPTY = "> open box\nYou open the box."


def asked(*memories: str, goal: str = GOAL) -> list[str]:
    answer = wonder({"goal": goal, "memories": memories}, same_words)["questions"]
    assert isinstance(answer, list)
    return answer


def concluded(question: str, *memories: str) -> list[str]:
    answer = insights({"goal": GOAL, "question": question, "memories": memories}, same_words)["insights"]
    assert isinstance(answer, list)
    return answer


def test_questions_ask_for_things_in_the_goal_or_a_note() -> None:
    assert asked(HALL, NOTE)[0] == "Where is the golden locker?"
    assert "Where is the treasure?" in asked(HALL, NOTE)
    assert "Where is the golden locker?" not in asked(HALL, NOTE, SAFE)


def test_questions_ask_for_uses_of_keys_and_untried_exits() -> None:
    questions = asked(HALL, goal="Have a look around.")
    assert questions == ["What does the red key open?", "Which key opens the blue chest?", "Which ways were not tried?"]
    assert "What does the red key open?" not in asked(HALL, NOTE)


def test_there_is_always_something_to_wonder_about() -> None:
    assert asked(goal="") == ["What was tried in vain?"]
    assert asked(goal="Put everything where it belongs: take all things home.") == ["What was tried in vain?"]


def test_an_insight_joins_what_several_memories_say() -> None:
    found = concluded("Where is the golden locker?", HALL, NOTE, SAFE)
    assert found[:2] == ["The red key opens the golden locker.", "In the den is a golden locker."]
    assert "On the floor of the hall is a red key." in concluded("What does the red key open?", HALL, NOTE)
    assert "The red key opens the golden locker." in concluded("What does the red key open?", HALL, NOTE)


def test_memories_apart_do_not_say_which_exits_were_tried() -> None:
    assert concluded("Which ways were not tried?", HALL, SAFE) == [
        "The hall has exit north.",
        "The den has exit south.",
    ]


def test_containers_that_were_empty_were_opened_in_vain() -> None:
    assert concluded("What was tried in vain?", EMPTY) == ["The box is open and empty."]
    assert concluded("What was tried in vain?", EMPTY, "> insert lamp into box\nYou put the lamp into the box.") == []


def test_irrelevant_facts_give_no_insight() -> None:
    assert concluded("What is the meaning of life?", HALL, NOTE) == []


def test_in_a_hunt_questions_find_answers_that_follow_from_what_was_seen(game: Game) -> None:
    with playing(game("treasure-hunt")) as world:
        memories = [turn.as_text() for turn in walk(world)][:9]
        goal = world.goal
    known = {fact for memory in memories for fact in read(memory)}
    answers = [insight for question in asked(*memories, goal=goal) for insight in concluded(question, *memories)]
    assert answers
    assert all(read(answer) and set(read(answer)) <= known for answer in answers)


@given(st.lists(prose, max_size=4), prose, prose)
def test_insights_are_few_and_say_nothing_that_the_memories_do_not(
    memories: list[str], goal: str, question: str
) -> None:
    assert 1 <= len(asked(*memories, goal=goal)) <= QUESTIONS
    found = concluded(question, *memories)
    assert len(found) <= INSIGHTS
    assert set(read(" ".join(found))) <= {fact for memory in memories for fact in read(memory)}
