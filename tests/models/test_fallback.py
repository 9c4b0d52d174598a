from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import SubgoalStep
from ariadne.models.completion import Completion, parse_completion
from ariadne.models.failures import CallFailure
from ariadne.models.fallback import Capabilities, Form
from ariadne.models.prompt import Sampling
from ariadne.models.question import Question, Repair
from tests.models.questions import Act, Triplets, list_triplets
from tests.models.server import Reaction, call, completion

SAMPLING = Sampling(max_tokens=50, temperature=0.0, top_p=0.9, reasoning_effort="low")


ACT = Question("act", {"actions": ["look", "go north"]}, Act, choices={"action": ["look", "go north"]})
STEP = replace(ACT, answer=SubgoalStep)
LIST = Question("list", {}, Triplets, most={"triplets": 3})
LIMITED = replace(Capabilities(), thinks=True, refused=frozenset({"max_tokens"}))


def heard(question: Question[Any], capabilities: Capabilities, reaction: Reaction) -> Capabilities:
    completion = parse_completion(json.dumps(reaction.body).encode())
    assert isinstance(completion, Completion)
    return capabilities.after_reply(completion, question)


@pytest.mark.parametrize("form", [Form.SCHEMA, Form.TOOLS])
def test_the_form_of_an_answer_follows_from_its_type_alone(form: Form) -> None:
    def asked(question: Question[Any]) -> dict[str, Any]:
        return Capabilities(form).parameters(question, SAMPLING, seed=None)

    assert asked(ACT) == asked(replace(ACT, choices={"action": ["take lamp"]}, most={"reason": 120}))
    assert asked(LIST) == asked(replace(LIST, most={"triplets": 5}))


def test_a_fitted_form_holds_the_choices_and_limits_of_a_question() -> None:
    for capabilities, choices, most in (
        (Capabilities(fitted=True), ["look", "go north"], 3),
        (Capabilities(), None, 8),
    ):
        assert capabilities.schema(ACT)["properties"]["action"].get("enum") == choices
        assert capabilities.schema(LIST)["properties"]["triplets"]["maxItems"] == most


def test_a_questions_token_limit_applies_with_those_of_its_lists(prompts: Path) -> None:
    question = replace(list_triplets(prompts), max_tokens=40)
    assert Capabilities(fitted=True).sampling(question, {}).max_tokens == 40
    assert Capabilities().sampling(question, {}).max_tokens == 150
    assert Capabilities().sampling(question, {"max_tokens": 30}).max_tokens == 30


def test_the_required_tool_has_the_schema_as_parameters() -> None:
    parameters = Capabilities(Form.TOOLS).parameters(ACT, SAMPLING, seed=None)
    (tool,) = parameters["tools"]
    assert tool["function"] == {"name": "Act", "parameters": Capabilities().schema(ACT), "strict": True}
    assert parameters["tool_choice"] == "required"
    assert "response_format" not in parameters


def test_labelled_lines_are_requested_as_text_and_repairs_as_json() -> None:
    assert "response_format" not in Capabilities().parameters(STEP, SAMPLING, seed=None)
    repair = replace(STEP, repair=Repair("Hm.", "no action"))
    form = Capabilities().parameters(repair, SAMPLING, seed=None)["response_format"]
    assert set(form["json_schema"]["schema"]["properties"]) == {"subgoal", "action"}


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (CallFailure("'response_format' json_schema is not supported", 400), Capabilities(Form.TOOLS)),
        (CallFailure("no structured outputs here", 404), Capabilities(Form.TOOLS)),
        (CallFailure("[{'loc': ('body', 'response_format', 'type')}]", 500), Capabilities(Form.TOOLS)),
        (CallFailure("Unprocessable Entity", 422), Capabilities(Form.TOOLS)),
        (CallFailure("Invalid schema for response_format: 'maxItems' is not permitted", 400), Capabilities(Form.TOOLS)),
        (CallFailure("failed to parse grammar", 400), Capabilities(Form.TOOLS)),
        (
            CallFailure("'max_tokens' is not supported. Use 'max_completion_tokens' instead.", 400, param="max_tokens"),
            Capabilities(limit="max_completion_tokens"),
        ),
        (CallFailure("Unsupported value", 400, param="temperature"), Capabilities(refused=frozenset({"temperature"}))),
        (CallFailure("unknown field `seed`", 422), Capabilities(refused=frozenset({"seed"}))),
        (
            CallFailure("reasoning does without a temperature", 400, param="reasoning_effort"),
            Capabilities(refused=frozenset({"reasoning_effort"})),
        ),
        (CallFailure("This model's maximum context length is 4096", 400), None),
        (CallFailure("The model `x` does not exist", 404), None),
        (CallFailure("internal error", 500), None),
        (CallFailure("Not Found", 404), None),
        (CallFailure("response_format", 401), None),
        (CallFailure("connection lost"), None),
    ],
)
def test_a_refusal_changes_the_capabilities(failure: CallFailure, expected: Capabilities | None) -> None:
    assert Capabilities().after_failure(failure) == expected


@pytest.mark.parametrize(
    "failure",
    [
        CallFailure("tool_choice 'required' is not supported", 400),
        CallFailure("no endpoints found that support tool use", 404),
        CallFailure("tools param requires --jinja flag", 500),
    ],
)
def test_json_is_requested_if_tools_are_refused(failure: CallFailure) -> None:
    assert Capabilities(Form.TOOLS).after_failure(failure) == Capabilities(Form.JSON)


@pytest.mark.parametrize(
    ("reaction", "form"),
    [
        (call('{"reason": "r", "action": "look"}'), Form.TOOLS),
        (completion('{"reason": "r", "action": "look"}'), Form.JSON),
        (completion(None), Form.TOOLS),
        (completion(None, refusal="no"), Form.TOOLS),
    ],
)
def test_json_is_requested_if_tools_are_ignored(reaction: Reaction, form: Form) -> None:
    assert heard(ACT, Capabilities(Form.TOOLS), reaction) == Capabilities(form)
    assert heard(STEP, Capabilities(Form.TOOLS), reaction) == Capabilities(Form.TOOLS)


@pytest.mark.parametrize(
    ("reaction", "thinks"),
    [
        (completion("<think>Let me see", "length"), True),
        (completion("<think>Let me see</think>", "length"), True),
        (completion(None, "length", reasoning_content="Let me see"), True),
        (completion("", "length"), True),
        (completion("<think>Let me see", "stop"), False),
        (completion('<think>So</think>{"reason": "be', "length"), False),
        (completion('{"reason": "be', "length", reasoning="So"), False),
        (completion(" \n" * 50, "length"), False),
    ],
)
def test_a_reply_cut_in_thought_doubles_the_token_limit(reaction: Reaction, thinks: bool) -> None:
    after = heard(ACT, Capabilities(), reaction)
    assert after.thinks == thinks
    assert after.most_tokens(SAMPLING) == (100 if thinks else 50)
    assert heard(ACT, after, reaction) == after


@pytest.mark.parametrize("message", ["max_tokens is too large: 100", "this model's maximum context length is 80"])
def test_a_refused_higher_limit_is_taken_back(message: str) -> None:
    assert Capabilities(thinks=True).after_failure(CallFailure(message, 400)) == LIMITED
    assert LIMITED.most_tokens(SAMPLING) == 50
    assert LIMITED.after_failure(CallFailure("this model's maximum context length is 40", 400)) is None


@given(
    st.lists(
        st.builds(
            CallFailure,
            st.sampled_from(
                ["response_format", "max_completion_tokens", "temperature", "seed and top_p", "no", "system role"]
            ),
            st.sampled_from([400, 404, 422, 500]),
        ),
        min_size=30,
    )
)
def test_learning_ends(troubles: list[CallFailure]) -> None:
    capabilities = Capabilities(thinks=True)
    learned = 0
    for failure in troubles:
        if after := capabilities.after_failure(failure):
            assert after != capabilities
            capabilities = after
            learned += 1
    assert learned <= 3 + 1 + 4 + 1 + 1
