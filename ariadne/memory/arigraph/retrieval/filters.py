"""Filters on the fields of values, by equality or comparison, as LangGraph defines them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from ariadne.errors import UserError

_EQUALITY: Mapping[str, Callable[[Any, Any], bool]] = {"$eq": operator.eq, "$ne": operator.ne}
_ORDER: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def fits(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a value passes a filter. Missing fields are None.

    Raises:
        UserError: the filter has an unknown operator.
    """
    return all(_fits(value.get(name), each) for name, each in wanted.items())


def _fits(value: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_compares(value, name, other) for name, other in wanted.items())
        return isinstance(value, Mapping) and fits(value, wanted)
    if isinstance(wanted, list | tuple):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(wanted)
            and all(_fits(own, each) for own, each in zip(value, wanted, strict=True))
        )
    return value == wanted


def _compares(value: Any, name: str, other: Any) -> bool:
    """Whether a comparison holds. Greater and less never hold for values that are not numbers."""
    if name in _EQUALITY:
        return _EQUALITY[name](value, other)
    if name not in _ORDER:
        raise UserError(f"unknown operator {name}: use one of {', '.join([*_EQUALITY, *_ORDER])}")
    try:
        return _ORDER[name](float(value), float(other))
    except (TypeError, ValueError):
        return False
