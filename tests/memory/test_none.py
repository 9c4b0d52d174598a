from __future__ import annotations

from ariadne.memory.memory import Recollection
from ariadne.memory.none import NoMemory
from tests.memory.moments import at, live


async def test_nothing_is_recalled_however_much_was_seen() -> None:
    memory = NoMemory()
    assert await live(memory, [at(f"Room {number}.") for number in range(20)]) == Recollection()
    await memory.end("lost")
    assert await live(memory, [at("A lamp.")]) == Recollection()
