"""What the calls to a memory's model cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ariadne.events import Event, QuestionEvent, Usage
from ariadne.forks import Lock

OnCall = Callable[[QuestionEvent], None]
"""A callback for each call: question, prompt, reply, usage, seconds and error."""


@dataclass(frozen=True)
class Spent:
    """The cost of some calls. A reply from the cache counts as a call that costs nothing.

    Attributes:
        prompt_tokens: estimated if the server does not count them, as are `completion_tokens`.
        cached_tokens: prompt tokens that the server had in its cache.
        cost_usd: dollars at list price; None if a price is unknown.
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


NOTHING_SPENT = Spent()
CUT = "the token limit ended the model's reply: facts may be missing"


class Meter:
    """A `Record` that adds up the cost of calls, in any thread.

    Attributes:
        cut: what to tell of a usable reply that the token limit ended.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self.spent = Spent()
        self.cut: tuple[str, ...] = ()

    def __call__(self, event: Event) -> None:
        """Add an event; only calls count."""
        if isinstance(event, QuestionEvent):
            used = Usage(cost_usd=0.0) if event.cached else event.usage
            with self._lock:
                self.spent += Spent(1, used.prompt_tokens, used.completion_tokens, used.cached_tokens, used.cost_usd)
                self.cut = (CUT,) if event.cut and not event.error else self.cut
