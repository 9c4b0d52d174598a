from __future__ import annotations

import asyncio
import os
import pty
import termios
from collections.abc import Callable, Iterator
from io import StringIO

import pytest

from ariadne.screen.controls import Controls

RIGHT = b"\x1b[C"


class Desk:
    """A terminal with its keyboard, and an episode of decisions that are waited for one by one."""

    def __init__(self, pace: float = 0.0) -> None:
        self._hand, self._terminal = pty.openpty()
        self.keyboard = os.fdopen(self._terminal, closefd=False)
        self.controls = Controls(self.keyboard, pace)
        self.decided = 0

    def press(self, keys: bytes) -> None:
        os.write(self._hand, keys)

    def modes(self) -> list[object]:
        return termios.tcgetattr(self._terminal)

    async def episode(self) -> str:
        while self.decided < 1000:
            self.decided += 1
            await self.controls.pause()
            await asyncio.sleep(0.002)
        return "done"

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not so():
                await asyncio.sleep(0.001)

    async def stays(self) -> bool:
        """Whether nothing is decided for a while."""
        decided = self.decided
        await asyncio.sleep(0.05)
        return self.decided == decided

    def hang_up(self) -> None:
        os.close(self._hand)

    def close(self) -> None:
        self.hang_up()
        os.close(self._terminal)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


async def test_space_pauses_and_goes_on_and_an_arrow_is_one_step(desk: Desk) -> None:
    playing = asyncio.create_task(desk.controls.over(desk.episode()))
    await desk.until(lambda: desk.decided > 3)
    desk.press(b" ")
    await desk.until(lambda: desk.controls.is_waiting)
    assert await desk.stays()
    for arrow in (RIGHT, b"\x1bOC"):
        before = desk.decided
        desk.press(arrow)
        await desk.until(lambda before=before: desk.decided == before + 1 and desk.controls.is_waiting)
        assert await desk.stays()
    desk.press(b" ")
    await desk.until(lambda: not desk.controls.is_waiting)
    assert not await desk.stays()
    desk.press(b"q")
    assert await playing is None


async def test_a_key_that_comes_in_parts_is_one_key_and_others_do_nothing(desk: Desk) -> None:
    playing = asyncio.create_task(desk.controls.over(desk.episode()))
    await desk.until(lambda: desk.decided > 0)
    desk.press(b" ")
    await desk.until(lambda: desk.controls.is_waiting)
    before = desk.decided
    for part in (b"\x1b[A", b"\x1b[1;5D", b"x\xc3\xa4\n", b"\x1b", b"[", b"C"):
        assert desk.decided == before
        desk.press(part)
        await asyncio.sleep(0.02)
    await desk.until(lambda: desk.decided == before + 1)
    desk.press(b"?")
    await desk.until(lambda: desk.controls.explains)
    desk.press(b"q")
    assert await playing is None


async def test_the_terminal_is_as_it_was_however_it_ends(desk: Desk) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    before = desk.modes()
    playing = asyncio.create_task(desk.controls.over(desk.episode()))
    await desk.until(lambda: desk.decided > 0)
    assert desk.modes() != before
    desk.press(b"q")
    assert await playing is None
    assert desk.modes() == before
    with pytest.raises(ZeroDivisionError):
        await desk.controls.over(fail())
    assert desk.modes() == before


async def test_what_comes_after_is_not_touched_by_who_has_left(desk: Desk) -> None:
    async def watched() -> int:
        assert await desk.controls.over(desk.episode()) is None
        desk.press(b"?\n")
        await asyncio.sleep(0.02)
        task = asyncio.current_task()
        return task.cancelling() if task else -1

    watching = asyncio.create_task(watched())
    await desk.until(lambda: desk.decided > 0)
    desk.press(b"qq")
    assert await watching == 0
    assert not desk.controls.explains, "keys are heard no more"


async def test_a_terminal_that_goes_away_ends_nothing() -> None:
    troubles: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, trouble: troubles.append(trouble))
    desk = Desk()
    playing = asyncio.create_task(desk.controls.over(desk.episode()))
    await desk.until(lambda: desk.decided > 0)
    desk.hang_up()
    await desk.until(lambda: desk.decided > 20)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert troubles == []


async def test_where_there_is_no_keyboard_nothing_is_changed() -> None:
    controls = Controls(StringIO("q"))
    assert controls.keyboard is None
    assert await controls.over(asyncio.sleep(0, "done")) == "done"
