"""Lenient parsing of a reply's text: models add anything around the JSON and within it.

The time is linear in the text's length, and a text longer than any answer is not read.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic

from pydantic import BaseModel, ValidationError

from ariadne.errors import AnswerError
from ariadne.models.answers import LabelledAnswer
from ariadne.models.calls import read_call
from ariadne.models.json_repair import repaired
from ariadne.models.labelled import name_of, read_labelled
from ariadne.models.question import A, Question
from ariadne.models.salvage import SaidFields, completed, decoded, salvaged
from ariadne.text import encodable, number, truncated

LONGEST = 200_000
"""The limit of a reply in characters, some 50,000 tokens with thoughts; longer ones are not read."""
LONG = 20_000
"""Characters of a reply above which it is read in a thread, so other episodes need not wait."""
MOST_REPAIRED = 20_000
"""The limit for JSON repair in characters; longer bad JSON is usually a loop."""
MOST_OBJECTS = 100
DEEPEST = 3
"""The largest number of objects and lists around an answer."""
MOST_PARTS = 4
"""The largest number of parts of one item, e.g. a triplet and its time."""
LONGEST_STRING = 20_000
LONGEST_PROBLEM = 500

THOUGHT = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)
OBJECT = re.compile(r"""\{\s*+(?:["'}“‘`]|\w++\s*+:)""")
FENCE_END = "\n```"
ERRORS_SHOWN = 5


@dataclass(frozen=True)
class FoundAnswer(Generic[A]):
    """An answer in a text.

    Attributes:
        is_salvaged: whether it is the usable part of a reply that was cut, repeats itself, or is incomplete.
    """

    answer: A
    is_salvaged: bool = False


async def read(text: str, question: Question[A]) -> FoundAnswer[A]:
    """The answer to a question in a reply's text, after checking that it can be used.

    Raises:
        AnswerError: nothing in the text fits, or it cannot be used; the message gives the reason in one line.
    """
    return await asyncio.to_thread(_read, text, question) if len(text) > LONG else _read(text, question)


def _read(text: str, question: Question[A]) -> FoundAnswer[A]:
    found = find_answer(text, question.answer)
    question.try_out(found.answer)
    return found


def find_answer(text: str, answer: type[A]) -> FoundAnswer[A]:
    """The answer in `text`: the last JSON object in it that fits, without thoughts, code fences and prose.

    A malformed object is repaired first, and its usable parts are salvaged. An answer is also found inside another
    value, such as a tool call, or if it was encoded twice. For a labelled answer, labelled lines are read as well. All
    strings in it can be encoded.

    Raises:
        AnswerError: nothing in the text fits; the message gives the reason in one line.
    """
    if len(text) > LONGEST:
        raise AnswerError(f"the reply is {len(text)} characters long, and more than {LONGEST} are not read")
    problem = ""
    objects = _values(text, answer)[: -MOST_OBJECTS - 1 : -1]
    for said in (*objects, *(completed(said, answer) for said in objects)):
        try:
            usable = salvaged(replace(said, value=_fit(said.value)), answer)
            return FoundAnswer(answer.model_validate(usable.value), usable.is_salvaged)
        except ValidationError as error:
            problem = problem or _explain(error)
        except RecursionError:
            problem = problem or "it is nested too deeply"
    raise AnswerError(problem or _nothing(text))


def _values(text: str, answer: type[BaseModel]) -> list[SaidFields]:
    """The candidates in a text, the likeliest last."""
    if objects := _objects(text):
        return [each for reply in objects for each in _unwrapped(reply, answer)]
    reply = without_thoughts(text)
    if call := read_call(reply, answer.model_fields):
        return [SaidFields(call)]
    return (
        [SaidFields(read_labelled(reply, answer.labels))]
        if issubclass(answer, LabelledAnswer) and reply.strip()
        else []
    )


def _unwrapped(said: SaidFields, answer: type[BaseModel]) -> list[SaidFields]:
    """An object, and the objects within it that have a field of the answer."""
    names = {*map(name_of, answer.model_fields)}

    def is_named(value: dict[str, Any]) -> bool:
        return any(name_of(name) in names for name in value)

    within = [replace(said, value=value) for value in _within(said.value, DEEPEST) if is_named(value)]
    return [*within, said] if is_named(said.value) else [said, *within]


def _within(value: dict[str, Any] | list[Any], deep: int) -> Iterator[dict[str, Any]]:
    """The objects within a value, including those encoded in a text."""
    for each in map(decoded, value.values() if isinstance(value, dict) else value):
        if isinstance(each, dict):
            yield each
        if deep and isinstance(each, dict | list):
            yield from _within(each, deep - 1)


def said_in(reply: str) -> Iterator[str]:
    """All texts in a reply; an item in parts, such as a triplet that came as a list, is also joined into one text."""
    left: list[Any] = [said.value for said in _objects(reply)] or [reply]
    while left:
        value = decoded(left.pop())
        parts = [*value.values()] if isinstance(value, dict) else value
        if not isinstance(parts, list):
            yield str(value)
            continue
        left += parts
        if len(parts) <= MOST_PARTS and all(isinstance(part, str | int | float) for part in parts):
            yield " | ".join(map(str, parts))


def _objects(text: str) -> list[SaidFields]:
    try:
        whole = _DECODER.decode(text.strip())
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, str):
        return _objects(whole)
    return [SaidFields(whole)] if isinstance(whole, dict) else list(_scan(without_thoughts(text)))


def _scan(text: str) -> Iterator[SaidFields]:
    """The outermost objects; from the first malformed one on, the rest is repaired."""
    place, is_sound = 0, True
    while start := OBJECT.search(text, place):
        try:
            if is_sound:
                value, place = _DECODER.raw_decode(text, start.start())
                fields = SaidFields(value)
            else:
                read = repaired(text, start.start())
                fields, place = SaidFields(read.value, read.is_cut), read.end
        except (ValueError, RecursionError):
            if not is_sound:
                return
            text, place, is_sound = _to_repair(text, start.start()), 0, False
        else:
            yield fields


def _to_repair(text: str, start: int) -> str:
    """The rest of the text, up to the end of a code fence."""
    end = text.find(FENCE_END, start)
    return text[start : min(end if end >= 0 else len(text), start + MOST_REPAIRED)]


_DECODER = json.JSONDecoder(strict=False, parse_int=number)


def _fit(value: Any) -> Any:
    """A value whose strings can be encoded, and are short enough to show."""
    if isinstance(value, str):
        return encodable(truncated(value, LONGEST_STRING))
    if isinstance(value, list):
        return [_fit(item) for item in value]
    if isinstance(value, dict):
        return {encodable(name): _fit(item) for name, item in value.items()}
    return value


def without_thoughts(text: str) -> str:
    """Remove text between thought tags, even if the opening or the closing one is missing."""
    tags = [*THOUGHT.finditer(text)]
    ends = {name: deque[int]() for name in {tag[2].lower() for tag in tags}}
    for tag in tags:
        if tag[1]:
            ends[tag[2].lower()].append(tag.end())
    parts: list[str] = []
    place, is_cut = 0, False
    for tag in tags:
        if tag.start() < place:
            continue
        if tag[1]:  # Without an opening tag, all text before it was thought.
            parts, place, is_cut = [], tag.end(), False
            continue
        if not is_cut:
            parts.append(text[place : tag.start()])
        end = _next_after(tag.end(), ends[tag[2].lower()])
        place, is_cut = end or tag.end(), is_cut or end is None
    return "".join(parts if is_cut else [*parts, text[place:]])


def _next_after(place: int, ends: deque[int]) -> int | None:
    """The first of the remaining places after this one; earlier ones are dropped."""
    while ends and ends[0] <= place:
        ends.popleft()
    return ends[0] if ends else None


def _explain(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [_problem(problem["loc"], problem["msg"]) for problem in problems[:ERRORS_SHOWN]]
    more = len(problems) - ERRORS_SHOWN
    return truncated(" ".join("; ".join(lines).split()), LONGEST_PROBLEM) + (f"; and {more} more" if more > 0 else "")


def _problem(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(str(part) for part in place)
    return f"{where}: {message}" if where else message


def _nothing(text: str) -> str:
    if not text.strip():
        return "the reply is empty"
    if not without_thoughts(text).strip():
        return "the reply holds thoughts but no answer"
    return "there is no JSON object in the reply"
