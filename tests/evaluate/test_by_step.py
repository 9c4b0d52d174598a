from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.evaluate.by_step import by_step
from ariadne.evaluate.card import AtStep
from ariadne.evaluate.episodes import Played, read_episode
from tests.evaluate.cards import card_of
from tests.evaluate.runs import Told

STATUSES = st.lists(st.sampled_from(["valid", "invalid", "meta"]), max_size=8)


def episodes(folder: Path, *told: Told) -> list[Played]:
    found = [read_episode(each.write(folder, number)) for number, each in enumerate(told, 1)]
    return [episode for episode in found if episode]


def test_an_episode_that_has_ended_keeps_its_score_and_is_no_longer_alive(tmp_path: Path) -> None:
    entries = by_step(episodes(tmp_path, Told(scores=(2.0, 4.0)), Told(scores=(0.0, 1.0, 2.0))))
    assert [(each.step, each.alive, each.progress) for each in entries] == [(1, 2, 0.25), (2, 2, 0.625), (3, 1, 0.75)]


def test_executability_is_of_the_alive(tmp_path: Path) -> None:
    statuses = (("valid", "meta", "valid"), ("meta", "invalid"), ("invalid", "valid"), ("valid", "meta"))
    entries = by_step(episodes(tmp_path, *(Told(scores=(0,) * len(each), statuses=each) for each in statuses)))
    assert [each.executability for each in entries] == [3 / 4, 3 / 4, 1]


def test_a_world_without_a_score_has_no_progress(tmp_path: Path) -> None:
    (entry,) = by_step(episodes(tmp_path, Told(scores=(0,), maximum=0.0, statuses=("valid",))))
    assert (entry.progress, entry.executability) == (None, 1)


def test_a_graph_grows_by_step_and_stays_where_an_episode_has_ended(tmp_path: Path) -> None:
    plays = Told(grown=(3, 2, 2, 1)), Told(scores=(1, 4), grown=(2, 5)), Told(scores=(1,) * 5)
    entries = by_step(episodes(tmp_path, *plays))
    assert [each.edges for each in entries] == [2.5, 5, 5.5, 5.5, 5.5]
    assert [each.updates for each in entries] == [2.5, 4.5, 3, 2, None]
    assert {each.price for each in entries} == {420}


@pytest.mark.parametrize("game", ["hunt", "maze", None])
def test_steps_add_up_to_the_scorecards_means(tmp_path: Path, game: str | None) -> None:
    run = (
        Told(grown=(3, 2, 2, 1), statuses=("valid", "invalid", "valid", "valid")),
        Told(seed=2, scores=(1, 4), grown=(2, 5), why="won", statuses=("valid", "meta")),
        Told(memory="rag", scores=(0, 0, 2), asked={"act": 50}),
        Told(game="maze", memory="rag", scores=(2,)),
        Told(seed=3, scores=(4, 4, 4, 4, 4), why="failed"),
    )
    card = card_of(tmp_path, *run)
    for row in (row for row in (*card.rows, *card.overall) if row.unit == game):
        steps = row.by_step
        assert steps[-1].progress == pytest.approx(row.mean("score"))
        assert _per_step([each.price for each in steps], steps) == pytest.approx(row.mean("price_per_step"))
        if row.mean("edges") is not None:
            changes = (row.mean("added_per_step") or 0) + (row.mean("removed_per_step") or 0)
            assert steps[-1].edges == row.mean("edges")
            assert _per_step([each.updates for each in steps], steps) == pytest.approx(changes)


def _per_step(values: list[float | None], steps: list[AtStep]) -> float:
    alive = [each.alive for each in steps]
    return sum(count * (value or 0) for count, value in zip(alive, values, strict=True)) / sum(alive)


@given(played=st.lists(STATUSES, max_size=4))
def test_those_alive_never_grow_in_number_and_shares_are_shares(
    played: list[list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    entries = by_step(
        episodes(
            tmp_path_factory.mktemp("run"),
            *(Told(scores=(1.0,) * len(each), statuses=each, asked={}) for each in played),
        )
    )
    assert len(entries) == max(map(len, played), default=0)
    alive = [each.alive for each in entries]
    assert alive == sorted(alive, reverse=True)
    for each in entries:
        assert each.executability is not None
        assert 0 <= each.executability <= 1
