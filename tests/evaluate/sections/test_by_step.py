from __future__ import annotations

from pathlib import Path

from ariadne.evaluate.sections.of_card import page
from ariadne.evaluate.sections.section import Section
from tests.evaluate.cards import card_of
from tests.evaluate.runs import Told


def told(steps: int, **more: object) -> Told:
    """An episode that gains its only point halfway and whose second half is invalid."""
    half = steps // 2
    scores = (0.0,) * (half - 1) + (4.0,) * (steps - half + 1)
    statuses = ("valid",) * half + ("invalid",) * (steps - half)
    return Told(scores=scores, statuses=statuses, max_steps=steps, asked={}, **more)  # type: ignore[arg-type]


def by_step(folder: Path, *episodes: Told) -> list[Section]:
    return [section for section in page(card_of(folder, *episodes)).sections if section.title.startswith("By step")]


def test_progress_and_executability_stand_at_every_five_steps(tmp_path: Path) -> None:
    (section,) = by_step(tmp_path, told(30), told(10, memory="rag"))
    assert section.columns == ("", "", "5", "10", "15", "20", "25", "30")
    assert section.groups[0].lines == [
        ("arigraph", "progress", "0.00", "0.00", "1.00", "1.00", "1.00", "1.00"),
        ("", "executable", "1.00", "1.00", "1.00", "0.00", "0.00", "0.00"),
        ("rag", "progress", *["1.00"] * 6),
        ("", "executable", "1.00", "0.00", "–", "–", "–", "–"),
    ]


def test_games_of_other_lengths_have_tables_of_their_own(tmp_path: Path) -> None:
    short, long = by_step(tmp_path, told(30, game="hunt"), told(150, game="cleaning"), told(30, game="cooking"))
    assert [group.title for group in short.groups] == ["cooking", "hunt"]
    assert [group.title for group in long.groups] == ["cleaning", "all games"]


def test_games_of_which_no_status_is_known_are_left_out(tmp_path: Path) -> None:
    (section,) = by_step(tmp_path, told(30, game="hunt"), Told(game="cooking"))
    assert [group.title for group in section.groups] == ["hunt", "all games"]
    assert by_step(tmp_path / "old", Told()) == []
