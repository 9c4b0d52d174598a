"""A memory for code that is not asynchronous."""

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
    """A method that does what another one does, and waits for it."""

    @wraps(method)
    def waits(self: Synchronous, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return wait(method(self.memory, *args, **kwargs))

    return waits


class Synchronous:
    """The methods of a memory that are coroutines there: here they return what comes of them.

    Attributes:
        memory: the memory itself, whose other methods wait for nothing.
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
    reembed = _waiting(AriGraph.reembed)
    vacuum = _waiting(AriGraph.vacuum)
    check = _waiting(AriGraph.check)
    aclose = _waiting(AriGraph.aclose)
