"""Salvage the usable part of a reply that was cut or repeats itself."""

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
class SaidFields:
    """The values in a reply, by field.

    Attributes:
        is_salvaged: whether it is the usable part of a reply that was cut, repeats itself, has overlong lists, or lacks
            some of them.
    """

    value: dict[str, Any]
    is_salvaged: bool = False


def salvaged(said: SaidFields, answer: type[BaseModel]) -> SaidFields:
    """The usable part of the lists in an object.

    Each item counts once; the list ends at a repetition or at its limit. Numbers are kept as they are, since each may
    be meant, e.g. a rating.
    """
    value, is_salvaged = dict(said.value), said.is_salvaged
    for name, field in _lists(answer).items():
        if isinstance(items := decoded(value.get(name)), list):
            new, end = (items, len(items)) if get_args(field.annotation)[0] in NUMBERS else _new(items)
            value[name] = new[: _limit(field)]
            is_salvaged |= end < len(items) or len(value[name]) < len(new)
    return SaidFields(value, is_salvaged)


def decoded(value: Any) -> Any:
    """Decode an object or a list that was encoded as a text; return anything else unchanged."""
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        with suppress(ValueError, RecursionError):
            return json.loads(value, strict=False, parse_int=number)
    return value


def completed(said: SaidFields, answer: type[BaseModel]) -> SaidFields:
    """An object with empty lists for missing ones, if it has any field of the answer."""
    if not any(said.value.get(name) for name in answer.model_fields):
        return said
    return SaidFields(said.value | {name: [] for name in _lists(answer) if said.value.get(name) is None}, True)


def _lists(answer: type[BaseModel]) -> dict[str, FieldInfo]:
    return {name: field for name, field in answer.model_fields.items() if get_origin(field.annotation) is list}


def _new(items: list[Any]) -> tuple[list[Any], int]:
    """The distinct items before a repetition; and the position where that begins."""
    texts = [item if isinstance(item, str) else json.dumps(item) for item in items]
    end = repeated_from(texts)
    first: dict[str, Any] = {}
    for text, item in zip(texts[:end], items, strict=False):
        first.setdefault(text, item)
    return [*first.values()], end


def _limit(field: FieldInfo) -> int | None:
    """The largest number of items in a list; None for no limit."""
    limits = (getattr(rule, "max_length", None) for rule in field.metadata)
    return min((limit for limit in limits if limit is not None), default=None)
