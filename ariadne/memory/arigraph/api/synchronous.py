"""The synchronous interface of a memory."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.sync import wait

P = ParamSpec("P")
T = TypeVar("T")


def _waiting(
    method: Callable[Concatenate[AriGraph, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Synchronous, P], T]:
    """A method that calls a coroutine and waits for its result."""

    @wraps(method)
    def waits(self: Synchronous, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return wait(method(self.memory, *args, **kwargs))

    return waits


class Synchronous:
    """The coroutines of a memory as ordinary methods.

    Attributes:
        memory: the memory, for its other methods.
    """

    def __init__(self, memory: AriGraph) -> None:
        self.memory = memory

    learn = _waiting(AriGraph.learn)
    learn_many = _waiting(AriGraph.learn_many)
    recall = _waiting(AriGraph.recall)
    answer = _waiting(AriGraph.answer)
    merge = _waiting(AriGraph.merge)
    forget = _waiting(AriGraph.forget)
    erase = _waiting(AriGraph.erase)
    vacuum = _waiting(AriGraph.vacuum)
    check = _waiting(AriGraph.check)
    aclose = _waiting(AriGraph.aclose)
