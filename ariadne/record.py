"""How the parts of an episode tell what they did: a function that writes one event."""

from __future__ import annotations

from typing import Protocol


class Record(Protocol):
    """Writes an event; its kinds and fields are listed in `docs/architecture.md`."""

    def __call__(self, event: str, /, **fields: object) -> None: ...


def ignore(event: str, /, **fields: object) -> None:
    """The record of a memory or an agent that nobody watches."""
