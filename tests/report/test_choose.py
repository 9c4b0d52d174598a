from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.report.choose import find_episode
from tests.evaluate.runs import Told, write_run


def test_the_only_episode_needs_no_number(tmp_path: Path) -> None:
    run = write_run(tmp_path, Told())
    assert find_episode(run, None) == find_episode(run, 1) == run / "episodes" / "1-hunt-ariadne-1" / "events.jsonl"


def test_one_of_several_is_chosen_by_its_number(tmp_path: Path) -> None:
    run = write_run(tmp_path, *(Told(repeat=number) for number in range(1, 12)))
    assert find_episode(run, 1).parent.name == "1-hunt-ariadne-1"
    assert find_episode(run, 11).parent.name == "11-hunt-ariadne-11"


def test_several_episodes_are_listed_where_none_is_chosen(tmp_path: Path) -> None:
    run = write_run(tmp_path, Told(), Told(game="cooking", agent="random"))
    with pytest.raises(UserError, match=r"has 2 episodes, say which; .*: 1-hunt-ariadne-1, 2-cooking-random-1$"):
        find_episode(run, None)
    with pytest.raises(UserError, match=r"has no episode 3; .*: 1-hunt-ariadne-1, 2-cooking-random-1$"):
        find_episode(run, 3)


def test_a_long_list_is_cut_short(tmp_path: Path) -> None:
    run = write_run(tmp_path, *(Told(scores=(), repeat=number) for number in range(1, 24)))
    with pytest.raises(UserError, match=r"20-hunt-ariadne-20, and 3 more$"):
        find_episode(run, None)


def test_a_folder_without_episodes_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"is no run"):
        find_episode(tmp_path, None)
    (tmp_path / "episodes").mkdir()
    with pytest.raises(UserError, match=r"no episodes yet"):
        find_episode(tmp_path, None)
