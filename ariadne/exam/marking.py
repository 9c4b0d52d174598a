"""Marks: whether a memory's statements include the truth, and how many are untrue (docs/exam.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ariadne.exam.questions import ExamQuestion, Kind
from ariadne.exam.statements import Statement
from ariadne.exam.truth import Topic, plain

_ASKED: Mapping[Kind, str] = {"when": "since", "why": "command", "who": "command", "errand": "task"}
"""By kind, what a true statement must also name; of things that others moved, the mover."""


@dataclass(frozen=True)
class Mark:
    """The grade of statements as an answer.

    Attributes:
        truth: whether they include the true answer; for `not so`, whether they exclude the false one.
        said: the number of values that they give the asked topic at the asked step; for `how many`, of things that
            they put there. `stale`: how many of these are untrue.
    """

    truth: bool
    said: int
    stale: int


def mark(question: ExamQuestion, statements: Sequence[Statement]) -> Mark:
    """Mark the statements of a memory as the answer to a question."""
    question = _plainly(question)
    claimed = [statement for statement in statements if statement.claims(question.at)]
    if question.kind == "how many":
        things = {each.topic.thing for each in claimed if each.topic.aspect == "place" and each.value == question.value}
        return Mark(question.things <= things, len(things), len(things - question.things))
    about = [statement for statement in claimed if statement.topic == question.topic]
    values = {statement.value for statement in about}
    if question.kind == "not so":
        return Mark(question.value not in values if question.value else not values, 0, 0)
    right = [statement for statement in about if statement.value == question.value]
    if question.kind == "last seen":
        is_answered = _is_in_room(question, claimed)
    else:
        asked = "mover" if question.mover else _ASKED.get(question.kind, "topic")
        is_answered = any(getattr(statement, asked) == getattr(question, asked) for statement in right)
    return Mark(is_answered, len(values), len(values - {question.value}))


def _plainly(question: ExamQuestion) -> ExamQuestion:
    """A question whose names have no `sliced` or `fried`, like the names of statements."""
    aspect, thing = question.topic
    topic = Topic(aspect, plain(thing))
    return replace(question, topic=topic, value=plain(question.value), things=frozenset(map(plain, question.things)))


def _is_in_room(question: ExamQuestion, claimed: Sequence[Statement]) -> bool:
    """Whether the places of the thing, of its holder, and so on, lead to the room."""
    reached, ahead = {question.topic.thing}, [question.topic.thing]
    while ahead:
        topic = Topic("place", ahead.pop())
        new = {statement.value for statement in claimed if statement.topic == topic} - reached
        reached |= new
        ahead += new
    return question.room in reached
