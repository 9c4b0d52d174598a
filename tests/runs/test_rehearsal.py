from __future__ import annotations

import pytest

from ariadne.errors import AnswerError
from ariadne.models.answers import Decided
from ariadne.models.check import TrialQuestions
from ariadne.runs.rehearsal import STEPS, in_turns, rehearse
from tests.conftest import Game


@pytest.fixture(scope="session")
def askings(game: Game) -> list[TrialQuestions]:
    return rehearse(("three", "two", "one", "act", "paper"), str(game("treasure-hunt")))


def names(asking: TrialQuestions) -> list[str]:
    return [question.name for question, _ in asking.questions]


def test_questions_are_those_of_play_with_the_replies_of_the_rules(askings: list[TrialQuestions]) -> None:
    three, two, one, act, paper = askings
    assert (three.calls, three.steps) == ("three", STEPS)
    assert [name for name in names(three) if name != "plan"] == ["learn", "act"] * STEPS
    assert names(two) == ["learn", "decide"] * STEPS
    assert names(one) == ["one"] * STEPS
    assert names(act) == ["act"] * STEPS
    assert {"extract", "replace", "entities", "explore", "plan", "act"} == set(names(paper))
    assert all(question.prompt.messages and reply for question, reply in three.questions)


def test_kinds_of_questions_are_asked_in_turns(askings: list[TrialQuestions]) -> None:
    asked = in_turns(askings[:1], 10)
    assert [question.name for question in asked][:6] == ["learn", "plan", "act"] * 2
    assert asked[3].inputs != asked[0].inputs
    assert [question.name for question in in_turns(askings[:3], 10)][:5] == ["learn", "plan", "act", "decide", "one"]
    assert len(in_turns(askings[:1], 100)) == len(askings[0].questions)


def test_an_action_is_valid_if_play_would_accept_it(askings: list[TrialQuestions]) -> None:
    decide = next(question for question, _ in askings[1].questions if question.name == "decide")
    first, second = decide.choices["action"][:2]
    for said in (first, f"{first.upper()}.", f"I will {first} now", f"{first}; {second}"):
        decide.try_out(decided(said))
    for said in ("fly away", "1", ""):
        with pytest.raises(AnswerError, match=f"^'{said}' is not one of the choices$"):
            decide.try_out(decided(said))


def decided(action: str) -> Decided:
    return Decided(plan=["cook | to win"], reason="why not", action=action)
