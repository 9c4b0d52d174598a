"""What the calls to a memory's model cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ariadne.events import Event, Question, Usage
from ariadne.forks import Lock

OnCall = Callable[[Question], None]
"""Is told of each call: its question, prompt, reply, usage, seconds, and what went wrong."""


@dataclass(frozen=True)
class Spent:
    """What some calls cost. A reply that was kept from before is a call that cost nothing now.

    Attributes:
        calls: how many there were.
        prompt_tokens: those read; estimated where the server does not count. `completion_tokens`: those written.
        cached_tokens: those of the prompts that the server had in its cache.
        cost_usd: dollars at list price; None where a price is not known.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = 0.0

    def __add__(self, other: Spent) -> Spent:
        is_known = self.cost_usd is not None and other.cost_usd is not None
        return Spent(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            (self.cost_usd or 0.0) + (other.cost_usd or 0.0) if is_known else None,
        )

    @classmethod
    def of(cls, usage: Usage) -> Spent:
        """What one call cost."""
        return cls(1, usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.cost_usd)


NOTHING_SPENT = Spent()


class Meter:
    """Adds up what calls cost, in any thread. It is a `Record`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.spent = Spent()

    def __call__(self, event: Event) -> None:
        """Take in an event; what is no call counts for nothing."""
        if isinstance(event, Question):
            with self._lock:
                self.spent += Spent.of(Usage(cost_usd=0.0) if event.cached else event.usage)
