from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.worlds.stories import STORIES, find_story, stories_in


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of stories, with files that are looked at by name alone."""
    folder = tmp_path / "stories"
    folder.mkdir()
    for name in ("zork1.z5", "Curses.Z8", "advent.z3", "advent.z5", "notes.txt", "zork1.yaml"):
        (folder / name).write_text("")
    (folder / "more.z5").mkdir()
    monkeypatch.setenv("ARIADNE_STORIES", str(folder))
    return folder


def test_the_stories_of_a_folder_are_its_z_files(folder: Path) -> None:
    assert [path.name for path in stories_in(folder)] == ["Curses.Z8", "advent.z3", "advent.z5", "zork1.z5"]


@pytest.mark.parametrize("name", ["zork1", "zork1.z5"])
def test_a_story_goes_by_its_name(folder: Path, name: str) -> None:
    assert find_story(name) == folder / "zork1.z5"


@pytest.mark.parametrize("name", ["zork2", "more", "", ".", "..", "../stories/zork1", "zork1.yaml", "zork?"])
def test_unknown_names_are_not_stories(folder: Path, name: str) -> None:
    assert find_story(name) is None


def test_a_name_that_two_stories_have_needs_its_suffix(folder: Path) -> None:
    with pytest.raises(UserError, match=r"advent may be advent\.z3 or advent\.z5"):
        find_story("advent")
    assert find_story("advent.z3") == folder / "advent.z3"


def test_a_link_out_of_the_folder_is_no_story(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.z5").write_text("")
    (folder / "linked.z5").symlink_to(tmp_path / "outside.z5")
    (folder / "twin.z5").symlink_to(folder / "zork1.z5")
    assert find_story("linked") is None
    assert find_story("twin") == folder / "twin.z5"


def test_without_a_folder_no_name_is_a_story(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_story("zork1") is None
    monkeypatch.setenv("ARIADNE_STORIES", "")
    assert find_story("zork1") is None


def test_a_story_is_opened_to_see_what_it_is(lighthouse: Path, folder: Path) -> None:
    shutil.copy(lighthouse, folder / "mine.z5")
    assert STORIES.about("mine.z5") == "not known to Jericho, 4 points"
    assert "not a Z-machine story" in STORIES.about("advent.z3")
