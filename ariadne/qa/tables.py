"""A scorecard of question answering, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ariadne.evaluate.sections.cells import NOTHING, count, interval, money, signed, tenths
from ariadne.evaluate.sections.of_comparisons import compared
from ariadne.evaluate.sections.section import Name, Section, by_unit, namer, table
from ariadne.evaluate.tables import ScorecardPage, flat
from ariadne.evaluate.verdict import Phrases, verdict_of
from ariadne.qa.card import Measure, QAComparison, QARow, QAScorecard, RecallAt
from ariadne.text import counted

TITLES: Mapping[Measure, str] = {
    "f1": "F1",
    "exact": "EM",
    "recall_2": "recall @2",
    "recall_3": "recall @3",
    "recall_5": "recall @5",
}

PAIR = "question"
"""What is paired."""

POOLED = (
    "* The authors' code pools tokens: this F1 counts the words of all questions together, with articles and without "
    "aliases. Ours is a mean over questions."
)


def page(card: QAScorecard) -> ScorecardPage:
    """The scorecard as a page."""
    name = namer(card.rows)
    sections = (
        _answers(card, name),
        _paragraphs(card, name),
        _complete(card, name),
        _effort(card, name),
        *(_compared(card, measure, name) for measure in TITLES),
        _published(card),
    )
    finished, begun = sum(row.finished for row in card.rows), sum(row.questions for row in card.rows)
    by = counted(len({row.method for row in card.rows}), "method")
    return ScorecardPage(
        card,
        _verdict(card),
        f"{counted(card.questions, 'question')} by {by}, {finished} of {begun} finished",
        [section for section in sections if section.groups],
        [flat(row) for row in card.rows],
        ("data set", "who"),
    )


def _verdict(card: QAScorecard) -> list[str]:
    """The verdict on each measure that a data set is judged by."""
    sentences = []
    tokens = {(row.dataset, row.method, row.model): _tokens(row) for row in card.rows}

    def price(each: QAComparison) -> float | None:
        own, other = (tokens.get((each.dataset, method, each.model)) for method in (each.method, each.baseline))
        return own / other if own and other else None

    for measure, title in TITLES.items():
        rows = [row for row in card.rows if row.goes_by == measure]
        keys = {(row.dataset, row.method, row.model) for row in rows}
        comparisons = [
            each
            for each in card.comparisons
            if each.measure == measure and (each.dataset, each.method, each.model) in keys
        ]
        if rows:
            words = Phrases(f"scored {title} {{}}", percent, PAIR, "all data sets", "{} took {} tokens a question")
            sentences += verdict_of(rows, comparisons, partial(_value, measure), price, words)
    return sentences


def _tokens(row: QARow) -> float:
    return (row.prompt_tokens or 0) + (row.completion_tokens or 0)


def _value(measure: Measure, row: QARow) -> float | None:
    found = {f"recall_{each.k}": each.recall for each in row.found}
    return {"exact": row.exact, "f1": row.f1, **found}.get(measure)


def _answers(card: QAScorecard, name: Name) -> Section:
    return table(
        "Answers: exact match and F1, per cent",
        by_unit(card.rows),
        [
            ("", name),
            ("n", lambda row: str(row.finished)),
            ("EM", lambda row: percent(row.exact)),
            ("95 %", lambda row: interval(row.exact_ci95, percent)),
            ("F1", lambda row: percent(row.f1)),
            ("95 %", lambda row: interval(row.f1_ci95, percent)),
        ],
        when=lambda row: row.f1 is not None,
    )


def _at(row: QARow, k: int) -> RecallAt:
    return next(found for found in row.found if found.k == k)


def _paragraphs(card: QAScorecard, name: Name) -> Section:
    return table(
        "Recall of supporting paragraphs among the first 2, 3 and 5, per cent",
        by_unit(card.rows),
        [
            ("", name),
            ("@2", lambda row: percent(_at(row, 2).recall)),
            ("95 %", lambda row: interval(_at(row, 2).ci95, percent)),
            ("@3", lambda row: percent(_at(row, 3).recall)),
            ("95 %", lambda row: interval(_at(row, 3).ci95, percent)),
            ("@5", lambda row: percent(_at(row, 5).recall)),
            ("95 %", lambda row: interval(_at(row, 5).ci95, percent)),
        ],
        when=lambda row: row.found,
    )


def _complete(card: QAScorecard, name: Name) -> Section:
    return table(
        "Questions of which no supporting paragraph is missing, per cent",
        by_unit(card.rows),
        [
            ("", name),
            ("@2", lambda row: percent(_at(row, 2).all_found)),
            ("@3", lambda row: percent(_at(row, 3).all_found)),
            ("@5", lambda row: percent(_at(row, 5).all_found)),
        ],
        when=lambda row: row.found,
    )


def _effort(card: QAScorecard, name: Name) -> Section:
    return table(
        "Effort per question",
        by_unit(card.rows),
        [
            ("", name),
            ("calls", lambda row: tenths(row.calls)),
            ("tokens in", lambda row: count(row.prompt_tokens)),
            ("out", lambda row: count(row.completion_tokens)),
            ("cost $", lambda row: money(row.cost_usd)),
            ("seconds", lambda row: _seconds(row.seconds)),
            ("model's", lambda row: _seconds(row.model_seconds)),
        ],
        "At list price. Seconds: elapsed, with other questions running; model's: spent waiting for replies.",
        when=lambda row: row.calls,
    )


def _compared(card: QAScorecard, measure: Measure, name: Name) -> Section:
    found = [each for each in card.comparisons if each.measure == measure]
    return compared(f"{TITLES[measure]} compared with {card.baseline}, per cent", found, name, _signed, PAIR)


def _published(card: QAScorecard) -> Section:
    sources = list(dict.fromkeys(figure.source for figure in card.published))
    pooled = [POOLED] if any(figure.pooled for figure in card.published) else []
    return table(
        "Published figures of others and their models, for reference: not measured here",
        by_unit(card.published),
        [
            ("", lambda figure: figure.method),
            ("model", lambda figure: figure.model or NOTHING),
            ("EM", lambda figure: percent(figure.exact)),
            ("F1", lambda figure: percent(figure.f1) + "*" * figure.pooled),
            ("source", lambda figure: f"({sources.index(figure.source) + 1})"),
        ],
        " ".join((*(f"({number}) {source}." for number, source in enumerate(sources, 1)), *pooled)),
        words=frozenset({0, 1, 4}),
    )


def percent(share: float | None) -> str:
    """Format a share as per cent with one decimal."""
    return NOTHING if share is None else f"{100 * share:.1f}"


def _signed(share: float | None) -> str:
    return NOTHING if share is None else signed(100 * share, 1)


def _seconds(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.2f}"
