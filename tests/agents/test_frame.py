from __future__ import annotations

from collections.abc import Sequence

import pytest

from ariadne.agents.frame import KEPT, Frame
from ariadne.memory.memory import Cue, Memory, Recollection, Survey
from ariadne.record import ignore
from ariadne.worlds.world import Turn


class Cupboard(Memory):
    """A memory that knows of a cupboard."""

    async def recall(self, cue: Cue) -> Recollection:
        """Nothing besides."""
        return Recollection()

    def survey(self, plan: Sequence[str]) -> Survey:
        """What is in it."""
        return Survey(("key, is in, cupboard",))


@pytest.mark.parametrize(("unread", "taken"), [(0, "3"), (2, "2"), (6, "1")])
async def test_a_snapshot_is_of_the_step_up_to_which_memory_has_read(unread: int, taken: str) -> None:
    frame, memory = Frame("Find the key.", most=0), Cupboard()
    frame.see([Turn("", "A hall.")])
    await frame.recall(memory, ignore, [], [])
    frame.see([Turn(f"go {way}", f"Room {way}.") for way in ("north", "east", "up", "down")])
    frame.see([Turn("take key", "Taken."), Turn("wait", "Time passes.")])
    shown = (await frame.recall(memory, ignore, [], [], unread)).context()
    assert (shown["taken"], shown["places"]) == (taken, ("key, is in, cupboard",))
    assert len(shown["history"]) + 1 == max(KEPT, unread)
