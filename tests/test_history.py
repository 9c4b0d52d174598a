from __future__ import annotations

from pathlib import Path

import pytest

from ariadne import episode_files
from ariadne.episode_files import find_episode, whole_history
from ariadne.errors import UserError
from ariadne.history import History
from ariadne.triplet import Triplet
from tests.evaluate.runs import Told, write_run
from tests.report.plays import write
from tests.screen.events import acted, learned, question, scored, started, turn


def hunt() -> History:
    return History.of(
        [
            started(),
            turn("A hall.", step=0),
            scored(0, step=0),
            learned(["key, is in, hall", "hall, has exit, north"]),
            acted("take key"),
            turn("Taken.", command="take key", step=1),
            scored(1),
            learned(["key, is in, inventory"], ["key, is in, hall"], step=2),
            acted("go north", step=2),
            turn("An attic.", "attic", command="go north", step=2),
            learned(["key, is in, hall", "no triplet"], step=4),
        ]
    )


def test_a_step_is_about_what_the_world_answered_to_the_one_before() -> None:
    start, first, second, third, _ = hunt().steps
    assert [each.observation for each in start.turns] == ["A hall."]
    assert first.seen == start.turns
    assert [each.observation for each in second.seen] == ["Taken."]
    assert second.acted is not None
    assert second.acted.action == "go north"
    assert [each.observation for each in third.seen] == ["An attic."]


def test_the_index_is_the_step_and_the_score_stays() -> None:
    steps = hunt().steps
    assert [step.number for step in steps] == [0, 1, 2, 3, 4]
    assert [step.score for step in steps] == [0, 1, 1, 1, 1]


def test_a_triplet_is_valid_from_the_step_that_learned_it_to_the_one_that_dropped_it() -> None:
    shown = hunt()
    lay, carried = Triplet("key", "is in", "hall"), Triplet("key", "is in", "inventory")
    assert [[edge.triplet for edge in shown.graph_at(step)].count(lay) for step in range(5)] == [0, 1, 0, 0, 1]
    assert [[edge.triplet for edge in shown.graph_at(step)].count(carried) for step in range(5)] == [0, 0, 1, 1, 1]
    assert sum(edge.triplet == lay for edge in shown.edges) == 2


def test_prompts_that_would_fill_the_memory_are_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode_files, "LONGEST", 2000)
    path = write(tmp_path, [started(), *(question("x" * 900, "", step) for step in (1, 2))])
    assert len(whole_history(path).steps) == 3
    path = write(tmp_path, [started(), *(question("x" * 900, "", step) for step in (1, 2, 3))], 2)
    with pytest.raises(UserError, match="too long"):
        whole_history(path)


def test_steps_that_go_back_are_one_clear_line(tmp_path: Path) -> None:
    path = write(tmp_path, [started(), *(turn("A hall.", step=step) for step in (2, 1))])
    with pytest.raises(UserError, match="is damaged"):
        whole_history(path)


def test_what_is_no_episode_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with pytest.raises(UserError, match="cannot read"):
        whole_history(path)
    path.write_text("")
    with pytest.raises(UserError, match="no events yet"):
        whole_history(path)
    path.write_text('{"event": "turn", "step": 0, "time": 1}\n')
    with pytest.raises(UserError, match="damaged"):
        whole_history(path)


def test_one_of_several_is_chosen_by_its_number(tmp_path: Path) -> None:
    run = write_run(tmp_path, *(Told(repeat=number) for number in range(1, 12)))
    assert find_episode(run, 1).parent.name == "1-hunt-ariadne-1"
    assert find_episode(run, 11).parent.name == "11-hunt-ariadne-11"


def test_several_episodes_are_listed_where_none_is_chosen(tmp_path: Path) -> None:
    run = write_run(tmp_path, Told(), Told(game="cooking", agent="random"))
    with pytest.raises(UserError, match=r"name one by its folder; .*: 1-hunt-ariadne-1, 2-cooking-random-1$"):
        find_episode(run, None)
    with pytest.raises(UserError, match=r"has no episode 3; .*: 1-hunt-ariadne-1, 2-cooking-random-1$"):
        find_episode(run, 3)


def test_a_folder_without_episodes_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"is not a run"):
        find_episode(tmp_path, None)
    (tmp_path / "episodes").mkdir()
    with pytest.raises(UserError, match=r"no episodes yet"):
        find_episode(tmp_path, None)
