"""Support for forked processes. A child has only one thread, so locks held by other threads would stay locked."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Protocol
from weakref import WeakSet


class Renewed(Protocol):
    """An object with threads or locks."""

    def renew(self) -> None:
        """Renew threads and locks in a newly forked child."""


_RENEWED: WeakSet[Renewed] = WeakSet()


def in_child(renew: Callable[[], None]) -> None:
    """Call a function in every child forked from this process, on systems with forks."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


def renew_in_child(what: Renewed) -> None:
    """Renew an object in every child forked from this process, as long as the object exists."""
    _RENEWED.add(what)


class Lock:
    """A thread lock that is free in a forked child, even if a thread of the parent held it.

    Args:
        reentrant: whether its owner may acquire it again.
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
        self._lock = self._new()


@in_child
def _renew_all() -> None:
    for each in list(_RENEWED):
        each.renew()
