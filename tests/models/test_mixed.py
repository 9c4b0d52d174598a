from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.models.mixed import MixedModel
from ariadne.models.recorded import ScriptedModel
from tests.models.questions import act, judge, list_triplets

ANSWER = {"reason": "so", "action": "look", "explore": True, "triplets": []}


def named(name: str) -> ScriptedModel:
    return ScriptedModel(lambda _: {**ANSWER, "reason": name}, name)


async def test_each_question_goes_to_its_model_and_the_rest_to_the_main_one(prompts: Path) -> None:
    asked: list[tuple[str, str]] = []

    def telling(name: str) -> ScriptedModel:
        return ScriptedModel(lambda question: asked.append((name, question.name)) or ANSWER, name)

    model = MixedModel(telling("large"), {"judge": telling("small"), "list": telling("tiny")})
    for question in (act(prompts), judge(prompts), list_triplets(prompts)):
        await model.answer(question)
    assert asked == [("large", "act"), ("small", "judge"), ("tiny", "list")]


@pytest.mark.parametrize(
    ("others", "name"),
    [
        ({}, "gpt-4o"),
        ({"learn": "mini"}, "gpt-4o (learn: mini)"),
        ({"plan": "b", "act": "a"}, "gpt-4o (act: a, plan: b)"),
    ],
)
def test_its_name_lists_the_models_in_a_stable_order(others: dict[str, str], name: str) -> None:
    assert MixedModel(named("gpt-4o"), {question: named(other) for question, other in others.items()}).name == name
