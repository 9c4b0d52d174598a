"""The steps of an episode, as its events tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, get_args

from ariadne.record import Event
from ariadne.worlds.world import Status

STATUSES = frozenset(get_args(Status))


@dataclass(frozen=True)
class Use:
    """Calls to a model and their tokens; those of cached replies count as if they had been asked."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Use) -> Use:
        return Use(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True)
class Step:
    """One step of an episode.

    Attributes:
        number: from 1.
        score: the raw score after it.
        use: what was asked in it; what was asked before the first step counts for the first.
        context_tokens: how long the in-trial context was when its action was chosen; None where no event tells.
        status: `invalid` if the model named no valid action, or if one of its commands was invalid; `meta` if all of
            its commands only asked for something; None where no event tells.
        vertices, edges: the size of the graph after it; None before the memory has told it, or where it keeps none.
        added, removed: how many triplets it learned and dropped.
    """

    number: int
    score: float = 0.0
    use: Use = Use()
    context_tokens: int | None = None
    status: Status | None = None
    vertices: int | None = None
    edges: int | None = None
    added: int = 0
    removed: int = 0


def steps_of(events: Sequence[Event]) -> tuple[Step, ...]:
    """The series of an episode. What no event of a step tells of score and graph is as it was after the step before."""
    by_step: dict[int, list[Event]] = {}
    for event in events:
        by_step.setdefault(max(event["step"], 1), []).append(event)
    steps: list[Step] = []
    now = Step(0)
    for number in range(1, max(event["step"] for event in events) + 1):
        own = by_step.get(number, [])
        fresh = Step(number, now.score, status=_status(own), vertices=now.vertices, edges=now.edges)
        now = reduce(_after, own, fresh)
        steps.append(now)
    return tuple(steps)


def known(event: Event, name: str) -> int | None:
    """A count that an event tells; None where it does not.

    Raises:
        TypeError, ValueError: it is no count.
    """
    value = event.get(name)
    return None if value is None else int(value)


def used(question: Event) -> Use:
    """What one `question` event used."""
    usage: Mapping[str, Any] = question["usage"]
    return Use(1, usage["prompt_tokens"], usage["completion_tokens"])


def _after(step: Step, event: Event) -> Step:
    kind = event["event"]
    if kind == "question":
        return replace(step, use=step.use + used(event))
    if kind == "scored":
        return replace(step, score=float(event["score"]))
    if kind == "recalled":
        # An agent that looked something up recalled anew: it acted on the last recollection.
        return replace(step, context_tokens=known(event, "context_tokens"))
    if kind == "learned":
        return replace(
            step,
            vertices=event.get("vertices", step.vertices),
            edges=event.get("edges", step.edges),
            added=step.added + len(event.get("added", ())),
            removed=step.removed + len(event.get("removed", ())),
        )
    return step


def _status(events: Sequence[Event]) -> Status | None:
    """What became of a step's commands; the opening turn, of step 0, answers none."""
    statuses = {event.get("status") for event in events if event["event"] == "turn" and event["step"]}
    if not statuses or not statuses <= STATUSES:
        return None
    if "invalid" in statuses or any(event["event"] == "invalid" for event in events):
        return "invalid"
    return "meta" if statuses == {"meta"} else "valid"
