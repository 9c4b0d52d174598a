from __future__ import annotations

from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from ariadne.models.answers import Action, Plans, SubgoalStep
from ariadne.models.form import MOST_CHARACTERS, MOST_CHOICES, schema_name, sketch, strict_schema
from tests.models.questions import Act, Judgement, Triplets


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


class Leaf(BaseModel):
    """Words for readers of the code."""

    title: str = Field(default="none", max_length=9)
    mood: Mood = Mood.GOOD


class Tree(BaseModel):
    kind: Literal["oak", "elm"]
    leaf: Leaf = Field(description="the best leaf")
    leaves: list[Leaf] = []
    height: float | None = None
    part_of: Tree | None = None


def objects(node: Any) -> list[dict[str, Any]]:
    """Every object schema within a schema."""
    if isinstance(node, list):
        return [found for item in node for found in objects(item)]
    if not isinstance(node, dict):
        return []
    here = [node] if "properties" in node and node.get("type") == "object" else []
    return here + [found for value in node.values() for found in objects(value)]


@pytest.mark.parametrize("answer", [Act, Triplets, Judgement, Tree])
def test_a_strict_schema_closes_every_object_and_requires_all(answer: type[BaseModel]) -> None:
    found = objects(strict_schema(answer))
    assert found
    for schema in found:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


def test_a_strict_schema_has_no_keyword_that_strict_mode_refuses() -> None:
    schema = strict_schema(Tree)
    text = str(schema)
    for keyword in ("'default'", "'maxLength'", "Words for readers"):
        assert keyword not in text
    assert schema["properties"]["leaf"] == {"$ref": "#/$defs/Leaf"}


def test_a_property_may_be_called_like_a_keyword() -> None:
    assert "title" in strict_schema(Leaf)["properties"]


def test_a_strict_schema_keeps_limits_and_descriptions_of_lists() -> None:
    triplets = strict_schema(Triplets)["properties"]["triplets"]
    assert triplets["maxItems"] == 8
    assert triplets["description"] == "each as 'subject, relation, object'"


def test_every_item_of_a_list_that_chooses_is_one_of_the_choices() -> None:
    triplets = strict_schema(Triplets, {"triplets": ["a", "b"]})["properties"]["triplets"]
    assert triplets["items"] == {"type": "string", "enum": ["a", "b"]}
    assert "enum" not in triplets


def test_an_optional_field_stays_optional() -> None:
    class Maybe(BaseModel):
        action: str | None

    kinds = strict_schema(Maybe, {"action": ["look"]})["properties"]["action"]["anyOf"]
    assert kinds == [{"type": "string", "enum": ["look"]}, {"type": "null"}]


@pytest.mark.parametrize(
    "choices",
    [[], [f"take coin {n}" for n in range(MOST_CHOICES + 1)], ["a" * MOST_CHARACTERS, "b"]],
)
def test_too_many_choices_are_left_out_of_the_schema(choices: list[str]) -> None:
    assert strict_schema(Act, {"action": choices}) == strict_schema(Act)


def test_a_questions_limit_stays_within_the_types_limits() -> None:
    def most(answer: type[BaseModel], name: str, limit: int) -> Any:
        return strict_schema(answer, most={name: limit})["properties"][name]["maxItems"]

    assert most(Triplets, "triplets", 3) == 3
    assert most(Triplets, "triplets", 30) == 8
    assert most(Plans, "plans", 0) == 1
    assert most(Tree, "leaves", 2) == 2


def test_choices_of_unknown_fields_are_ignored() -> None:
    assert strict_schema(SubgoalStep, {"place": ["hall"]}, {"steps": 3}) == strict_schema(SubgoalStep)


def test_a_sketch_does_not_list_choices() -> None:
    assert sketch(Action, frozenset({"action"})) == '{"reason": "...", "action": "one of the valid actions"}'


def test_a_sketch_shows_descriptions_in_the_place_of_values() -> None:
    assert sketch(Act) == '{"reason": "why, in a sentence", "action": "one of the valid actions"}'
    assert sketch(Triplets) == """{"triplets": ["each as 'subject, relation, object'", ...]}"""
    assert sketch(Judgement) == '{"explore": true or false}'


def test_a_sketch_of_a_type_that_holds_itself_ends() -> None:
    leaf = '{"title": "...", "mood": "good" or "bad"}'
    tree = f'"leaf": {leaf}, "leaves": [{leaf}, ...], "height": number or null'
    assert sketch(Tree) == f'{{"kind": "oak" or "elm", {tree}, "part_of": ... or null}}'


def test_a_schema_name_has_only_characters_that_servers_take() -> None:
    class Box(BaseModel):
        held: int

    Box.__name__ = "Box[Thing, int]" * 9
    assert schema_name(Act) == "Act"
    assert schema_name(Box).replace("_", "").isalnum()
    assert len(schema_name(Box)) <= 64
