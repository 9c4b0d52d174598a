"""The tables of published figures: next to ours if they are comparable, else in a separate table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ariadne.evaluate.card import Comparison, Figure, Scorecard
from ariadne.evaluate.published import is_like
from ariadne.evaluate.sections.cells import Form, count, probability, score, tenths
from ariadne.evaluate.sections.section import ALL_GAMES, Line, RowGroup, Section
from ariadne.evaluate.statistics import mean
from ariadne.text import counted

Value = float | None

OF_ROW: Mapping[str, str] = {
    "normalized score": "score",
    "prompt tokens per step": "prompt_per_step",
    "completion tokens per step": "completion_per_step",
    "success rate": "won",
    "progress rate": "score",
    "steps": "steps_or_limit",
}
"""The metric of each measure."""
OF_COMPARISON: Mapping[str, tuple[str, Callable[[Comparison], Value]]] = {
    "context ratio": ("context", lambda each: each.ratio),
    "run time ratio": ("run_time", lambda each: each.ratio),
    "W of progress": ("score", lambda each: each.w),
    "p of progress": ("score", lambda each: each.p),
    "W of steps": ("steps_or_limit", lambda each: each.w),
    "p of steps": ("steps_or_limit", lambda each: each.p),
}
TESTS = frozenset({"W of progress", "p of progress", "W of steps", "p of steps"})
FORMS: Mapping[str, Form] = {
    "prompt tokens per step": count,
    "completion tokens per step": count,
    "steps": tenths,
    "W of progress": tenths,
    "p of progress": probability,
    "W of steps": tenths,
    "p of steps": probability,
}


def published(card: Scorecard) -> Iterator[Section]:
    """The table of comparable figures, then that of language models, if no language model played here."""
    like = is_like(card)
    yield _section(
        "Published figures, for reference: not measured here",
        ("", "published", "ours", "our top 3", "what was published"),
        [figure for figure in card.published if like(figure) and _has_number(figure, card)],
        lambda figure: _beside(figure, card),
    )
    yield _section(
        "Published figures of language models, of which none played here",
        ("", "published", "what was published"),
        [figure for figure in card.published if not like(figure) and figure.value is not None],
        lambda figure: [(figure.arm, _value(figure))],
    )


def _section(
    title: str, columns: Line, figures: Sequence[Figure], lines: Callable[[Figure], Iterable[Line]]
) -> Section:
    """Figures by game; those over several games come last. Each line ends with what the figure is, and its source."""
    games = sorted({figure.unit for figure in figures}, key=lambda game: (game is None, game or ""))
    sources = list(dict.fromkeys(map(_source, figures)))

    def group(game: str | None) -> RowGroup:
        found = [
            (*line, f"{_described(figure)} ({sources.index(_source(figure)) + 1})")
            for figure in figures
            if figure.unit == game
            for line in lines(figure)
        ]
        return RowGroup(game or ALL_GAMES, found)

    remark = " ".join(f"({number}) {source}." for number, source in enumerate(sources, 1))
    return Section(title, columns, [group(game) for game in games], remark, frozenset({0, len(columns) - 1}))


def _beside(figure: Figure, card: Scorecard) -> Iterator[Line]:
    """A published figure and ours of the same name, a line per model."""
    ours = _ours(figure, card)
    for model, own in ours.items():
        name = f"{figure.arm} · {model}" if len(ours) > 1 else figure.arm
        yield name, _value(figure), FORMS.get(figure.measure, score)(own), _top3(figure, model, card)
    if not ours:
        yield figure.arm, _value(figure), "", ""


def _value(figure: Figure) -> str:
    return "" if figure.value is None else FORMS.get(figure.measure, score)(figure.value)


def _has_number(figure: Figure, card: Scorecard) -> bool:
    return figure.value is not None or any(value is not None for value in _ours(figure, card).values())


def _described(figure: Figure) -> str:
    against = "against" if figure.measure in TESTS else "to"
    measure = f"{figure.measure} {against} {figure.relative_to}" if figure.relative_to else figure.measure
    return ", ".join(filter(None, (measure, figure.statistic)))


def _source(figure: Figure) -> str:
    steps = counted(figure.max_steps, "step") if figure.max_steps else None
    return ", ".join(filter(None, (figure.source, figure.model, steps)))


def _ours(figure: Figure, card: Scorecard) -> dict[str | None, Value]:
    """Our value of the same measure, arm and games, by model; empty if the card has none.

    A figure over several games is compared with the mean over these games; a test, with the test over all pairs.
    """
    found = _by_game(figure, card)
    if figure.units and figure.measure not in TESTS:
        over_all = {model: [values.get(game) for game in figure.units] for model, values in found.items()}
        known = {model: [value for value in values if value is not None] for model, values in over_all.items()}
        return {model: mean(values) for model, values in known.items() if len(values) == len(figure.units)}
    if figure.units and {row.unit for row in card.rows} != set(figure.units):
        return {}
    return {model: values[figure.unit] for model, values in found.items() if figure.unit in values}


def _by_game(figure: Figure, card: Scorecard) -> dict[str | None, dict[str | None, Value]]:
    """Our values by model, then by game (None: all games)."""
    found: dict[str | None, dict[str | None, Value]] = {}
    if metric := OF_ROW.get(figure.measure):
        for row in (*card.rows, *card.overall):
            if row.arm == figure.arm:
                found.setdefault(row.model, {})[row.unit] = row.mean(metric)
    else:
        metric, value = OF_COMPARISON[figure.measure]
        for each in card.compared(metric):
            if (each.arm, each.baseline) == (figure.arm, figure.relative_to):
                found.setdefault(each.model, {})[each.unit] = value(each)
    return found


def _top3(figure: Figure, model: str | None, card: Scorecard) -> str:
    """Our mean of the best three of five, if the figure is a score."""
    rows = (*card.rows, *card.overall) if figure.measure == "normalized score" else ()
    found = (row for row in rows if (row.arm, row.unit, row.model) == (figure.arm, figure.unit, model))
    return score(next((row.mean("top3") for row in found), None), "")
