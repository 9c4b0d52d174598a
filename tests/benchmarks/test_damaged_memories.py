from __future__ import annotations

from pathlib import Path

import pytest
from damaged_memories import REFUSED, RIGHT, damaged_memories

pytestmark = pytest.mark.nightly


async def test_a_damaged_memory_is_right_or_refused_in_a_line(tmp_path: Path) -> None:
    came_to, lines = await damaged_memories(40, 1, tmp_path)
    assert lines == []
    assert came_to[REFUSED] > came_to[RIGHT] > 0
