from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.cli import run
from tests.report.graphs import house_events, write_episode


@pytest.fixture
def played(tmp_path: Path) -> str:
    return str(write_episode(tmp_path / "run", house_events()))


@pytest.mark.parametrize(("form", "start"), [("svg", "<svg "), ("dot", "digraph "), ("json", "{"), ("png", "")])
def test_a_graph_is_written_to_a_file_or_printed(
    played: str, form: str, start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "graph"
    assert run(["graph", played, "1", "--step", "2", "--format", form, "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    if form == "png":
        assert out.read_bytes().startswith(b"\x89PNG")
        assert run(["graph", played, "--format", form]) == 2
        assert "--out FILE" in capsys.readouterr().err
    else:
        assert run(["graph", played, "--step", "2", "--format", form]) == 0
        assert capsys.readouterr().out == out.read_text(encoding="utf-8")
        assert out.read_text(encoding="utf-8").startswith(start)


def test_a_graph_that_cannot_be_written_is_one_line(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", played, "--out", "/nowhere/graph.svg"]) == 2
    assert capsys.readouterr().err == "error: cannot write /nowhere/graph.svg: No such file or directory\n"
