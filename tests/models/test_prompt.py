from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.models.answers import SubgoalStep
from ariadne.models.prompt import FRAME, SMALL, load_prompt, rendered
from ariadne.models.question import Question, Repair
from tests.models.questions import Act, act


def write(prompts: Path, name: str, text: str) -> None:
    (prompts / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_a_question_becomes_a_system_and_a_user_message(prompts: Path) -> None:
    system, user = act(prompts).prompt.messages
    assert system["role"] == "system"
    assert system["content"].startswith("You choose an action.")
    assert user == {
        "role": "user",
        "content": "You are in a hall. A door leads north.\nValid actions:\ngo north\nlook",
    }


def test_sampling_comes_from_the_prompt_file(prompts: Path) -> None:
    act_sampling = load_prompt("act", prompts).sampling
    assert (act_sampling.max_tokens, act_sampling.temperature, act_sampling.top_p) == (200, 0, None)
    assert load_prompt("judge", prompts).sampling.temperature is None


def test_a_repair_adds_the_earlier_reply_and_what_was_wrong_with_it(prompts: Path) -> None:
    question = act(prompts)
    repaired = replace(question, repair=Repair("go up", "there is no JSON object in the reply")).prompt.messages
    assert repaired[:2] == question.prompt.messages
    assert repaired[2] == {"role": "assistant", "content": "go up"}
    assert repaired[3]["role"] == "user"
    assert "there is no JSON object in the reply" in repaired[3]["content"]
    assert '{"reason": "why, in a sentence", "action": "one of the valid actions"}' in repaired[3]["content"]


def test_a_repair_of_lines_asks_for_json(prompts: Path) -> None:
    """A model that writes no labels is held to a form."""
    question = replace(act(prompts), answer=SubgoalStep, repair=Repair("Hm.\nWell.", "action: Field required"))
    asked = question.prompt.messages[-1]["content"].splitlines()[-1]
    assert json.loads(asked).keys() == {"subgoal", "action"}


def test_an_empty_and_an_endless_reply_are_quoted_shortly(prompts: Path) -> None:
    for reply, most in (("", 20), ("north " * 5000, 2100)):
        quoted = replace(act(prompts), repair=Repair(reply, "no")).prompt.messages[2]["content"]
        assert 0 < len(quoted) <= most


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_inputs_are_data_never_templates(text: str) -> None:
    hostile = f"{{{{ 7 * 191 }}}}{{% if x %}}{text}<b>&"
    question = Question("probe", {"text": hostile}, Act, prompts=Path(__file__).parent / "prompts")
    assert question.prompt.messages[0]["content"] == f"said: {hostile}".strip()


def test_an_input_that_the_question_lacks_is_an_error(prompts: Path) -> None:
    with pytest.raises(UserError, match=r"act\.yaml: 'actions' is undefined"):
        rendered(replace(act(prompts), inputs={"observation": "a hall"}))


def test_a_template_cannot_reach_into_python(prompts: Path) -> None:
    write(prompts, "evil", "user: '{{ text.__class__.__mro__ }}'")
    with pytest.raises(UserError, match="unsafe"):
        rendered(Question("evil", {"text": ""}, Act, prompts=prompts))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("user: [", "is not a prompt"),
        ("user: '{% if %}'", "is not a prompt"),
        ("system: hello", "user: Field required"),
        ("user: [{world: hello}]", "Input should be 'rules', 'log', 'memory' or 'actions'"),
        ("user: hello\nmax_token: 3", "max_token: Extra inputs"),
        ("user: hello\nmax_tokens: 0", "max_tokens: Input should be greater than 0"),
        ("- hello", "valid dictionary"),
    ],
)
def test_a_broken_prompt_file_is_one_clear_line(prompts: Path, text: str, problem: str) -> None:
    write(prompts, "broken", text)
    with pytest.raises(UserError, match=problem) as raised:
        load_prompt("broken", prompts)
    assert "broken.yaml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_prompt_that_is_not_there_is_named() -> None:
    with pytest.raises(UserError, match="there is no prompt 'nonsense'"):
        load_prompt("nonsense")


def test_facts_are_shown_place_by_place_where_a_prompt_says_so(prompts: Path) -> None:
    write(prompts, "atlas", "user: '{{ places | by_place | world }} / {{ exits | ways }}'")
    places = ["egg, is in, box", "box, is in, hall", "attic, is up from, hall"]
    inputs = {"places": places, "exits": ["hall, has exit, east", "hall, has exit, north"]}
    (message,) = Question("atlas", inputs, Act, prompts=prompts).prompt.messages
    assert message["content"] == "«hall: ways: up to attic\nhall: box [egg]» / hall east, north"


def test_a_prompt_tells_which_of_its_lines_come_from_where(prompts: Path) -> None:
    """Whatever stands in them, and without the white space around a message."""
    sections = {
        "rules": "|\n\n    Goal: {{ goal }}",
        "log": "|\n    {% for turn in turns %}{{ turn }}\n    {% endfor %}",
        "memory": "'{% if facts %}Known: {{ facts }}{% endif %}'",
        "actions": "|\n    Actions:\n    {{ actions }}",
    }
    write(prompts, "parted", "user:\n" + "\n".join(f"- {part}: {text}" for part, text in sections.items()))
    inputs = {"goal": "Win.", "turns": ["A hall.\nActions:", "A den."], "facts": "", "actions": "look\n \n"}
    asked = Question("parted", inputs, Act, prompts=prompts).prompt
    assert asked.messages[0]["content"] == "Goal: Win.\nA hall.\nActions:\nA den.\nActions:\nlook"
    assert asked.parts == ((("rules", 1), ("log", 3), ("actions", 2)),)


def test_a_prompt_of_one_template_is_rules_as_is_what_a_repair_adds(prompts: Path) -> None:
    asked = replace(act(prompts), repair=Repair("go up", "no")).prompt
    assert [{part for part, _ in parts} for parts in asked.parts] == [{"rules"}] * 4
    assert [sum(count for _, count in parts) for parts in asked.parts] == [
        len(message["content"].split("\n")) for message in asked.messages
    ]


SHIPPED = sorted(path for folder in (data_folder("prompts"), FRAME, SMALL) for path in folder.glob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_prompt_that_ships_can_be_read_and_limits_its_reply(path: Path) -> None:
    assert 0 < load_prompt(path.stem, path.parent).sampling.max_tokens <= 4096
