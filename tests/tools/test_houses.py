from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import houses
from tools.houses import Paper, drawn, papers, writers

PAPER = Paper(
    "somebody/01",
    {f"room {at}": [f"shelf {at}", f"table {at}", f"box {at}"] for at in range(14)},
    {f"thing {at}": [f"shelf {at % 14}", f"box {(at + 1) % 14}"] for at in range(150)},
)


def test_every_house_on_paper_can_be_read() -> None:
    assert sum(1 for writer in writers() for _ in papers(writer)) > 100


@given(st.integers(0, 10_000))
def test_most_things_of_a_game_are_at_home_and_each_has_a_home(seed: int) -> None:
    game = drawn(PAPER, seed)
    assert game.lies.keys() == game.homes.keys()
    for thing, homes in game.homes.items():
        assert homes
        assert set(homes) <= game.room.keys()
        assert game.lies[thing] in game.room
    misplaced = [thing for thing, place in game.lies.items() if place not in game.homes[thing]]
    assert len(misplaced) == round(0.18 * len(game.lies))


def test_the_same_seed_draws_the_same_game_and_another_another() -> None:
    assert drawn(PAPER, 3) == drawn(PAPER, 3)
    assert drawn(PAPER, 3) != drawn(PAPER, 4)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rooms: {hall: [rack]}\nthings: {boots: [cellar]}", "boots"),
        ("rooms: {hall: [rack]}\nthings: {boots: []}", "boots"),
        ("rooms: {hall: [rack], attic: [rack]}\nthings: {}", "one name"),
    ],
)
def test_a_house_that_contradicts_itself_is_refused(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "somebody").mkdir()
    (tmp_path / "somebody" / "01.yaml").write_text(text)
    monkeypatch.setattr(houses, "HOMES", tmp_path)
    with pytest.raises(ValueError, match=fault):
        list(papers("somebody"))
