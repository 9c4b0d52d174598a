"""Scorecards of runs that were made up."""

from __future__ import annotations

import io
from pathlib import Path
from unittest.mock import patch

from ariadne.evaluate.card import ArmResult, Comparison, Scorecard
from ariadne.evaluate.scorecard import build
from ariadne.evaluate.tables import ScorecardPage, show
from tests.evaluate.runs import Told, write_run


def card_of(folder: Path, *episodes: Told, baseline: str | None = None) -> Scorecard:
    return build([write_run(folder / "run", *episodes)], baseline)


def row_of(card: Scorecard, name: str, game: str | None = "hunt") -> ArmResult:
    (row,) = (row for row in (*card.rows, *card.overall) if (row.arm, row.unit) == (name, game))
    return row


def comparison_of(card: Scorecard, name: str, game: str | None = "hunt", metric: str = "score") -> Comparison:
    (comparison,) = (each for each in card.compared(metric) if (each.arm, each.unit) == (name, game))
    return comparison


def scored(score: float, **more: object) -> Told:
    """An episode with a normalized score."""
    return Told(scores=(0.0, 4 * score), **more)  # type: ignore[arg-type]


def in_a_terminal(page: ScorecardPage, columns: int) -> str:
    """What a terminal of so many columns, without colours, shows of it."""
    shown = io.StringIO()
    terminal = {"COLUMNS": str(columns), "LINES": "24", "TERM": "dumb"}
    with patch.dict("os.environ", terminal), patch.object(shown, "isatty", lambda: True):
        show(page, shown)
    return "".join(f"{line.rstrip()}\n" for line in shown.getvalue().splitlines())


def said(card: Scorecard, text: str) -> bool:
    return any(text in note for note in card.notes)
