from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ariadne.evaluate.scorecard import build
from ariadne.report.figures import FIGURES, draw, figures, lines_of
from tests.evaluate.runs import Told, write_run

pytest.importorskip("matplotlib")

RUN = (Told(grown=(3, 2, 2, 1), statuses=("valid",) * 4), Told(memory="rag", scores=(0, 2)))
EVIL = '<script>"$x_$" \x1b[31m[bold]鍵' + "long" * 25_000


def test_each_figure_is_written_in_both_forms(tmp_path: Path) -> None:
    written = figures([write_run(tmp_path / "run", *RUN)], tmp_path / "a" / "out")
    assert {path.stem for path in written} == {f"{name}-hunt" for name in ("score", "executability", "graph", "price")}
    assert len(written) == 8
    for path in written:
        assert path.read_bytes().startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")


def test_lines_are_the_numbers_of_the_scorecard(tmp_path: Path) -> None:
    found = lines_of(build([write_run(tmp_path, *RUN)]), None)
    figure = draw("hunt", FIGURES["score"], found, {name: number for number, name in enumerate(found)})
    lines = figure.axes[0].get_lines()
    assert [line.get_label() for line in lines] == ["arigraph", "rag"]
    assert [tuple(line.get_ydata()) for line in lines] == [
        tuple(at.progress for at in steps) for steps in found.values()
    ]
    assert len({line.get_color() for line in lines}) == len({str(line.get_linestyle()) for line in lines}) == 2


def test_nothing_in_a_figure_covers_anything_else(tmp_path: Path) -> None:
    run = write_run(tmp_path, *(Told(memory=f"a memory of a longer name {n}") for n in range(7)))
    found = lines_of(build([run]), None)
    looks = {name: number for number, name in enumerate(found)}
    figure = draw("a game " * 8, FIGURES["score"], found, looks)
    figure.savefig(io.BytesIO(), dpi=100)
    axes, (legend,) = figure.axes[0], figure.legends
    assert axes.get_window_extent().height > 60
    for part in (axes.xaxis.label, axes.yaxis.label):
        assert not part.get_window_extent().overlaps(legend.get_window_extent())
    title = axes.title.get_window_extent()
    assert not title.overlaps(axes.get_window_extent())
    edge = figure.bbox
    for box in (legend.get_window_extent(), axes.get_tightbbox()):
        assert edge.x0 <= box.x0
        assert box.x1 <= edge.x1 + 1
        assert edge.y0 <= box.y0
        assert box.y1 <= edge.y1 + 1


@pytest.mark.nightly
def test_the_same_runs_make_the_same_files(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Told())
    one, two = figures([run], tmp_path / "one"), figures([run], tmp_path / "two")
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


@pytest.mark.nightly
def test_any_name_of_a_game_is_text_and_no_path(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Told(game=EVIL, memory="_$x$"), Told(game=f"../../{EVIL}", memory="_$x$"))
    written = figures([run], tmp_path / "out")
    assert {path.parent for path in written} == {tmp_path / "out"}
    assert len(written) == len(set(written)) == len(list((tmp_path / "out").iterdir())) == 3 * 2 * 2
    for path in written:
        assert path.suffix == ".png" or ElementTree.parse(path) is not None
