from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.report import film as film_file
from ariadne.report.film import Film, film, read_film
from ariadne.triplet import Triplet
from tests.report.plays import question, write
from tests.screen.events import event, learned, started, turn


def hunt() -> Film:
    return film(
        [
            started(),
            turn("A hall.", step=0),
            event("scored", 0, score=0.0, maximum=5.0, won=False, lost=False),
            {**learned(["key, is in, hall", "hall, has exit, north"], []), "step": 1},
            event("acted", 1, action="take key", reason="", commands=["take key"]),
            turn("Taken.", command="take key", step=1),
            event("scored", 1, score=1.0, maximum=5.0, won=False, lost=False),
            {**learned(["key, is in, inventory"], ["key, is in, hall"]), "step": 2},
            event("acted", 2, action="go north", reason="", commands=["go north"]),
            turn("An attic.", "attic", command="go north", step=2),
            {**learned(["key, is in, hall", "no triplet"], []), "step": 4},
        ]
    )


def test_a_step_is_about_what_the_world_answered_to_the_one_before() -> None:
    start, first, second, third, _ = hunt().moments
    assert [each["observation"] for each in start.turns] == ["A hall."]
    assert first.seen == start.turns
    assert [each["observation"] for each in second.seen] == ["Taken."]
    assert second.acted is not None
    assert second.acted["action"] == "go north"
    assert second.map.here == "attic"
    assert third.seen == ()


def test_the_index_is_the_step_and_the_score_stays() -> None:
    moments = hunt().moments
    assert [moment.step for moment in moments] == [0, 1, 2, 3, 4]
    assert [moment.score for moment in moments] == [0, 1, 1, 1, 1]


def test_a_triplet_is_valid_from_the_step_that_learned_it_to_the_one_that_dropped_it() -> None:
    shown = hunt()
    lay, carried = Triplet("key", "is in", "hall"), Triplet("key", "is in", "inventory")
    assert [[edge.triplet for edge in shown.graph_at(step)].count(lay) for step in range(5)] == [0, 1, 0, 0, 1]
    assert [[edge.triplet for edge in shown.graph_at(step)].count(carried) for step in range(5)] == [0, 0, 1, 1, 1]
    assert sum(edge.triplet == lay for edge in shown.edges) == 2


def test_prompts_that_would_fill_the_memory_are_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film_file, "LONGEST", 2000)
    path = write(tmp_path, [started(), *(question("x" * 900, "", step) for step in (1, 2))])
    assert len(read_film(path).moments) == 3
    path = write(tmp_path, [started(), *(question("x" * 900, "", step) for step in (1, 2, 3))], 2)
    with pytest.raises(UserError, match="too long to be shown"):
        read_film(path)


def test_steps_that_go_back_are_one_clear_line(tmp_path: Path) -> None:
    path = write(tmp_path, [started(), *(turn("A hall.", step=step) for step in (2, 1))])
    with pytest.raises(UserError, match="does not hold an episode's events"):
        read_film(path)


def test_what_is_no_episode_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with pytest.raises(UserError, match="cannot read"):
        read_film(path)
    path.write_text("")
    with pytest.raises(UserError, match="no events yet"):
        read_film(path)
    path.write_text('{"event": "turn", "step": 0, "time": 1}\n')
    with pytest.raises(UserError, match="damaged"):
        read_film(path)


def test_scores_of_a_world_without_any_are_zero() -> None:
    (start,) = film([started(), turn("A hall.", step=0)]).moments
    assert (start.score, start.maximum) == (0, 0)
