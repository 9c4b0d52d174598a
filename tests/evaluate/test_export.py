from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage, UserError
from ariadne.evaluate import frames
from ariadne.evaluate.export import export
from tests.evaluate.runs import Told, write_run

RUN = (Told(grown=(2, 2, 2, 2)), Told(seed=2, scores=(0, 1), memory="rag", cost=None))
ROWS = [6, 12]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", *RUN)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_csv_has_a_row_a_step_and_a_row_a_question_and_needs_no_package(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    written = export([run, run], tmp_path / "a" / "b", "csv")
    assert written == {tmp_path / "a" / "b" / "steps.csv": 6, tmp_path / "a" / "b" / "questions.csv": 12}
    steps, questions = (read(path) for path in written)
    assert [len(steps), len(questions)] == ROWS
    assert [row["score"] for row in steps] == ["1.0", "2.0", "3.0", "4.0", "0.0", "1.0"]
    assert [row["edges"] for row in steps] == ["2", "3", "4", "5", "", ""]
    assert sum(int(row["prompt_tokens"]) for row in questions) == sum(int(row["prompt_tokens"]) for row in steps)


def test_parquet_holds_the_frames(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    steps, questions = export([run], tmp_path, "parquet")
    pandas.testing.assert_frame_equal(pandas.read_parquet(steps), frames.steps(run), check_dtype=False)
    pandas.testing.assert_frame_equal(pandas.read_parquet(questions), frames.questions(run), check_dtype=False)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_text_of_models_is_neither_a_formula_nor_an_order_to_a_terminal(form: str, tmp_path: Path) -> None:
    evil = '=HYPERLINK("http://x")\x1b[31m\nred\udc80'
    run = write_run(tmp_path / "run", Told(game=evil, model="+1", agent="@a"))
    (path, _) = export([run], tmp_path, form)
    if form == "csv":
        row = read(path)[0]
        assert (row["game"], row["model"], row["agent"]) == ('\'=HYPERLINK("http://x") [31m red', "'+1", "'@a")
    else:
        row = pytest.importorskip("pandas").read_parquet(path).iloc[0]
        assert row["game"] == '=HYPERLINK("http://x") [31m red'


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_run_without_episodes_makes_tables_without_rows(form: str, tmp_path: Path) -> None:
    (tmp_path / "episodes").mkdir()
    assert list(export([tmp_path], tmp_path, form).values()) == [0, 0]


def test_mistakes_are_one_clear_line(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="unknown name 'xls'; known are csv, parquet, sft"):
        export([run], tmp_path, "xls")
    with pytest.raises(UserError, match="nowhere is not a run"):
        export([Path("nowhere")], tmp_path, "csv")
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot make"):
        export([run], tmp_path / "file", "csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[frames\]'"):
        export([run], tmp_path, "parquet")
