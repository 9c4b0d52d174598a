"""A scorecard of examinations, as people read it."""

from __future__ import annotations

from functools import partial

from ariadne.evaluate.card import ArmResult, Scorecard
from ariadne.evaluate.sections.cells import count, money, signed, tenths
from ariadne.evaluate.sections.of_comparisons import compared
from ariadne.evaluate.sections.section import (
    Groups,
    Name,
    Section,
    by_unit,
    interval_of,
    mean_of,
    namer,
    table,
    total_of,
)
from ariadne.evaluate.tables import ScorecardPage
from ariadne.exam.questions import KINDS
from ariadne.exam.scorecard import EXAMINATIONS
from ariadne.text import counted

_share = EXAMINATIONS.form


def page(card: Scorecard) -> ScorecardPage:
    """The scorecard as a page."""
    rows, name = by_unit(card.rows, card.overall, EXAMINATIONS.everywhere), namer(card.rows)
    sections = (
        _overview(rows, name),
        _by_kind("Truth by kind of question", "truth", rows, name),
        _by_kind("Stale statements by kind of question", "stale", rows, name),
        _effort(rows, name),
        compared(f"Truth compared with {card.baseline}", card, EXAMINATIONS, "truth", name, partial(signed, places=3)),
    )
    memories = counted(len({row.arm for row in card.overall}), "memory", "memories")
    return ScorecardPage(card, EXAMINATIONS, f"{memories} examined on {counted(card.units, 'play')}", sections)


def _overview(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Truth, stale statements, and tokens per question",
        rows,
        [
            ("", name),
            ("plays", total_of("finished")),
            ("questions", total_of("questions")),
            ("truth", mean_of("truth", _share)),
            ("95 %", interval_of("truth", _share)),
            ("stale", mean_of("stale", _share)),
            ("tokens", mean_of("tokens", count)),
        ],
    )


def _by_kind(title: str, metric: str, rows: Groups[ArmResult], name: Name) -> Section:
    asked = {kind for _, group in rows for row in group for kind in row.parts("truth")}
    return table(
        title, rows, [("", name), *((kind, mean_of(f"{metric}.{kind}", _share)) for kind in KINDS if kind in asked)]
    )


def _effort(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Effort per play",
        rows,
        [
            ("", name),
            ("turns", mean_of("turns", tenths)),
            ("calls", mean_of("model_calls", tenths)),
            ("tokens in", mean_of("prompt_tokens", count)),
            ("out", mean_of("completion_tokens", count)),
            ("cost $", mean_of("cost_usd", money)),
            ("seconds", mean_of("seconds", tenths)),
        ],
    )
