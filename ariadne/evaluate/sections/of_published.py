"""The tables of published figures: beside what was measured here, and apart from what is not alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ariadne.evaluate.card import Comparison, Figure, Measure, Row, Scorecard
from ariadne.evaluate.published import is_like
from ariadne.evaluate.sections.cells import count, probability, score, tenths
from ariadne.evaluate.sections.section import ALL_GAMES, Group, Line, Section
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
    """Figures beside ours; then, apart, those of language models, if none played on this scorecard."""
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
    """Figures by game, those over several games last.

    Args:
        lines: those of a figure, without what it is, which every line ends with.
    """
    games = sorted({figure.game for figure in figures}, key=lambda game: (game is None, game or ""))
    sources = list(dict.fromkeys(map(_source, figures)))

    def group(game: str | None) -> Group:
        found = [figure for figure in figures if figure.game == game]
        return Group(
            game or ALL_GAMES,
            [
                (*line, f"{_told(figure)} ({sources.index(_source(figure)) + 1})")
                for figure in found
                for line in lines(figure)
            ],
        )

    remark = " ".join(f"({number}) {source}." for number, source in enumerate(sources, 1))
    return Section(title, columns, [group(game) for game in games], remark, frozenset({0, len(columns) - 1}))


def _beside(figure: Figure, card: Scorecard) -> Iterator[Line]:
    """A published figure beside ours of the same name, a line for each model."""
    ours = _ours(figure, card)
    for model, own in ours.items():
        name = f"{figure.name} · {model}" if len(ours) > 1 else figure.name
        yield name, _value(figure), FORMS.get(figure.measure, score)(own), _top3(figure, model, card)
    if not ours:
        yield figure.name, _value(figure), "", ""


def _value(figure: Figure) -> str:
    return "" if figure.value is None else FORMS.get(figure.measure, score)(figure.value)


def _has_number(figure: Figure, card: Scorecard) -> bool:
    """Whether it, or what we have of the same, is a number."""
    return figure.value is not None or any(value is not None for value in _ours(figure, card).values())


def _told(figure: Figure) -> str:
    against = "against" if figure.measure in TESTS else "to"
    measure = f"{figure.measure} {against} {figure.relative_to}" if figure.relative_to else figure.measure
    return ", ".join(filter(None, (measure, figure.statistic)))


def _source(figure: Figure) -> str:
    """Where it was published, and how it was played there."""
    steps = counted(figure.max_steps, "step") if figure.max_steps else None
    return ", ".join(filter(None, (figure.source, figure.model, steps)))


def _ours(figure: Figure, card: Scorecard) -> dict[str | None, Value]:
    """The same measure of the same contender in the same games, by model; empty if it is not on the card.

    What is over several games is the mean of theirs, but for tests, which are of all pairs.
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
    """By model, and by game (None for all)."""
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
    """Our best three of five, of scores."""
    who = figure.name, figure.game, model
    rows = (row for row in (*card.rows, *card.overall) if (row.name, row.game, row.model) == who)
    best = next((row.top3 for row in rows), None) if figure.measure == "normalized score" else None
    return score(best, "")
