"""What an actor may choose from, as it is shown and as it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """Actions beside what is known of them.

    Attributes:
        actions: as an answer names them. `lines`: as a question shows them, in the same order: `go west (not tried)`.
        free: whether others may be named as well.
    """

    actions: Sequence[str]
    lines: Sequence[str]
    free: bool = False

    @classmethod
    def of(cls, actions: Sequence[str], annotations: Mapping[str, str] = {}, free: bool = False) -> Choices:
        """These actions, each with its annotation; without any where the world is free to take others."""
        if free:
            return cls(actions, actions, free)
        known = {action: annotations.get(action, "") for action in actions}
        return cls(actions, [f"{action} ({known[action]})" if known[action] else action for action in actions])

    @property
    def fields(self) -> dict[str, Sequence[str]]:
        """What the field `action` of an answer may be, as questions say it."""
        return {} if self.free else {"action": self.actions}
