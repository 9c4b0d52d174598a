"""Whatever reads a text takes time in proportion to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear_text import GROWTH, PIECES, READERS, growth, made

from ariadne.reasoner.playing import situation

# Each is tried on so many of the pieces, others for each reader.
SAMPLE = 2


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many lines of Python run within."""
    lines = [0]

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        lines[0] += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield lines
    finally:
        sys.settrace(before)


def work(reader: Callable[[str], object], text: str) -> int:
    """The lines that run for a text, when what is made once, such as patterns, is made."""
    for _ in range(2):
        situation._read.cache_clear()
        with counted() as lines, suppress(ValueError):
            reader(text)
    return lines[0]


@given(st.sampled_from(sorted(READERS)), st.sampled_from(PIECES))
def test_a_text_that_is_twice_as_long_takes_at_most_three_times_the_work(name: str, piece: str) -> None:
    reader = READERS[name]
    assert work(reader, made(piece, 1600)) <= 3 * work(reader, made(piece, 800)) + 300


@pytest.mark.parametrize("name", READERS)
def test_patterns_do_not_look_at_a_text_again_from_each_of_its_places(name: str) -> None:
    # What runs in C cannot be counted. For eight times the text the square would take 64 times as long.
    for piece in Random(name).sample(PIECES, SAMPLE):
        grown = growth(READERS[name], piece, 1000)
        # What grows with the square does so each time.
        assert grown < GROWTH or growth(READERS[name], piece, 1000) < 2 * GROWTH, piece
