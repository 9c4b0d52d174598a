"""A scorecard of examinations in the forms that people and programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from ariadne.evaluate.sections.cells import NOTHING, count, interval, money, signed, tenths
from ariadne.evaluate.sections.of_comparisons import COLUMNS, WORDS, line, remark
from ariadne.evaluate.sections.section import Group, Line, Section, grouped, groups_of
from ariadne.evaluate.tables import Page, bounds, defused
from ariadne.evaluate.verdict import Contest, Standing, Words, verdict
from ariadne.exam.card import ExamComparison, ExamRow, ExamScorecard, OfKind
from ariadne.exam.questions import KINDS
from ariadne.text import counted

ALL = "all presets"
PAIR = "play"
"""What is paired."""
R = TypeVar("R", ExamRow, ExamComparison)


def page(card: ExamScorecard) -> Page:
    """What people read of it."""
    several = len({row.model for row in card.rows}) > 1
    rows = [*card.rows, *(card.overall if len({row.preset for row in card.rows}) > 1 else ())]
    sections = (
        _whole(rows, several),
        _by_kind("Truth by kind of question", rows, several, lambda kind: _share(kind.truth)),
        _by_kind("Stale statements by kind of question", rows, several, lambda kind: _share(kind.stale)),
        _effort(rows, several),
        _compared(card, several),
    )
    return Page(
        card,
        _verdict(card, several),
        _headline(card),
        [section for section in sections if section.groups],
        card.notes,
        card.runs,
        [dict(_flat(row)) for row in rows],
        ("preset", "memory"),
    )


def _verdict(card: ExamScorecard, several: bool) -> list[str]:
    presets = {row.preset for row in card.rows}
    rows = {(row.preset, row.memory, row.model): row for row in (*card.rows, *card.overall)}

    def contest(each: ExamComparison) -> Contest:
        own, other = (rows[each.preset, name, each.model].tokens for name in (each.memory, each.baseline))
        baseline = f"{each.baseline} · {each.model}" if several else each.baseline
        return Contest(each.preset, _who(each, several), baseline, each, own / other if own and other else None)

    return verdict(
        [contest(each) for each in card.comparisons],
        [
            Standing(row.preset, _who(row, several), row.truth)
            for row in (card.overall if len(presets) > 1 else card.rows)
        ],
        Words("knew {} of the answers", _share, PAIR, ALL, "{} took {} tokens a question"),
    )


def _headline(card: ExamScorecard) -> str:
    plays = counted(max(row.plays for row in card.overall), "play")
    memories = counted(len({row.memory for row in card.overall}), "memory", "memories")
    versions = ", ".join(f"{name} {' and '.join(numbers)}" for name, numbers in card.versions.items())
    return f"{memories} examined on {plays}; {versions}"


def _whole(rows: Sequence[ExamRow], several: bool) -> Section:
    return Section(
        "Truth, stale statements, and tokens a question",
        ("", "plays", "questions", "truth", "95 %", "stale", "tokens"),
        _grouped(
            rows,
            lambda row: (
                _who(row, several), str(row.plays), count(row.questions), _share(row.truth),
                interval(row.truth_ci95, _share), _share(row.stale), count(row.tokens),
            ),
        ),
    )  # fmt: skip


def _by_kind(title: str, rows: Sequence[ExamRow], several: bool, cell: Callable[[OfKind], str]) -> Section:
    asked = {kind.kind for row in rows for kind in row.kinds}
    kinds = [kind for kind in KINDS if kind in asked]

    def line(row: ExamRow) -> Line:
        cells = {kind.kind: cell(kind) for kind in row.kinds}
        return (_who(row, several), *(cells.get(kind, NOTHING) for kind in kinds))

    return Section(title, ("", *kinds), _grouped(rows, line))


def _effort(rows: Sequence[ExamRow], several: bool) -> Section:
    return Section(
        "Effort a play",
        ("", "turns", "calls", "tokens in", "out", "cost $", "seconds"),
        _grouped(
            rows,
            lambda row: (
                _who(row, several), tenths(row.turns), tenths(row.calls), count(row.prompt_tokens),
                count(row.completion_tokens), money(row.cost_usd), tenths(row.seconds),
            ),
        ),
    )  # fmt: skip


def _compared(card: ExamScorecard, several: bool) -> Section:
    return Section(
        f"Truth compared with {card.baseline}",
        COLUMNS,
        _grouped(card.comparisons, lambda each: line(_who(each, several), each, partial(signed, places=3), PAIR)),
        remark(len(card.comparisons), PAIR),
        WORDS,
    )


def _grouped(rows: Sequence[R], line: Callable[[R], Line]) -> list[Group]:
    return grouped(groups_of(rows, lambda row: row.preset or ALL), line)


def _who(of: ExamRow | ExamComparison, several: bool) -> str:
    return f"{of.memory} · {of.model}" if several else of.memory


def _share(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _flat(row: ExamRow) -> Iterator[tuple[str, Any]]:
    """A row for a spreadsheet: its kinds and intervals become columns."""
    for name, value in row.model_dump(exclude={"kinds", "truth_ci95"}).items():
        yield name, defused(value) if isinstance(value, str) else value
    yield from bounds("truth_ci95", row.truth_ci95)
    for kind in row.kinds:
        name = kind.kind.replace(" ", "_")
        yield from ((f"{name}_questions", kind.questions), (f"{name}_truth", kind.truth), (f"{name}_stale", kind.stale))
