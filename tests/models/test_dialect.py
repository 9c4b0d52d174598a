from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import SubgoalStep
from ariadne.models.dialect import Dialect, Form
from ariadne.models.prompt import Sampling
from ariadne.models.trouble import Trouble
from tests.models.questions import Act

SAMPLING = Sampling(max_tokens=50, temperature=0.0, top_p=0.9)


def test_the_first_dialect_says_everything() -> None:
    parameters = Dialect().parameters(Act, SAMPLING, seed=3)
    form = parameters.pop("response_format")
    assert parameters == {"max_tokens": 50, "temperature": 0.0, "top_p": 0.9, "seed": 3}
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["name"] == "Act"


def test_lines_with_labels_are_asked_for_as_text_and_in_a_repair_as_json() -> None:
    assert "response_format" not in Dialect().parameters(SubgoalStep, SAMPLING, seed=None)
    form = Dialect().parameters(SubgoalStep, SAMPLING, seed=None, repair=True)["response_format"]
    assert set(form["json_schema"]["schema"]["properties"]) == {"subgoal", "action"}


def test_what_nobody_set_is_not_sent() -> None:
    parameters = Dialect(Form.TEXT).parameters(Act, Sampling(max_tokens=50), seed=None)
    assert parameters == {"max_tokens": 50}


@pytest.mark.parametrize(
    ("trouble", "expected"),
    [
        (Trouble("'response_format' json_schema is not supported", 400), Dialect(Form.JSON)),
        (Trouble("no structured outputs here", 404), Dialect(Form.JSON)),
        (Trouble("[{'loc': ('body', 'response_format', 'type')}]", 500), Dialect(Form.JSON)),
        (Trouble("Unprocessable Entity", 422), Dialect(Form.JSON)),
        (
            Trouble("'max_tokens' is not supported. Use 'max_completion_tokens' instead.", 400, param="max_tokens"),
            Dialect(limit="max_completion_tokens"),
        ),
        (Trouble("Unsupported value", 400, param="temperature"), Dialect(refused=frozenset({"temperature"}))),
        (Trouble("unknown field `seed`", 422), Dialect(refused=frozenset({"seed"}))),
        (Trouble("This model's maximum context length is 4096", 400), None),
        (Trouble("The model `x` does not exist", 404), None),
        (Trouble("internal error", 500), None),
        (Trouble("Not Found", 404), None),
        (Trouble("response_format", 401), None),
        (Trouble("connection lost"), None),
    ],
)
def test_a_refusal_teaches_what_a_server_does_not_take(trouble: Trouble, expected: Dialect | None) -> None:
    assert Dialect().after(trouble) == expected


def test_nothing_is_looser_than_text() -> None:
    assert Dialect(Form.TEXT).after(Trouble("response_format", 400)) is None


@given(
    st.lists(
        st.builds(
            Trouble,
            st.sampled_from(["response_format", "max_completion_tokens", "temperature", "seed and top_p", "no"]),
            st.sampled_from([400, 404, 422, 500]),
        ),
        min_size=30,
    )
)
def test_learning_ends(troubles: list[Trouble]) -> None:
    dialect: Dialect | None = Dialect()
    learned = 0
    for trouble in troubles:
        if after := dialect.after(trouble):
            assert after != dialect
            dialect = after
            learned += 1
    assert learned <= 2 + 1 + 3
