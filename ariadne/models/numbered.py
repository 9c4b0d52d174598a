"""Choices by their numbers, for endpoints that cannot be held to a list: a number is short, and hard to get wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ariadne.models.labelled import name_of
from ariadne.models.question import A, Question

# A number as models write one, and what follows: `3`, `"3."`, `(3) go west`, `**3**`.
_NUMBER = re.compile(r"""[\s#(\[*_`"']*+(\d{1,4})\s*+[.:)\]*_`"'-]*+\s*+(.*)""", re.DOTALL)


def numbered(question: Question[A]) -> Question[A]:
    """The question with its choices numbered from 1, where its inputs show them: those of `action` in `actions`."""
    lists = {f"{name}s": choices for name, choices in question.choices.items()}
    inputs = {
        name: [f"{place}. {line}" for place, line in enumerate(shown, 1)]
        for name, shown in question.inputs.items()
        if name in lists and not isinstance(shown, str) and len(shown) == len(lists[name])
    }
    return replace(question, inputs={**question.inputs, **inputs})


def meant(said: dict[str, Any], question: Question[Any]) -> dict[str, Any]:
    """An answer, not yet validated, with the choices that its numbers stand for."""
    return {name: _meant(value, question.choices.get(name_of(name), ())) for name, value in said.items()}


def _meant(value: Any, choices: Sequence[str]) -> Any:
    if isinstance(value, list):
        return [_meant(item, choices) for item in value]
    if choices and not isinstance(value, bool) and (isinstance(value, int) or _is_whole(value)):
        value = str(int(value))
    return _choice(value, choices) if isinstance(value, str) else value


def _choice(said: str, choices: Sequence[str]) -> str:
    """The choice of a number; what is spelled like a choice, or names another one than its number does, stays."""
    spelled = {plain(choice): choice for choice in choices}
    number = _NUMBER.fullmatch(said)
    if number is None or plain(said) in spelled:
        return said
    named, place = plain(number[2]), int(number[1]) - 1
    if named and named in spelled:
        return spelled[named]
    if 0 <= place < len(choices) and (not named or named.startswith(plain(choices[place]))):
        return choices[place]
    return said


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def plain(text: str) -> str:
    """A choice as it is compared: case, spaces, and marks around it do not matter."""
    return " ".join(text.lower().strip(" \t\n\"'`.*_").split())
