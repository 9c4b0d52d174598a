"""How much work a call is, for tests that nothing takes more than its text is long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T", int, float)


def lines_run(call: Callable[[], object]) -> int:
    """How many lines of Python a call runs."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def seconds_busy(call: Callable[[], object]) -> float:
    """Processor time of a call, the least of three: what is searched by an expression runs no lines."""

    def once() -> float:
        began = time.process_time()
        call()
        return time.process_time() - began

    return min(once() for _ in range(3))


def check_linear(call: Callable[[str], object], made: Callable[[int], str], size: int = 1500) -> None:
    """See that a text of double the length is at most three times the work, and a much longer one in proportion.

    Args:
        made: a text of about so many characters.
    """
    short, double = (_of(lines_run, call, made(length)) for length in (size, 2 * size))
    assert double <= 3 * short + 100
    # Three times for each doubling; what is quadratic takes 64 times as long.
    short_time, long_time = (_of(seconds_busy, call, made(length)) for length in (4 * size, 32 * size))
    assert long_time <= 27 * short_time + 0.05


def _of(measure: Callable[[Callable[[], object]], T], call: Callable[[str], object], text: str) -> T:
    return measure(lambda: call(text))
