from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ariadne.evaluate.scorecard import build
from ariadne.report.charts import Chart, charts
from ariadne.report.svg import Bar, Point, ReferenceLine, ValueLine, bar_chart, interval_chart, line_chart
from tests.evaluate.runs import Told, write_run


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    """Two memories; one of the episodes of arigraph ends early."""
    return [
        write_run(
            tmp_path,
            Told(game="treasure-hunt", model="m", grown=(3, 2, 0, 1)),
            Told(game="treasure-hunt", model="m", seed=2, scores=(2.0, 4.0), grown=(5, 1), why="won", cost=0.5),
            Told(game="treasure-hunt", model="m", memory="full-history", scores=(0.0, 1.0)),
        )
    ]


def drawn(runs: list[Path]) -> dict[str, Chart]:
    return {chart.title: chart for chart in charts(build(runs))}


def test_scores_by_step_are_the_scorecards(runs: list[Path]) -> None:
    card = build(runs)
    chart = drawn(runs)["Score by step: treasure-hunt"]
    assert chart.columns == ("step", "arigraph", "full-history")
    for place, row in enumerate(card.rows, 1):
        shown = [line[place] for line in chart.lines]
        assert shown[: len(row.by_step)] == [f"{at.progress:.2f}" for at in row.by_step]
    assert "full-history 0.47" in chart.remark


def test_a_graph_ends_with_the_scorecards_size_and_its_updates_are_the_scorecards(runs: list[Path]) -> None:
    card = build(runs)
    arigraph = next(row for row in card.overall if row.arm == "arigraph")
    shown = drawn(runs)
    sizes, updates = shown["Size of the graph by step"], shown["Update rate by step"]
    assert sizes.columns == updates.columns == ("step", "arigraph")
    assert float(sizes.lines[-1][1]) == pytest.approx(arigraph.mean("edges"), abs=0.05)
    alive = (2, 2, 1, 1)
    mean = sum(float(line[1]) * episodes for line, episodes in zip(updates.lines, alive, strict=True)) / sum(alive)
    changes = [arigraph.mean(f"{name}_per_step") or 0 for name in ("added", "removed")]
    assert mean == pytest.approx(sum(changes), abs=0.05)


def test_tokens_and_cost_are_the_scorecards(runs: list[Path]) -> None:
    card = build(runs)
    row = next(row for row in card.overall if row.arm == "arigraph")
    shown = drawn(runs)
    tokens, cost = shown["Tokens per step, by kind of question"], shown["Cost per episode, US dollars"]
    whole = sum(row.mean(f"{name}_per_step") or 0 for name in ("prompt", "completion"))
    assert tokens.lines[0] == ("arigraph", "220", "110", f"{whole:,.0f}")
    assert "arigraph 6,500" in tokens.remark
    assert cost.lines[0] == ("arigraph", f"{row.mean('cost_usd'):.2f}")


def test_published_figures_of_language_models_are_no_marks_beside_the_rules(tmp_path: Path) -> None:
    shown = drawn([write_run(tmp_path, Told(game="treasure-hunt"))])
    marks = [chart.remark for chart in shown.values() if "published" in chart.remark]
    assert len(marks) == 1
    assert "human 0.96" in marks[0]
    assert "arigraph" not in marks[0]


def test_scores_with_their_intervals_are_the_scorecards(tmp_path: Path) -> None:
    plays = [Told(seed=seed, scores=(seed,)) for seed in (1, 2, 3)]
    run = write_run(tmp_path, *plays, Told(memory="rag", seed=9))
    score = build([run]).overall[0].metrics["score"]
    assert score.ci95 is not None
    low, high = score.ci95
    assert drawn([run])["Score"].lines == [
        ("arigraph", f"{score.mean:.2f}", f"{low:.2f} {high:.2f}"),
        ("rag", "1.00", "–"),
    ]


def test_a_point_stands_within_its_interval() -> None:
    points = [Point("<a>", 0, 0.5, (0.25, 0.75)), Point("b", 1, 1.0, None)]
    chart = interval_chart(points, "Score")
    ElementTree.fromstring(chart)
    assert "&lt;a&gt;" in chart
    (ends,) = re.findall(r'class="s0" x1="([\d.]+)" x2="([\d.]+)"', chart)
    places = [float(place) for place in re.findall(r'cx="([\d.]+)"', chart)]
    assert (float(ends[0]) + float(ends[1])) / 2 == pytest.approx(places[0], abs=0.1)
    assert 'class="s1"' not in chart
    assert places[1] > float(ends[1])


def test_a_measure_that_no_arm_has_is_not_drawn(tmp_path: Path) -> None:
    titles = set(drawn([write_run(tmp_path, Told(memory="none", maximum=0.0, asked={}))]))
    assert titles == {"Seconds per episode"}


def test_a_line_goes_from_its_first_value_to_its_last() -> None:
    chart = line_chart([ValueLine("a", 0, [0.0, None, 1.0])], "Score", [ReferenceLine("human", None, 0.5)], top=1.0)
    (points,) = re.findall(r'points="([^"]*)"', chart)
    (left, bottom), (right, top) = (tuple(map(float, point.split(","))) for point in points.split())
    assert left < right
    (first, second) = re.findall(r'y1="([\d.]+)" y2="([\d.]+)" class="published soft"', chart)[0]
    assert float(first) == float(second) == pytest.approx((bottom + top) / 2)


@pytest.mark.parametrize("values", [[], [None], [0.0], [1e9, 3.0], [float("inf")]])
def test_a_chart_of_any_values_is_well_formed_and_names_are_escaped(values: list[float | None]) -> None:
    name = "<b>\"'&"
    ElementTree.fromstring(line_chart([ValueLine(name, 9, values)], name, [ReferenceLine(name, 1, 2.0)]))
    bars = [Bar(name, [(name, 1, value)]) for value in values if value is not None and value < 1e99]
    ElementTree.fromstring(bar_chart(bars, name))
