"""A scorecard of question answering in the forms that people and programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ariadne.evaluate.sections.cells import NOTHING, count, interval, money, signed, tenths
from ariadne.evaluate.sections.of_comparisons import COLUMNS, WORDS, line, remark
from ariadne.evaluate.sections.section import Group, Line, Section, grouped, groups_of
from ariadne.evaluate.tables import Page, bounds, defused
from ariadne.evaluate.verdict import Contest, Standing, Words, verdict
from ariadne.qa.card import Measure, QAComparison, QAFigure, QARow, QAScorecard
from ariadne.text import counted

T = TypeVar("T", QARow, QAComparison, QAFigure)
Key = tuple[str, str, str | None]
"""Data set, method and model of a row."""

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
    "* The authors' code pools tokens: this F1 is of the words of all questions together, with articles and without "
    "aliases, and not a mean over questions, as ours is."
)


def page(card: QAScorecard) -> Page:
    """What people read of it."""
    several = len({row.model for row in card.rows if row.model}) > 1
    sections = (
        _answers(card, several),
        _paragraphs(card, several),
        _complete(card, several),
        _effort(card, several),
        *(_compared(card, measure, several) for measure in TITLES),
        _published(card),
    )
    return Page(
        card,
        _verdict(card, several),
        _headline(card),
        [section for section in sections if section.groups],
        card.notes,
        card.runs,
        [dict(_flat(row)) for row in card.rows],
        ("data set", "who"),
    )


def _verdict(card: QAScorecard, several: bool) -> list[str]:
    """Of what each data set goes by."""
    rows = {(row.dataset, row.method, row.model): row for row in card.rows}
    sentences = []
    for measure, title in TITLES.items():
        judged = {group: row for group, row in rows.items() if row.goes_by == measure}
        if judged:
            sentences += verdict(
                [
                    _contest(each, judged, several)
                    for each in card.comparisons
                    if each.measure == measure and (each.dataset, each.method, each.model) in judged
                ],
                [Standing(row.dataset, _who(row, several), _value(row, measure)) for row in judged.values()],
                Words(f"scored {title} {{}}", percent, PAIR, "all data sets", "{} took {} tokens a question"),
            )
    return sentences


def _contest(each: QAComparison, rows: Mapping[Key, QARow], several: bool) -> Contest:
    own, other = (_tokens(rows.get((each.dataset, name, each.model))) for name in (each.method, each.baseline))
    baseline = f"{each.baseline} · {each.model}" if several and each.model else each.baseline
    return Contest(each.dataset, _who(each, several), baseline, each, own / other if own and other else None)


def _tokens(row: QARow | None) -> float | None:
    return (row.prompt_tokens or 0) + (row.completion_tokens or 0) if row else None


def _value(row: QARow, measure: Measure) -> float | None:
    found = {f"recall_{each.k}": each.recall for each in row.found}
    return {"exact": row.exact, "f1": row.f1, **found}.get(measure)


def _headline(card: QAScorecard) -> str:
    finished = sum(row.finished for row in card.rows)
    begun = sum(row.questions for row in card.rows)
    versions = ", ".join(f"{name} {' and '.join(numbers)}" for name, numbers in card.versions.items())
    methods = len({row.method for row in card.rows})
    asked = counted(card.questions, "question")
    by = counted(methods, "method")
    return f"{asked} by {by}, {finished} of {begun} finished; {versions}"


def _answers(card: QAScorecard, several: bool) -> Section:
    return Section(
        "Answers: exact match and F1, per cent",
        ("", "n", "EM", "95 %", "F1", "95 %"),
        _grouped(
            card.rows,
            lambda row: (
                (_who(row, several), str(row.finished), percent(row.exact), interval(row.exact_ci95, percent),
                 percent(row.f1), interval(row.f1_ci95, percent))
                if row.f1 is not None
                else None
            ),
        ),
    )  # fmt: skip


def _paragraphs(card: QAScorecard, several: bool) -> Section:
    def line(row: QARow) -> Line | None:
        found = [each for one in row.found for each in (percent(one.recall), interval(one.ci95, percent))]
        return (_who(row, several), *found) if found else None

    return Section(
        "Recall of supporting paragraphs among the first 2, 3 and 5, per cent",
        ("", "@2", "95 %", "@3", "95 %", "@5", "95 %"),
        _grouped(card.rows, line),
    )


def _complete(card: QAScorecard, several: bool) -> Section:
    def line(row: QARow) -> Line | None:
        return (_who(row, several), *(percent(one.all_found) for one in row.found)) if row.found else None

    return Section(
        "Questions of which no supporting paragraph is missing, per cent",
        ("", "@2", "@3", "@5"),
        _grouped(card.rows, line),
    )


def _effort(card: QAScorecard, several: bool) -> Section:
    return Section(
        "Effort a question",
        ("", "calls", "tokens in", "out", "cost $", "seconds", "model's"),
        _grouped(
            card.rows,
            lambda row: (
                (_who(row, several), tenths(row.calls), count(row.prompt_tokens), count(row.completion_tokens),
                 money(row.cost_usd), _seconds(row.seconds), _seconds(row.model_seconds))
                if row.calls
                else None
            ),
        ),
        "At list price. Seconds on the clock beside other questions, and those that the model took for its replies.",
    )  # fmt: skip


def _compared(card: QAScorecard, measure: Measure, several: bool) -> Section:
    found = [each for each in card.comparisons if each.measure == measure]
    return Section(
        f"{TITLES[measure]} compared with {card.baseline}, per cent",
        COLUMNS,
        _grouped(
            found,
            lambda each: line(_who(each, several), each, _signed, PAIR),
        ),
        remark(len(found), PAIR),
        WORDS,
    )


def _published(card: QAScorecard) -> Section:
    sources = list(dict.fromkeys(figure.source for figure in card.published))
    pooled = [POOLED] if any(figure.pooled for figure in card.published) else []
    return Section(
        "Published figures of others and their models, for reference: not measured here",
        ("", "model", "EM", "F1", "source"),
        _grouped(
            card.published,
            lambda figure: (
                figure.method, figure.model or NOTHING, percent(figure.exact), percent(figure.f1) + "*" * figure.pooled,
                f"({sources.index(figure.source) + 1})",
            ),
        ),
        " ".join((*(f"({number}) {source}." for number, source in enumerate(sources, 1)), *pooled)),
        frozenset({0, 1, 4}),
    )  # fmt: skip


def percent(share: float | None) -> str:
    """A share as per cent with one place."""
    return NOTHING if share is None else f"{100 * share:.1f}"


def _signed(share: float | None) -> str:
    """The same with its sign."""
    return NOTHING if share is None else signed(100 * share, 1)


def _seconds(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.2f}"


def _who(of: QARow | QAComparison, several: bool) -> str:
    return f"{of.method} · {of.model}" if several and of.model else of.method


def _grouped(rows: Sequence[T], line: Callable[[T], Line | None]) -> list[Group]:
    """Lines by data set."""
    return grouped(groups_of(rows, lambda row: row.dataset), line)


def _flat(row: QARow) -> Iterator[tuple[str, Any]]:
    for name, value in row.model_dump(mode="json").items():
        if name.endswith("ci95"):
            yield from bounds(name, value)
        elif name == "found":
            for found in value:
                k = found["k"]
                yield f"recall_{k}", found["recall"]
                yield from bounds(f"recall_{k}_ci95", found["ci95"])
                yield f"all_found_{k}", found["all_found"]
        else:
            yield name, defused(value) if isinstance(value, str) else value
