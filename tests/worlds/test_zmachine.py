from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.zmachine import drawn_place, drawn_score, drawn_status, is_for_the_story, objects


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


@given(st.binary(min_size=64, max_size=400))
def test_of_any_memory_a_status_line_can_be_told(memory: bytes) -> None:
    drawn_status(memory, drawn_place(memory))


def test_where_the_time_is_drawn_it_is_told() -> None:
    memory = bytes([3, 2, *[0] * 10, 0, 64, *[0] * 50]) + bytes([0, 0, 0, 9, 0, 5])
    assert drawn_status(memory, "Pier") == "Pier · time 9:05"


@pytest.mark.parametrize(
    "line",
    ["look.", "take lamp. go north", 'say "hello"', "troll, drop axe", "save the princess", "quit smoking", "score",
     "undo button", "Mr. Smith, look", "oops lamp", "computer, restart", "enable", "wait; look", "é", ""],
)  # fmt: skip
def test_a_line_is_for_the_story(line: str) -> None:
    assert is_for_the_story(line)


@pytest.mark.parametrize(
    "line",
    ["save", "SAVE GAME", "look.quit", "wait then restart", "restore!", '"quit"', "script on", "look. save. north",
     "undo.", "restor", "$verify", "restrict commands", "a\x00", "x" * 199, "é" * 199],
)  # fmt: skip
def test_a_line_is_not_for_the_story(line: str) -> None:
    assert not is_for_the_story(line)
