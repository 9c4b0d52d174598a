from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.curves import Curves, curves
from ariadne.evaluate.scorecard import build, read_runs
from tests.evaluate.runs import Told, write_run

RUN = (
    Told(grown=(3, 2, 2, 1), statuses=("valid", "invalid", "valid", "valid")),
    Told(seed=2, scores=(1, 4), grown=(2, 5), why="won", statuses=("valid", "meta")),
    Told(seed=1, memory="rag", scores=(0, 0, 2), asked={"act": 50}),
    Told(game="maze", memory="rag", scores=(2,)),
    Told(seed=3, scores=(4, 4, 4, 4, 4), why="failed"),
)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", *RUN)


def by_name(run: Path, game: str | None) -> dict[str, Curves]:
    return {each.name: each for each in curves(read_runs([run]), game)}


@pytest.mark.parametrize("game", ["hunt", "maze", None])
def test_curves_say_what_the_scorecard_says(run: Path, game: str | None) -> None:
    card = build([run])
    rows = {row.name: row for row in (card.rows if game else card.overall) if row.game == game}
    found = by_name(run, game)
    assert found.keys() == rows.keys()
    for name, row in rows.items():
        each = found[name]
        assert list(each.alive) == [at.alive for at in row.by_step]
        assert list(each.score) == pytest.approx([at.progress for at in row.by_step])
        assert list(each.executability) == [at.executability for at in row.by_step]
        assert each.score[-1] == pytest.approx(row.mean)
        assert row.tokens is not None
        spent = sum(alive * (price or 0) for alive, price in zip(each.alive, each.price, strict=True))
        per_step = row.tokens.price_per_step or 0
        assert spent / sum(each.alive) == pytest.approx(per_step)
        if row.graph:
            changed = sum(alive * (updates or 0) for alive, updates in zip(each.alive, each.updates, strict=True))
            assert each.edges[-1] == pytest.approx(row.graph.edges)
            per_step = row.graph.added_per_step + row.graph.removed_per_step
            assert changed / sum(each.alive) == pytest.approx(per_step)


def test_an_episode_that_has_ended_keeps_its_score_and_its_graph_but_spends_nothing(run: Path) -> None:
    arigraph = by_name(run, "hunt")["arigraph"]
    assert arigraph.score == (0.25, 0.75, 0.875, 1.0)
    assert arigraph.edges == (2.5, 5, 5.5, 5.5)
    assert arigraph.updates == (2.5, 4.5, 3, 2)
    assert arigraph.price == (420, 420, 420, 420)


def test_models_are_told_apart_where_there_are_several(tmp_path: Path) -> None:
    run = write_run(tmp_path, Told(), Told(model="large"), Told(agent="random", memory=None, model=None))
    assert list(by_name(run, None)) == ["arigraph, large", "arigraph, rules", "random"]
