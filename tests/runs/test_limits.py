from __future__ import annotations

import asyncio

import pytest

from ariadne.runs import limits
from ariadne.runs.limits import Clock, OutOfTime

HALF_A_SECOND = 0.5 / 60


async def test_pauses_take_none_of_the_time() -> None:
    clock = Clock()
    await clock.within(HALF_A_SECOND, clock.pause(asyncio.sleep(0.7)), lambda: False)
    assert clock.seconds < 0.5


async def test_earlier_playing_time_counts() -> None:
    with pytest.raises(OutOfTime):
        await Clock(earlier=60.0).within(1.0, asyncio.sleep(60), lambda: False)


async def test_a_stopped_clock_continues_when_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TICK", 0.01)
    looks = 0

    def is_held() -> bool:
        nonlocal looks
        looks += 1
        return looks < 40

    with pytest.raises(OutOfTime):
        await Clock(earlier=60.0).within(1.0, asyncio.sleep(60), is_held)
    assert looks >= 40


async def test_exceptions_of_the_work_are_passed_on() -> None:
    async def work() -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        await Clock().within(1.0, work(), lambda: False)


async def test_the_work_is_cancelled_completely() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    with pytest.raises(OutOfTime):
        await Clock().within(0.01 / 60, work(), lambda: False)
    assert ended.is_set()
