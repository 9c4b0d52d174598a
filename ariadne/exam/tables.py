"""A scorecard of examinations, as people read it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ariadne.evaluate.sections.cells import NOTHING, count, interval, money, signed, tenths
from ariadne.evaluate.sections.of_comparisons import compared
from ariadne.evaluate.sections.section import Groups, Name, Section, by_unit, namer, table
from ariadne.evaluate.tables import ScorecardPage, flat
from ariadne.evaluate.verdict import Phrases, verdict_of
from ariadne.exam.card import ExamComparison, ExamRow, ExamScorecard, OfKind
from ariadne.exam.questions import KINDS
from ariadne.text import counted

ALL = "all presets"
PAIR = "play"
"""What is paired."""


def page(card: ExamScorecard) -> ScorecardPage:
    """The scorecard as a page."""
    rows, name = by_unit(card.rows, card.overall, ALL), namer(card.rows)
    sections = (
        _whole(rows, name),
        _by_kind("Truth by kind of question", rows, name, lambda kind: _share(kind.truth)),
        _by_kind("Stale statements by kind of question", rows, name, lambda kind: _share(kind.stale)),
        _effort(rows, name),
        compared(f"Truth compared with {card.baseline}", card.comparisons, name, partial(signed, places=3), PAIR, ALL),
    )
    plays = counted(max(row.plays for row in card.overall), "play")
    memories = counted(len({row.memory for row in card.overall}), "memory", "memories")
    return ScorecardPage(
        card,
        _verdict(card),
        f"{memories} examined on {plays}",
        [section for section in sections if section.groups],
        [flat(row) for _, group in rows for row in group],
        ("preset", "memory"),
    )


def _verdict(card: ExamScorecard) -> list[str]:
    tokens = {(row.preset, row.memory, row.model): row.tokens for row in (*card.rows, *card.overall)}

    def price(each: ExamComparison) -> float | None:
        own, other = (tokens[each.preset, memory, each.model] for memory in (each.memory, each.baseline))
        return own / other if own and other else None

    words = Phrases("knew {} of the answers", _share, PAIR, ALL, "{} took {} tokens a question")
    return verdict_of(card.rows, card.comparisons, lambda row: row.truth, price, words, card.overall)


def _whole(rows: Groups[ExamRow], name: Name) -> Section:
    return table(
        "Truth, stale statements, and tokens per question",
        rows,
        [
            ("", name),
            ("plays", lambda row: str(row.plays)),
            ("questions", lambda row: count(row.questions)),
            ("truth", lambda row: _share(row.truth)),
            ("95 %", lambda row: interval(row.truth_ci95, _share)),
            ("stale", lambda row: _share(row.stale)),
            ("tokens", lambda row: count(row.tokens)),
        ],
    )


def _by_kind(title: str, rows: Groups[ExamRow], name: Name, cell: Callable[[OfKind], str]) -> Section:
    asked = {kind.kind for _, group in rows for row in group for kind in row.kinds}

    def of_kind(row: ExamRow, wanted: str) -> str:
        return next((cell(kind) for kind in row.kinds if kind.kind == wanted), NOTHING)

    kinds = [(kind, lambda row, kind=kind: of_kind(row, kind)) for kind in KINDS if kind in asked]
    return table(title, rows, [("", name), *kinds])


def _effort(rows: Groups[ExamRow], name: Name) -> Section:
    return table(
        "Effort per play",
        rows,
        [
            ("", name),
            ("turns", lambda row: tenths(row.turns)),
            ("calls", lambda row: tenths(row.calls)),
            ("tokens in", lambda row: count(row.prompt_tokens)),
            ("out", lambda row: count(row.completion_tokens)),
            ("cost $", lambda row: money(row.cost_usd)),
            ("seconds", lambda row: tenths(row.seconds)),
        ],
    )


def _share(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"
