"""The types of answers to questions.

The forms are flat and their keys short, since small models make mistakes in nested ones: a triplet is one string,
and so is a sub-goal with its reason.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, Field, field_validator, model_validator

from ariadne.models.labelled import first_line, name_of
from ariadne.text import truncated


def _line(value: object) -> object:
    """Read a triplet or a sub-goal that came as a list or an object instead of one string."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)) and all(isinstance(part, (str, int, float)) for part in value):
        return " | ".join(str(part) for part in value)
    return value


def _lines(values: object) -> object:
    """Drop overlong lines, which come from models in a loop, and values that are not text; keep the other lines."""
    if not isinstance(values, list):
        return values
    lines = [line for line in map(_line, values) if not isinstance(line, str) or len(line) <= LONGEST_LINE]
    return [line for line in lines if isinstance(line, str)] or lines


LONGEST_LINE = 1000
"""Characters of a triplet, a sub-goal with its reason, or a question."""


def _numbers(values: object) -> object:
    """The number at the start of each item: some models add what it means."""
    if not isinstance(values, list):
        return values
    found = [_NUMBER.match(value) if isinstance(value, str) else value for value in values]
    return [each[0] if isinstance(each, re.Match) else each for each in found if each is not None]


_NUMBER = re.compile(r"\d+")
Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Line = Annotated[str, BeforeValidator(_line)]
Lines = Annotated[list[Line], BeforeValidator(_lines)]


class AnswerForm(BaseModel):
    """Base of all answers. Additional fields are dropped."""


class LabelledAnswer(AnswerForm):
    """Base of answers that are written as labelled lines, e.g. `Action: open the box`; JSON is accepted as well.

    Attributes:
        labels: the fields that have a line, in order.
    """

    labels: ClassVar[tuple[str, ...]]

    @model_validator(mode="before")
    @classmethod
    def _on_lines(cls, said: Any) -> Any:
        """In JSON, labels may be spelled as on lines, null is dropped, and a value is one line as well."""
        if not isinstance(said, dict):
            return said
        return {
            name_of(str(label)): truncated(first_line(value), LONGEST_LINE) if isinstance(value, str) else value
            for label, value in said.items()
            if value is not None
        }

    def as_lines(self) -> str:
        """The answer as labelled lines, without empty fields."""
        values = ((label, getattr(self, label)) for label in self.labels)
        return "\n".join(f"{label.capitalize()}: {value}" for label, value in values if value)


class Extracted(AnswerForm):
    """Answer to `extract`."""

    triplets: Lines = Field(max_length=400, description="facts, each as 'subject, relation, object'")


class Read(AnswerForm):
    """Answer to `read`."""

    triplets: Lines = Field(max_length=400, description="facts, each as 'subject, relation, object'")
    replaced: Lines = Field(max_length=200, description="each as 'number why -> new triplet'")
    same: Lines = Field(default=[], max_length=100, description="names of one thing, each as 'alias = name'")


class Outdated(AnswerForm):
    """Answer to `outdated`."""

    replaced: Lines = Field(max_length=200, description="each as 'number why -> number'")


class FromMemory(AnswerForm):
    """Answer to `answer_from_memory`."""

    known: bool = Field(description="whether what is shown answers the question")
    answer: str = Field(min_length=1, description="in one to three sentences")
    values: Lines = Field(default=[], max_length=100, description="each value that was asked for, in a few words")
    facts: list[int] = Field(default=[], max_length=100, description="numbers of the facts that the answer rests on")
    texts: list[int] = Field(default=[], max_length=100, description="numbers of the texts that it rests on")


class Replaced(AnswerForm):
    """Answer to `replace`."""

    replaced: Lines = Field(max_length=200, description="each as 'old triplet -> new triplet'")


class Entities(AnswerForm):
    """Answer to `entities`."""

    entities: Lines = Field(max_length=16, description="what matters now, each as 'name: depth', depth 1 or 2")


class Learned(AnswerForm):
    """Answer to `learn`, which asks `extract`, `replace` and `entities` at once."""

    triplets: Lines = Field(max_length=400, description="facts, each as 'subject, relation, object'")
    replaced: Lines = Field(max_length=200, description="each as 'old triplet -> new triplet'")
    entities: Lines = Field(max_length=16, description="what matters now, each as 'name: depth', depth 1 or 2")


class Explore(AnswerForm):
    """Answer to `explore`."""

    explore: bool = Field(description="whether a sub-goal needs something to be found")


class Action(AnswerForm):
    """Answer to `act` (ReAct: the reason first)."""

    reason: str
    action: str


class Noted(AnswerForm):
    """Answer to `learn` in the frame: facts, and the numbers of known facts (from 1) that are no longer true."""

    triplets: Lines = Field(max_length=400, description="facts, each as 'subject, relation, object'")
    replaced: Numbers = Field(max_length=200, description="numbers of known facts that hold no more")


class Edits(AnswerForm):
    """Answer to `plan` in the frame."""

    plan: Lines = Field(max_length=40, description="edits, each 'done 1', 'drop 2', 'first 3', '2: ...' or a sub-goal")


class ExploringEdits(Edits):
    """Answer to `plan` in `--calls act`, where the rules plan."""

    explore: bool = Field(default=True, description="whether a sub-goal needs something to be found")


class Decided(Action, Edits):
    """Answer to `decide`: `plan` and `act` at once."""


class Lived(Decided, Noted):
    """Answer to `one`: `learn`, `plan` and `act` at once."""


class Step(LabelledAnswer):
    """Answer to `step`: an action."""

    labels = ("action",)
    action: str = Field(min_length=1, description="one action")


class SubgoalStep(LabelledAnswer):
    """Answer to `subgoal_step`: an action, and its sub-goal if that is a new one."""

    labels = ("subgoal", "action")
    subgoal: str = Field(default="", description="the next sub-goal, if the current one is done with")
    action: str = Field(min_length=1, description="one action")

    @field_validator("subgoal")
    @classmethod
    def _named(cls, said: str) -> str:
        """Some models write `none` instead of leaving the line out."""
        return "" if said.lower().strip(" .()-") in ("none", "n/a", "null", "no change", "") else said


class Plans(AnswerForm):
    """Answer to `plans`."""

    plans: list[Line] = Field(min_length=1, max_length=20, description="each as 'first action; second action; ...'")


class Folded(AnswerForm):
    """Answer to `fold`."""

    summary: str = Field(min_length=1, description="what came of the actions, in a sentence or two")
    met: bool = Field(description="whether the sub-goal is met")


class Summary(AnswerForm):
    """Answer to `summarize`."""

    summary: str = Field(description="at most three paragraphs")


class Importance(AnswerForm):
    """Answer to `importance`."""

    ratings: list[int] = Field(max_length=100, description="one from 1 to 10 for each text, in order")


class Salient(AnswerForm):
    """Answer to `salient`."""

    facts: Lines = Field(max_length=100, description="facts worth remembering, each one sentence")


class Reconciled(AnswerForm):
    """Answer to `reconcile`: changes to numbered memories (from 1). Unlisted ones stay as they are."""

    add: Lines = Field(default=[], max_length=100, description="new memories, each one sentence")
    update: Lines = Field(default=[], max_length=100, description="changed memories, each 'number: new text'")
    delete: list[int] = Field(default=[], max_length=100, description="numbers of memories that are untrue now")


class Recognized(AnswerForm):
    """Answer to `recognize`."""

    kept: list[int] = Field(max_length=100, description="numbers of the facts that help")


class Wonder(AnswerForm):
    """Answer to `wonder`."""

    questions: Lines = Field(max_length=8, description="at most three questions")


class Insights(AnswerForm):
    """Answer to `insights`."""

    insights: Lines = Field(max_length=16, description="at most five statements")


class Lesson(AnswerForm):
    """Answer to `lesson`."""

    lesson: str = Field(description="what to do differently next time")


class Searched(AnswerForm):
    """Answer to `qa_entities`."""

    entities: Lines = Field(max_length=16, description="where to begin, each as 'name: depth', depth 1 to 3")


class ShortAnswer(AnswerForm):
    """Answer to `qa_answer` (the reason first)."""

    reason: str
    answer: str = Field(description="the answer alone, in a few words")

    @field_validator("answer", mode="before")
    @classmethod
    def _as_text(cls, said: object) -> object:
        """JSON replies may contain numbers and booleans."""
        if isinstance(said, bool):
            return "yes" if said else "no"
        return str(said) if isinstance(said, (int, float)) else said
