from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

from ariadne.report.listing import about
from ariadne.report.runs_table import ALL, NUMBERS, as_csv, cells
from tests.evaluate.runs import Told
from tests.report.test_listing import run


def test_a_row_tells_what_a_run_was_and_came_to(tmp_path: Path) -> None:
    episodes = [Told(seed=seed, cost=0.01) for seed in (1, 2, 3, 5)]
    told = replace(about(run(tmp_path / "20200102-030405-eval", *episodes)), tags=("a", "b"), note="text")
    row = dict(zip(ALL, cells(told, ALL), strict=True))
    assert (row["began"], row["seeds"], row["note"]) == ("2020-01-02 03:04", "1-3,5", "#a #b text")
    assert (row["steps"], row["tokens"], row["cost"]) == ("16", "5,280", "$0.3200")
    assert {column: of(told) for column, of in NUMBERS.items()} == {
        "done": 4, "won": 0, "score": 1.0, "steps": 16, "tokens": 5280, "cost": 0.32,
    }  # fmt: skip
    asked = replace(told, what="qa", seeds=(), cost_usd=None)
    row = dict(zip(ALL, cells(asked, ALL), strict=True))
    assert (row["seeds"], row["steps"], row["cost"]) == ("–", "–", "unknown")
    assert NUMBERS["steps"](asked) is None


def test_no_spreadsheet_takes_a_text_of_the_csv_for_a_formula(tmp_path: Path) -> None:
    told = replace(about(run(tmp_path / "one", Told(memory="rag"), Told())), note='=HYPERLINK("x"), "y"', tags=("-1",))
    (line,) = csv.DictReader(io.StringIO(as_csv([told])))
    assert (line["note"], line["tags"]) == ('\'=HYPERLINK("x"), "y"', "'-1")
    assert (line["memories"], line["score"], line["state"]) == ("arigraph rag", "1.0", "ended")
