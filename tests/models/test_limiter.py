from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.limiter import Limiter

Verdict = Literal["well", "too many", "broken"]


async def call(limiter: Limiter, verdict: Verdict = "well", done: asyncio.Event | None = None) -> None:
    async with limiter.call() as call:
        if done:
            await done.wait()
        call.went_well, call.too_many = verdict == "well", verdict == "too many"


async def burst(limiter: Limiter, *verdicts: Verdict) -> None:
    """Run calls in parallel, and end them one after another in order."""
    ends = [asyncio.Event() for _ in verdicts]
    calls = [asyncio.create_task(call(limiter, verdict, end)) for verdict, end in zip(verdicts, ends, strict=True)]
    await asyncio.sleep(0)
    for end, running in zip(ends, calls, strict=True):
        end.set()
        await running


async def most_at_once(limiter: Limiter, calls: int) -> int:
    """The number of calls that the limiter lets run in parallel; none sets a verdict."""
    running = most = 0

    async def one() -> None:
        nonlocal running, most
        async with limiter.call():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1

    await asyncio.gather(*(one() for _ in range(calls)))
    return most


@pytest.mark.parametrize("most", [1, 3, 16])
async def test_the_limit_of_parallel_calls_is_kept(most: int) -> None:
    assert await most_at_once(Limiter(most), 20) == most


async def test_a_call_too_many_halves_what_was_running() -> None:
    """The number of running calls is halved, not the limit, which may be far higher."""
    limiter = Limiter(1000)
    await burst(limiter, "too many", *["well"] * 15)
    assert 8 <= limiter.limit < 12
    assert await most_at_once(limiter, 40) == int(limiter.limit)


async def test_successful_calls_raise_the_limit_by_one_per_round() -> None:
    limiter = Limiter(16)
    await burst(limiter, *["too many"] * 16)
    for _ in range(8):
        await call(limiter)
    assert 8.9 < limiter.limit < 9.1
    for _ in range(500):
        await call(limiter)
    assert limiter.limit == 16


@given(bursts=st.lists(st.lists(st.sampled_from(["well", "too many", "broken"]), min_size=1, max_size=6), max_size=12))
async def test_the_limit_stays_between_one_and_the_most(
    bursts: Sequence[Sequence[Verdict]],
) -> None:
    limiter = Limiter(6)
    for verdicts in bursts:
        async with asyncio.timeout(5):
            await asyncio.gather(*(call(limiter, verdict) for verdict in verdicts))
        assert 1 <= limiter.limit <= 6
    assert await most_at_once(limiter, 8) == int(limiter.limit)
