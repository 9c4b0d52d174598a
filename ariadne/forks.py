"""Processes that are forked: no thread but one is in them, and what the others held would be held for ever."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Protocol
from weakref import WeakSet


class Renewed(Protocol):
    """What lives by threads."""

    def renew(self) -> None:
        """Begin anew, in a process that has just been forked."""


_RENEWED: WeakSet[Renewed] = WeakSet()


def in_child(renew: Callable[[], None]) -> None:
    """Have something called in every process that is forked from this one, where processes can be."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


def renew_in_child(what: Renewed) -> None:
    """Have something begin anew in every process that is forked from this one, as long as it is there."""
    _RENEWED.add(what)


class Lock:
    """A lock of threads that is free in a process that has just been forked, whoever held it.

    Args:
        reentrant: whether the thread that holds it may take it again.
    """

    def __init__(self, reentrant: bool = False) -> None:
        self._new = threading.RLock if reentrant else threading.Lock
        self._lock = self._new()
        renew_in_child(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def renew(self) -> None:
        """See `Renewed`."""
        self._lock = self._new()


@in_child
def _renew_all() -> None:
    for each in list(_RENEWED):
        each.renew()
