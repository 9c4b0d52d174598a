"""Entries of lists and records."""

from __future__ import annotations

import pytest

from ariadne.reasoner.reading.entries import entries
from ariadne.reasoner.reading.prose import Extractor
from ariadne.reasoner.reading.read import Fact


def read(text: str) -> list[Fact]:
    extractor = Extractor()
    extractor.read(text)
    return list(extractor.found)


def test_a_list_tells_an_entry_a_line() -> None:
    assert read("- oats: 3 bags\n- honey: 2 jars") == [Fact("oats", "is", "3 bags"), Fact("honey", "is", "2 jars")]


def test_several_entries_may_stand_in_a_line() -> None:
    assert read("Flute: Kofi, harp: Wendy.") == [Fact("flute", "is", "kofi"), Fact("harp", "is", "wendy")]


def test_somebody_is_in_a_room_and_a_thing_in_a_place() -> None:
    assert read("Room 2: Kofi\nDrill: garage") == [Fact("kofi", "is in", "room 2"), Fact("drill", "is in", "garage")]


def test_one_entry_alone_has_a_number() -> None:
    assert read("Budget: 400 euros") == [Fact("budget", "is", "400 euros")]
    assert read("Remember: nothing") == []


@pytest.mark.parametrize("text", ["Wendy: hi there\nKofi: all good", "Update: The van is sold.\nNote: I sold it.", ""])
def test_what_somebody_says_is_no_entry(text: str) -> None:
    assert not any(entries(text.splitlines()))
