"""What the fields of events are: checked where a file is read, so that nobody who reads on falls over a text where a
number belongs. Fields that are missing, and kinds of events that others write, are their readers' business."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any], bool]

# Nothing that is counted, paid or timed here comes near these.
MOST = 10**12
# The end of the year 9999, in seconds since 1970: what a date can be.
LATEST = 253402300799
# A step without an event is rare; many in a row are a number that was damaged.
LONGEST_JUMP = 10


def check(event: Mapping[str, Any], step: int) -> None:
    """See that an event says what its readers expect.

    Args:
        step: the highest of those before it.

    Raises:
        ValueError: it does not; the message is a phrase about it.
    """
    if not isinstance(event.get("event"), str):
        raise ValueError("it has no kind")
    if "step" in event and not (_is_count(event["step"]) and event["step"] <= step + LONGEST_JUMP):
        raise ValueError(f"its step, {_short(event['step'])}, cannot follow step {step}")
    for name, holds in {"time": _is_time, "schema": _is_count, **KINDS.get(event["event"], {})}.items():
        if name in event and not holds(event[name]):
            raise ValueError(f"its {name}, {_short(event[name])}, cannot be")


def _short(value: object) -> str:
    return repr(value)[:40]


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= MOST


def _is_time(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= LATEST


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _or_none(holds: Check) -> Check:
    return lambda value: value is None or holds(value)


def _many(holds: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(holds, value))


def _named(holds: Check) -> Check:
    """An object whose values are all of a kind."""
    return lambda value: isinstance(value, dict) and all(map(holds, value.values()))


def _object(**fields: Check) -> Check:
    """An object that has these fields."""
    return lambda value: (
        isinstance(value, dict) and all(name in value and holds(value[name]) for name, holds in fields.items())
    )


def _usage(value: Any) -> bool:
    """What a call used; earlier versions did not count what the server had in its cache."""
    return _is_use(value) and _is_count(value.get("cached_tokens", 0))


def _triplets(value: Any) -> bool:
    """The triplets of an episode node; earlier versions said only how many."""
    return _is_count(value) or _texts(value)


_texts = _many(_is_text)
_text_or_none = _or_none(_is_text)
_count_or_none = _or_none(_is_count)
_number_or_none = _or_none(_is_number)
_is_use = _object(prompt_tokens=_is_count, completion_tokens=_is_count, cost_usd=_number_or_none)
_nodes = _many(_object(text=_is_text, triplets=_triplets))

_ENTRY: Mapping[str, Check] = {
    "game": _is_text,
    "agent": _is_text,
    "memory": _text_or_none,
    "model": _text_or_none,
    "seed": _count_or_none,
    "repeat": _is_count,
    "run": _is_text,
}

KINDS: Mapping[str, Mapping[str, Check]] = {
    "episode_started": {
        **_ENTRY,
        "world": _is_text,
        "goal": _is_text,
        "briefing": _is_text,
        "instructions": _is_text,
        "max_steps": _count_or_none,
        "walkthrough_length": _count_or_none,
        "embedder": _text_or_none,
        "versions": _or_none(_named(_is_text)),
    },
    "turn": {
        "command": _is_text,
        "observation": _is_text,
        "inventory": _is_text,
        "commands": _texts,
        "location": _is_text,
        "status": _is_text,
    },
    "scored": {
        "score": _is_number,
        "maximum": _is_number,
        "won": _is_flag,
        "lost": _is_flag,
        "exact": _number_or_none,
        "f1": _number_or_none,
        "supporting": _many(_is_count),
    },
    "question": {
        "kind": _is_text,
        "prompt": _many(_object(role=_is_text, content=_is_text)),
        "reply": _is_text,
        "error": _is_text,
        "usage": _usage,
        "seconds": _is_number,
        "salvaged": _is_flag,
    },
    "retried": {"kind": _is_text, "error": _is_text, "seconds": _is_number},
    "remembered": {"added": _texts, "episodes": _nodes},
    "learned": {
        "added": _texts,
        "removed": _texts,
        "episodes": _nodes,
        "entities": _named(_is_count),
        "vertices": _is_count,
        "edges": _is_count,
    },
    "recalled": {
        "facts": _texts,
        "episodes": _texts,
        "exits": _texts,
        "text": _is_text,
        "context_tokens": _count_or_none,
        "ranking": _or_none(_many(_is_count)),
    },
    "planned": {"plan": _texts},
    "folded": {"number": _is_count, "subgoal": _is_text, "summary": _is_text},
    "retrieved": {"number": _is_count, "subgoal": _is_text},
    "reflected": {"questions": _texts, "insights": _texts, "lesson": _is_text},
    "resumed": {"kept": _is_count},
    "invalid": {"said": _is_text, "action": _is_text},
    "circled": {"withheld": _texts},
    "acted": {"action": _is_text, "reason": _is_text, "commands": _texts},
    "episode_ended": {
        **_ENTRY,
        "why": _is_text,
        "error": _is_text,
        "score": _is_number,
        "max_score": _is_number,
        "normalized_score": _number_or_none,
        "won": _is_flag,
        "lost": _is_flag,
        "steps": _is_count,
        "moves": _is_count,
        "invalid_actions": _is_count,
        "circled": _is_count,
        "model_calls": _is_count,
        "prompt_tokens": _is_count,
        "completion_tokens": _is_count,
        "cost_usd": _number_or_none,
        "seconds": _is_number,
        "texts_embedded": _count_or_none,
        "embedder_calls": _count_or_none,
    },
    "item_started": {
        "model": _text_or_none,
        "model_for": _named(_is_text),
        "base_url": _text_or_none,
        "versions": _named(_is_text),
    },
    "item_ended": {"why": _is_text, "error": _is_text, "seconds": _is_number},
}
