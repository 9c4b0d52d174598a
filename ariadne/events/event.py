"""An event and the types of its fields, such as `Usage`, the tokens and cost of one call, and `Use`, of several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, Strict

from ariadne.prefixes import price

MOST = 10**12
"""No real count, price or duration comes near this."""
# The end of the year 9999, the largest date, in seconds since 1970.
LATEST = 253402300799

Count = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Number = Annotated[float, Field(strict=True, ge=-MOST, le=MOST)]
Moment = Annotated[float, Field(strict=True, ge=0, le=LATEST)]
Flag = Annotated[bool, Strict()]
Texts = tuple[str, ...]
Handicap = Literal["actions", "inventory"]
"""Extra help for a player: on request, the `actions` that would change something; at every turn, the `inventory`."""
Handicaps = tuple[Handicap, ...]
Status = Literal["valid", "invalid", "meta"]
"""The outcome of a command: `meta` only asked the world for something."""


def _message(message: dict[str, str]) -> dict[str, str]:
    if not {"role", "content"} <= message.keys():
        raise ValueError("a message has a role and a content")
    return message


Message = Annotated[dict[str, str], AfterValidator(_message)]

Part = Literal["rules", "log", "memory", "actions"]
Parts = tuple[tuple[Part, Count], ...]
"""The parts of a prompt in a message, each with its number of lines, in order."""


@dataclass(frozen=True)
class Usage:
    """The usage of one call.

    Attributes:
        prompt_tokens: tokens read; characters / 4 of the rendered prompt if the model does not count.
        completion_tokens: tokens written, counted the same way.
        cached_tokens: prompt tokens that the server reported as cached.
        cost_usd: dollars; None if the price is unknown.
    """

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cached_tokens: Count = 0
    cost_usd: Number | None = None

    def __add__(self, other: Usage) -> Usage:
        is_known = self.cost_usd is not None and other.cost_usd is not None
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            (self.cost_usd or 0.0) + (other.cost_usd or 0.0) if is_known else None,
        )


@dataclass(frozen=True)
class Use:
    """The usage of several calls. Replies from the reply cache count as if the model had been asked.

    Attributes:
        cost_usd: dollars; None if a price is unknown.
        kept_tokens: prompt tokens that a provider would have cached from earlier calls.
        cached_tokens: prompt tokens that the server reported as cached.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0
    kept_tokens: int = 0
    cached_tokens: int = 0

    @classmethod
    def of(cls, usage: Usage, kept: int = 0) -> Use:
        """Return the usage of one call; `kept` is counted in characters and limited to the prompt."""
        prompt = usage.prompt_tokens
        return cls(1, prompt, usage.completion_tokens, usage.cost_usd, min(kept, prompt), usage.cached_tokens)

    @property
    def tokens(self) -> int:
        """Return the sum of prompt and completion tokens."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def price(self) -> float:
        """Return the cost at a provider with a prompt cache, in uncached prompt tokens."""
        return price(self.prompt_tokens, self.kept_tokens, self.completion_tokens)

    def __add__(self, other: Use) -> Use:
        unknown = self.cost_usd is None or other.cost_usd is None
        return Use(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if unknown else (self.cost_usd or 0.0) + (other.cost_usd or 0.0),
            self.kept_tokens + other.kept_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened.

    Attributes:
        step: 0 before the first decision; for a question, the paragraph that is learned, from 1.
        time: in seconds since 1970.
    """

    step: Count = 0
    time: Moment = 0.0

    _name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "") -> None:
        cls._name = name or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def name(self) -> str:
        """Its kind, as in files."""
        return self._name


@dataclass(frozen=True, kw_only=True)
class Other(Event):
    """An event of an unknown kind."""

    kind: str
    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its kind, as in files."""
        return self.kind
