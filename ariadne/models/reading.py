"""Reading a reply's text as an answer, leniently: around the JSON and in it, models write what they like."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from ariadne.errors import AnswerError
from ariadne.models.answers import LabelledAnswer
from ariadne.models.labelled import read_labelled
from ariadne.models.question import A

THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
THOUGHT_END = re.compile(r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
THOUGHT_CUT = re.compile(r"<(?:think|thinking|thought|reasoning)>.*$", re.DOTALL | re.IGNORECASE)
OBJECT = re.compile(r"""\{\s*(?:["'}]|\w+\s*:)""")
FENCE_END = "\n```"
ERRORS_SHOWN = 5


def read_answer(text: str, answer: type[A]) -> A:
    """The answer in `text`: the last JSON object in it that fits, thoughts, code fences and prose left aside.

    An object that is not well-formed is mended first. Of a labelled answer, lines with labels are read as well.

    Raises:
        AnswerError: nothing in the text fits; the message says why, in one line.
    """
    problem = ""
    for value in reversed(_values(text, answer)):
        try:
            return answer.model_validate(value)
        except ValidationError as error:
            problem = problem or _explain(error)
    raise AnswerError(problem or _nothing(text))


def _values(text: str, answer: type[A]) -> list[dict[str, Any]]:
    """What the text may mean, the likeliest last."""
    objects = _objects(text)
    if issubclass(answer, LabelledAnswer) and not objects and (said := _without_thoughts(text)).strip():
        return [read_labelled(said, answer.labels)]
    return objects


def _objects(text: str) -> list[dict[str, Any]]:
    whole = _decode(text.strip())
    if isinstance(whole, dict):
        return [whole]
    return list(_scan(_without_thoughts(text)))


def _scan(text: str) -> Iterator[dict[str, Any]]:
    """The outermost objects; the first that is not well-formed is mended with all that follows it."""
    decoder = json.JSONDecoder(strict=False)
    place = 0
    while start := OBJECT.search(text, place):
        try:
            value, place = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            yield from _mended(text[start.start() :].split(FENCE_END, 1)[0])
            return
        yield value


def _mended(text: str) -> Iterator[dict[str, Any]]:
    from json_repair import loads

    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return
    yield from (item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict))


def _decode(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _without_thoughts(text: str) -> str:
    """Without what stands between tags of thought, even where the opening or the closing one is missing."""
    return THOUGHT_CUT.sub("", THOUGHT_END.sub("", THOUGHT.sub("", text)))


def _explain(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False)
    lines = [_problem(problem["loc"], problem["msg"]) for problem in problems[:ERRORS_SHOWN]]
    more = len(problems) - ERRORS_SHOWN
    return "; ".join(lines) + (f"; and {more} more" if more > 0 else "")


def _problem(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(str(part) for part in place)
    return f"{where}: {message}" if where else message


def _nothing(text: str) -> str:
    if not text.strip():
        return "the reply is empty"
    if not _without_thoughts(text).strip():
        return "the reply holds thoughts but no answer"
    return "there is no JSON object in the reply"
