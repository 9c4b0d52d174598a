"""Events as JSON: write and parse the lines of an event file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ariadne.caches import cached
from ariadne.events.episode import EPISODE
from ariadne.events.event import Event, Other
from ariadne.events.question import EXAM, ITEM

_OTHER = TypeAdapter(Other)
_HEAD = ("event", "step", "time", "schema")


def written(event: Event) -> dict[str, Any]:
    """Return an event as JSON."""
    said = event.said if isinstance(event, Other) else vars(event)
    head = {"event": event.name, "step": event.step, "time": event.time}
    return {**head, **{name: _plain(value) for name, value in said.items() if name not in _HEAD}}


def told(event: Event) -> dict[str, Any]:
    """Return the fields of an event, without those omitted from JSON."""
    content = written(event)
    left = {each.name for each in fields(event) if getattr(event, each.name) == each.default}
    return {name: value for name, value in content.items() if name not in {*_HEAD, *left}}


def event_of(content: Mapping[str, Any], is_item: bool = False) -> Event:
    """Parse an event from JSON of any version.

    Args:
        is_item: whether it belongs to a data set's question or an examination, whose kinds share some names with
            those of episodes.

    Raises:
        ValueError: it is invalid; the message is a phrase.
    """
    name = content.get("event")
    if not isinstance(name, str):
        raise ValueError("it has no kind")
    kinds = _kinds(is_item)
    if name in kinds:
        said = _upgraded(content)
    else:
        said = {**{each: content[each] for each in ("step", "time") if each in content}, "kind": name, "said": content}
    try:
        event: Event = kinds.get(name, _OTHER).validate_python(said)
        return event
    except ValidationError as error:
        raise ValueError(_phrase(error, content)) from None


def _upgraded(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Upgrade an event. Earlier versions recorded only the number of an episode node's triplets: those of its step."""
    nodes = content.get("episodes")
    if not isinstance(nodes, list) or not any(isinstance(node, dict) and _is_count(node) for node in nodes):
        return content
    added = content.get("added")
    return {**content, "episodes": [{**node, "triplets": added} if _is_count(node) else node for node in nodes]}


def _is_count(node: Any) -> bool:
    return isinstance(node, dict) and type(node.get("triplets")) is int and node["triplets"] >= 0


@cached(None)
def _kinds(is_item: bool) -> Mapping[str, TypeAdapter[Any]]:
    return {kind._name: TypeAdapter(kind) for kind in ({*ITEM, *EXAM} if is_item else EPISODE)}


def _phrase(error: ValidationError, content: Mapping[str, Any]) -> str:
    """The first error."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    if name not in content:
        return f"it has no {name}"
    return f"its {name}, {repr(content[name])[:40]}, is invalid"


def _plain(value: Any) -> Any:
    if isinstance(value, str):  # nearly all values
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
