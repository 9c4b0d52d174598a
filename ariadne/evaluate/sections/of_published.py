"""The tables of published figures: next to ours if they are comparable, else in a separate table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ariadne.evaluate.card import Comparison, Figure, Measure, Row, Scorecard
from ariadne.evaluate.published import is_like
from ariadne.evaluate.sections.cells import count, probability, score, tenths
from ariadne.evaluate.sections.section import ALL_GAMES, Line, RowGroup, Section
from ariadne.evaluate.statistics import mean
from ariadne.text import counted

Value = float | None

OF_ROW: Mapping[Measure, Callable[[Row], Value]] = {
    "normalized score": lambda row: row.mean,
    "prompt tokens per step": lambda row: row.tokens.prompt_per_step if row.tokens else None,
    "completion tokens per step": lambda row: row.tokens.completion_per_step if row.tokens else None,
    "success rate": lambda row: row.success,
    "progress rate": lambda row: row.mean,
    "steps": lambda row: row.steps_or_limit,
}
OF_COMPARISON: Mapping[Measure, Callable[[Comparison], Value]] = {
    "context ratio": lambda each: each.context_ratio,
    "run time ratio": lambda each: each.run_time_ratio,
    "W of progress": lambda each: each.w,
    "p of progress": lambda each: each.p,
    "W of steps": lambda each: each.steps_w,
    "p of steps": lambda each: each.steps_p,
}
TESTS = frozenset({"W of progress", "p of progress", "W of steps", "p of steps"})
FORMS: Mapping[Measure, Callable[[Value], str]] = {
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
        lambda figure: [(figure.name, _value(figure))],
    )


def _section(
    title: str, columns: Line, figures: Sequence[Figure], lines: Callable[[Figure], Iterable[Line]]
) -> Section:
    """Figures by game; those over several games come last. Each line ends with what the figure is, and its source."""
    games = sorted({figure.game for figure in figures}, key=lambda game: (game is None, game or ""))
    sources = list(dict.fromkeys(map(_source, figures)))

    def group(game: str | None) -> RowGroup:
        found = [
            (*line, f"{_described(figure)} ({sources.index(_source(figure)) + 1})")
            for figure in figures
            if figure.game == game
            for line in lines(figure)
        ]
        return RowGroup(game or ALL_GAMES, found)

    remark = " ".join(f"({number}) {source}." for number, source in enumerate(sources, 1))
    return Section(title, columns, [group(game) for game in games], remark, frozenset({0, len(columns) - 1}))


def _beside(figure: Figure, card: Scorecard) -> Iterator[Line]:
    """A published figure and ours of the same name, a line per model."""
    ours = _ours(figure, card)
    for model, own in ours.items():
        name = f"{figure.name} · {model}" if len(ours) > 1 else figure.name
        yield name, _value(figure), FORMS.get(figure.measure, score)(own), _top3(figure, model, card)
    if not ours:
        yield figure.name, _value(figure), "", ""


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
    if figure.games and figure.measure not in TESTS:
        over_all = {model: [values.get(game) for game in figure.games] for model, values in found.items()}
        known = {model: [value for value in values if value is not None] for model, values in over_all.items()}
        return {model: mean(values) for model, values in known.items() if len(values) == len(figure.games)}
    if figure.games and {row.game for row in card.rows} != set(figure.games):
        return {}
    return {model: values[figure.game] for model, values in found.items() if figure.game in values}


def _by_game(figure: Figure, card: Scorecard) -> dict[str | None, dict[str | None, Value]]:
    """Our values by model, then by game (None: all games)."""
    found: dict[str | None, dict[str | None, Value]] = {}
    if of_row := OF_ROW.get(figure.measure):
        for row in (*card.rows, *card.overall):
            if row.name == figure.name:
                found.setdefault(row.model, {})[row.game] = of_row(row)
    if of_comparison := OF_COMPARISON.get(figure.measure):
        for each in card.comparisons:
            if (each.name, each.baseline) == (figure.name, figure.relative_to):
                found.setdefault(each.model, {})[each.game] = of_comparison(each)
    return found


def _top3(figure: Figure, model: str | None, card: Scorecard) -> str:
    """Our mean of the best three of five, if the figure is a score."""
    key = figure.name, figure.game, model
    rows = (row for row in (*card.rows, *card.overall) if (row.name, row.game, row.model) == key)
    best = next((row.top3 for row in rows), None) if figure.measure == "normalized score" else None
    return score(best, "")
