"""The tasks of a play in a world that sets several in sequence, derived from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ariadne.events import Acted, Event, QuestionEvent, Scored, TurnEvent, Use


@dataclass(slots=True)
class Task:
    """A task, from its announcement until the next one's.

    Attributes:
        number: from 1.
        done: whether it was done; otherwise it was given up, or the play ended first.
        steps, moves: decisions, and commands. `use`: the model calls during it.
    """

    number: int
    done: bool = False
    steps: int = 0
    moves: int = 0
    use: Use = field(default_factory=Use)


class Tasks:
    """The tasks of a play so far, from its events in order; empty in a world with one task."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []
        self._score = 0.0

    @property
    def told(self) -> Sequence[Task]:
        """Return the announced tasks, in order."""
        return self._tasks

    def add(self, event: Event) -> None:
        """Process an event."""
        now = self._tasks[-1] if self._tasks else None
        match event:
            case Scored() if event.task:
                self._scored(event)
            case QuestionEvent() if now:
                now.use += Use.of(event.usage, event.kept)
            case Acted() if now:
                now.steps += 1
            case TurnEvent() if now:
                now.moves += 1

    def _scored(self, event: Scored) -> None:
        """Close tasks by the score: each task done gives a point. The world skips tasks that are already done."""
        if self._tasks:
            self._tasks[-1].done = event.score > self._score
        self._score = event.score
        first = self._tasks[-1].number + 1 if self._tasks else event.task
        self._tasks += map(Task, range(first, event.task + 1))
