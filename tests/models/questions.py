"""Small questions of each kind of answer, for tests."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, Field

from ariadne.models.question import Question


class Act(BaseModel):
    """A reason and an action."""

    reason: str = Field(description="why, in a sentence")
    action: str = Field(description="one of the valid actions")


class Triplets(BaseModel):
    """A flat list of strings that have a form."""

    triplets: list[str] = Field(max_length=8, description="each as 'subject, relation, object'")


class Judgement(BaseModel):
    """A yes or no."""

    explore: bool


def act(prompts: Path) -> Question[Act]:
    inputs = {"observation": "You are in a hall. A door leads north.", "actions": ["go north", "look"]}
    return Question("act", inputs, Act, prompts=prompts)


def list_triplets(prompts: Path) -> Question[Triplets]:
    return Question("list", {"text": "The red key lies on the table."}, Triplets, prompts=prompts)


def judge(prompts: Path) -> Question[Judgement]:
    return Question("judge", {"text": "find the red key"}, Judgement, prompts=prompts)
