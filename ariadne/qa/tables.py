"""A scorecard of question answering, as people read it."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.evaluate.card import Figure, Scorecard
from ariadne.evaluate.sections.cells import NOTHING, count, money, percent, signed, tenths
from ariadne.evaluate.sections.of_comparisons import compared
from ariadne.evaluate.sections.section import (
    Name,
    Section,
    by_unit,
    having,
    interval_of,
    mean_of,
    namer,
    table,
    total_of,
)
from ariadne.evaluate.tables import ScorecardPage
from ariadne.gather import gathered
from ariadne.qa.answered import KS
from ariadne.qa.scorecard import POOLED, QUESTIONS, TITLES
from ariadne.text import counted

POOLING = (
    "* The authors' code pools tokens: this F1 counts the words of all questions together, with articles and without "
    "aliases. Ours is a mean over questions."
)


def page(card: Scorecard) -> ScorecardPage:
    """The scorecard as a page."""
    name = namer(card.rows)
    sections = (
        _answers(card, name),
        _paragraphs(card, name),
        _complete(card, name),
        _effort(card, name),
        *(
            compared(f"{title} compared with {card.baseline}, per cent", card, QUESTIONS, metric, name, _signed)
            for metric, title in TITLES.items()
        ),
        _published(card),
    )
    by = counted(len({row.arm for row in card.rows}), "method")
    finished = f"{card.total('finished')} of {card.begun} finished"
    return ScorecardPage(card, QUESTIONS, f"{counted(card.units, 'question')} by {by}, {finished}", sections)


def _answers(card: Scorecard, name: Name) -> Section:
    return table(
        "Answers: exact match and F1, per cent",
        by_unit(card.rows),
        [
            ("", name),
            ("n", total_of("finished")),
            ("EM", mean_of("exact", percent)),
            ("95 %", interval_of("exact", percent)),
            ("F1", mean_of("f1", percent)),
            ("95 %", interval_of("f1", percent)),
        ],
        when=having("f1"),
    )


def _paragraphs(card: Scorecard, name: Name) -> Section:
    found = (
        column
        for k in KS
        for column in ((f"@{k}", mean_of(f"recall_{k}", percent)), ("95 %", interval_of(f"recall_{k}", percent)))
    )
    return table(
        "Recall of supporting paragraphs among the first 2, 3 and 5, per cent",
        by_unit(card.rows),
        [("", name), *found],
        when=having("recall_5"),
    )


def _complete(card: Scorecard, name: Name) -> Section:
    return table(
        "Questions of which no supporting paragraph is missing, per cent",
        by_unit(card.rows),
        [("", name), *((f"@{k}", mean_of(f"all_found_{k}", percent)) for k in KS)],
        when=having("recall_5"),
    )


def _effort(card: Scorecard, name: Name) -> Section:
    return table(
        "Effort per question",
        by_unit(card.rows),
        [
            ("", name),
            ("calls", mean_of("model_calls", tenths)),
            ("tokens in", mean_of("prompt_tokens", count)),
            ("out", mean_of("completion_tokens", count)),
            ("cost $", mean_of("cost_usd", money)),
            ("seconds", mean_of("seconds", _seconds)),
            ("model's", mean_of("model_seconds", _seconds)),
        ],
        "At list price. Seconds: elapsed, with other questions running; model's: spent waiting for replies.",
        when=lambda row: row.mean("model_calls"),
    )


def _published(card: Scorecard) -> Section:
    sources = list(dict.fromkeys(figure.source for figure in card.published))
    pooled = [POOLING] if any(figure.statistic == POOLED for figure in card.published) else []
    lines = gathered(((each.unit, each.arm, each.model, each.source), each) for each in card.published)
    return table(
        "Published figures of others and their models, for reference: not measured here",
        list(gathered((figures[0].unit or "", figures) for figures in lines.values()).items()),
        [
            ("", lambda figures: figures[0].arm),
            ("model", lambda figures: figures[0].model or NOTHING),
            ("EM", lambda figures: _figure(figures, "exact")),
            ("F1", lambda figures: _figure(figures, "f1")),
            ("source", lambda figures: f"({sources.index(figures[0].source) + 1})"),
        ],
        " ".join((*(f"({number}) {source}." for number, source in enumerate(sources, 1)), *pooled)),
        words=frozenset({0, 1, 4}),
    )


def _figure(figures: Sequence[Figure], measure: str) -> str:
    found = (percent(each.value) + "*" * (each.statistic == POOLED) for each in figures if each.measure == measure)
    return next(found, NOTHING)


def _signed(share: float | None) -> str:
    return NOTHING if share is None else signed(100 * share, 1)


def _seconds(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.2f}"
