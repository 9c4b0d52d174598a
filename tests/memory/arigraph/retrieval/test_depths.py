"""What matters now, and how deep to search for it, as a model writes it on a line."""

from __future__ import annotations

from typing import Any

import pytest

from ariadne.memory.arigraph.core.reading import depths
from tests.effort import check_linear


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("key: 2", {"key": 2}),
        ("  Red Key |1 ", {"red key": 1}),
        ("box: of tin: 2", {"box: of tin": 2}),
        ("key", {"key": 1}),
        ("key: two", {"key: two": 1}),
        ("key: 0", {"key": 1}),
        ("key: 9", {"key": 3}),
        ("key: -1", {"key: -1": 1}),
        ("55", {"55": 1}),
        (": 2", {": 2": 1}),
        ("key: ٢", {"key": 2}),
        ("key: ²", {"key: ²": 1}),
        ("key: " + "9" * 5000, {"key": 3}),
        ("", {}),
        (" " * 50_000, {}),
    ],
)
def test_an_entity_has_a_depth_that_can_be_searched(line: str, found: dict[str, int]) -> None:
    assert depths([line], 3) == found


@pytest.mark.parametrize("piece", [" ", ": ", "1", "a: 1 ", "|"])
def test_reading_it_takes_time_in_proportion_to_the_line(piece: str) -> None:
    def made(size: int) -> Any:
        return "x" + piece * (size // len(piece)) + "y"

    check_linear(lambda line: depths([line], 2), made)
