from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.zmachine import drawn_score, objects


def memory(version: int, defaults: int, entries: list[bytes]) -> bytes:
    """A machine's memory: a header, the table of objects, and their properties right behind it."""
    header = bytes([version, *[0] * 9, 0, 64, *[0] * 52])
    behind = 64 + 2 * defaults + sum(len(entry) + 2 for entry in entries)
    return header + bytes(2 * defaults) + b"".join(entry + behind.to_bytes(2, "big") for entry in entries) + b"etc."


@pytest.mark.parametrize(("version", "defaults", "length"), [(3, 31, 7), (5, 63, 12), (8, 63, 12)])
def test_the_table_of_objects_ends_where_their_properties_begin(version: int, defaults: int, length: int) -> None:
    entries = [bytes([number]) * length for number in (1, 2, 3)]
    found = objects(memory(version, defaults, entries))
    assert len(found) == 3 * (length + 2)
    assert all(entry in found for entry in entries)


@given(st.binary(min_size=64, max_size=400))
def test_any_memory_has_a_table(memory: bytes) -> None:
    assert objects(memory) in memory


@pytest.mark.parametrize(
    ("version", "flags", "drawn"), [(1, 0, -2), (3, 0, -2), (3, 2, None), (4, 0, None), (5, 0, None)]
)
def test_early_machines_draw_the_score_unless_they_draw_the_time(version: int, flags: int, drawn: int | None) -> None:
    header = bytes([version, flags, *[0] * 10, 0, 64, *[0] * 50])
    assert drawn_score(header + bytes([0, 9, 0xFF, 0xFE, 0, 7])) == drawn
