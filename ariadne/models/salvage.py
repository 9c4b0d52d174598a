"""What can be used of an answer as it was said: a reply that was cut, or that repeats itself, is not lost."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ariadne.models.repetition import repeated_from
from ariadne.text import number

NUMBERS = (int, float, bool)


@dataclass(frozen=True)
class Said:
    """What a reply says, by field.

    Attributes:
        is_salvaged: whether it is what can be used of a reply that was cut, repeats itself, has longer lists than it
            may, or does not come to all of them.
    """

    value: dict[str, Any]
    is_salvaged: bool = False


def salvaged(said: Said, answer: type[BaseModel]) -> Said:
    """What can be used of the lists in an object that is meant for an answer.

    Each item counts once, and none from a repetition on, or beyond the limit. Numbers count as they are, since each
    stands for something.
    """
    value, is_salvaged = dict(said.value), said.is_salvaged
    for name, field in _lists(answer).items():
        if isinstance(items := decoded(value.get(name)), list):
            new, end = (items, len(items)) if get_args(field.annotation)[0] in NUMBERS else _new(items)
            value[name] = new[: _limit(field)]
            is_salvaged |= end < len(items) or len(value[name]) < len(new)
    return Said(value, is_salvaged)


def decoded(value: Any) -> Any:
    """An object or a list that was encoded as a text; anything else as it is."""
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        with suppress(ValueError, RecursionError):
            return json.loads(value, strict=False, parse_int=number)
    return value


def completed(said: Said, answer: type[BaseModel]) -> Said:
    """An object whose missing lists are empty, if it says anything else that belongs to the answer."""
    if not any(said.value.get(name) for name in answer.model_fields):
        return said
    return Said(said.value | {name: [] for name in _lists(answer) if said.value.get(name) is None}, True)


def _lists(answer: type[BaseModel]) -> dict[str, FieldInfo]:
    return {name: field for name, field in answer.model_fields.items() if get_origin(field.annotation) is list}


def _new(items: list[Any]) -> tuple[list[Any], int]:
    """The items that are there for the first time, up to a repetition; and where that begins."""
    texts = [item if isinstance(item, str) else json.dumps(item) for item in items]
    end = repeated_from(texts)
    first: dict[str, Any] = {}
    for text, item in zip(texts[:end], items, strict=False):
        first.setdefault(text, item)
    return [*first.values()], end


def _limit(field: FieldInfo) -> int | None:
    """How many items a list may have; None for any number."""
    limits = (getattr(rule, "max_length", None) for rule in field.metadata)
    return min((limit for limit in limits if limit is not None), default=None)
