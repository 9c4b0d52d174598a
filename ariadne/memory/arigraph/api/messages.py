"""Chat messages as texts to learn from. Each text begins with its speaker: `Sam: I live in Leeds.`"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.dated import Known, utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.merging import SAME
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.text import kept, truncated
from ariadne.triplet import clean
from ariadne.yaml_file import problem

LONGEST_NAME = 60
M = TypeVar("M", bound="Message")
_SPOKEN = re.compile(r"([^:\n]{1,80}): ")
_BEFORE, _LONGEST_BEFORE = 2, 1000
_LONG_BEFORE = timedelta(hours=6)
"""How many messages before the new ones the model is shown, of at most how many characters, and how old."""
_NOT_LEARNED = frozenset(("system", "developer", "tool", "function"))


class Message(BaseModel):
    """A message of a chat. Other keys are ignored.

    Attributes:
        role: `user` or `assistant`. Messages of instructions and tools are not learned.
        content: a text, or parts, of which those with a text are joined; None in a message that only calls tools.
        name: the speaker; by default the role.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    role: str
    content: str
    name: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        if isinstance(value, list) and all(isinstance(part, Mapping) for part in value):
            value = "\n".join(text for part in value if isinstance(text := part.get("text"), str))
        return "" if value is None else value

    @field_validator("role", "name")
    @classmethod
    def _on_one_line(cls, value: str | None) -> str | None:
        """A name without colons and line ends."""
        if value is None:
            return None
        name = " ".join(value.replace(":", " ").split())[:LONGEST_NAME]
        if not clean(name):
            raise ValueError("is empty")
        return name

    @property
    def is_learned(self) -> bool:
        """Whether a person or an assistant says something."""
        return self.role not in _NOT_LEARNED and bool(self.content.strip())


class Dated(Message):
    """A message in a chat file.

    Attributes:
        at: its time, in ISO 8601 or in seconds since 1970, if known.
    """

    at: datetime | None = Field(default=None, strict=False)

    @field_validator("at")
    @classmethod
    def _in_utc(cls, value: datetime | None) -> datetime | None:
        try:
            return value and utc(value)
        except UserError as error:
            raise ValueError(str(error)) from error


def read_chat(text: str) -> list[Dated]:
    """Read the messages to learn from a chat: a JSON list of messages, or JSON Lines.

    Raises:
        UserError: the text is neither, or an item is not a message.
    """
    lines = [text] if text.lstrip().startswith("[") else text.split("\n")
    given = (message for number, line in enumerate(lines, 1) if line.strip() for message in _values(line, number))
    return _learned(Dated, given)


def told(messages: Sequence[Mapping[str, object]], known: Known) -> Seen:
    """Messages as texts such as `Sam: I live in Leeds.` Known facts may name the speaker of a role (`AriGraph.merge`).

    Raises:
        UserError: an item is not a message.
    """
    said = _learned(Message, messages)
    speakers = [kept(message.name or _name_of(message.role, known)) for message in said]
    texts = [_text(speaker, message) for speaker, message in zip(speakers, said, strict=True)]
    return Seen(texts, speakers=tuple(dict.fromkeys(speakers)))


def ever_told(messages: Sequence[Mapping[str, object]], graph: SemanticGraph) -> list[list[str]]:
    """The texts that each message may have become: with its name, or with its role or any name merged with that.

    Raises:
        UserError: an item is not a message.
    """

    def speakers(message: Message) -> list[str]:
        if message.name:
            return [message.name]
        facts = (edge.triplet for edge in graph.history(message.role))
        return [message.role, *(fact.object for fact in facts if (fact.subject, fact.relation) == (message.role, SAME))]

    return [[_text(kept(speaker), message) for speaker in speakers(message)] for message in _learned(Message, messages)]


def said_before(nodes: Sequence[EpisodeNode], time: datetime) -> list[str]:
    """The messages that were learned last before a time, if they are recent: a reply or a correction refers to them."""
    recent = [node for node in nodes[-_BEFORE:] if node.time and timedelta() <= time - node.time <= _LONG_BEFORE]
    said = [node.observation for node in recent if remembered(node) and len(node.observation) <= _LONGEST_BEFORE]
    return [*filter(_SPOKEN.match, said)]


def _values(text: str, line: int) -> list[object]:
    """The items of a JSON list, or one JSON value. `line` is its first line in the chat."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        at, what = (error.lineno, error.msg) if isinstance(error, json.JSONDecodeError) else (1, "too deep or too long")
        raise UserError(f"line {line + at - 1} is not JSON: {what}") from error
    return said if isinstance(said, list) else [said]


def _learned(form: type[M], given: Iterable[object]) -> list[M]:
    """The messages to learn from, in this form."""
    said = [_message(form, number, each) for number, each in enumerate(given)]
    return [message for message in said if message.is_learned]


def _text(speaker: str, message: Message) -> str:
    return f"{speaker}: {kept(message.content)}"


def _message(form: type[M], number: int, given: object) -> M:
    where = f"message {number + 1} cannot be learned"
    if not isinstance(given, Mapping):
        raise UserError(f"{where}: {truncated(repr(given), 60)} is not an object with role and content")
    try:
        return form.model_validate(given)
    except ValidationError as error:
        raise UserError(f"{where}: {problem(error)}") from error


def _name_of(role: str, known: Known) -> str:
    """The name that a role is merged with, or the role."""
    return next((fact.object for fact in reversed(known.told_of(role)) if fact.relation == SAME), role)
