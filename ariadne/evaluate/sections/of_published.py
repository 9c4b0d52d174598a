"""The tables of published figures: next to ours if they are comparable, else in a separate table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ariadne.evaluate.card import Figure, Scorecard
from ariadne.evaluate.published import is_like
from ariadne.evaluate.sections.cells import Form, count, probability, score, tenths
from ariadne.evaluate.sections.section import ALL_GAMES, Line, RowGroup, Section
from ariadne.evaluate.statistics import mean
from ariadne.text import counted


@dataclass(frozen=True)
class OurValue:
    """Where to find our value of a measure: the field of a metric's value, or of its comparison."""

    metric: str
    field: Literal["mean", "ratio", "w", "p"]
    form: Form = score

    @property
    def is_test(self) -> bool:
        return self.field in ("w", "p")


MEASURES: Mapping[str, OurValue] = {
    "normalized score": OurValue("score", "mean"),
    "prompt tokens per step": OurValue("prompt_per_step", "mean", count),
    "completion tokens per step": OurValue("completion_per_step", "mean", count),
    "success rate": OurValue("won", "mean"),
    "progress rate": OurValue("score", "mean"),
    "steps": OurValue("steps_or_limit", "mean", tenths),
    "context ratio": OurValue("context", "ratio"),
    "run time ratio": OurValue("run_time", "ratio"),
    "W of progress": OurValue("score", "w", tenths),
    "p of progress": OurValue("score", "p", probability),
    "W of steps": OurValue("steps_or_limit", "w", tenths),
    "p of steps": OurValue("steps_or_limit", "p", probability),
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
        yield name, _value(figure), MEASURES[figure.measure].form(own), _top3(figure, model, card)
    if not ours:
        yield figure.arm, _value(figure), "", ""


def _value(figure: Figure) -> str:
    return "" if figure.value is None else MEASURES[figure.measure].form(figure.value)


def _has_number(figure: Figure, card: Scorecard) -> bool:
    return figure.value is not None or any(value is not None for value in _ours(figure, card).values())


def _described(figure: Figure) -> str:
    against = "against" if MEASURES[figure.measure].is_test else "to"
    measure = f"{figure.measure} {against} {figure.relative_to}" if figure.relative_to else figure.measure
    return ", ".join(filter(None, (measure, figure.statistic)))


def _source(figure: Figure) -> str:
    steps = counted(figure.max_steps, "step") if figure.max_steps else None
    return ", ".join(filter(None, (figure.source, figure.model, steps)))


def _ours(figure: Figure, card: Scorecard) -> dict[str | None, float | None]:
    """Our value of the same measure, arm and games, by model; empty if the card has none.

    A figure over several games is compared with the mean over these games; a test, with the test over all pairs.
    """
    found = _by_game(figure, card)
    if figure.units and not MEASURES[figure.measure].is_test:
        over_all = {model: [values.get(game) for game in figure.units] for model, values in found.items()}
        known = {model: [value for value in values if value is not None] for model, values in over_all.items()}
        return {model: mean(values) for model, values in known.items() if len(values) == len(figure.units)}
    if figure.units and {row.unit for row in card.rows} != set(figure.units):
        return {}
    return {model: values[figure.unit] for model, values in found.items() if figure.unit in values}


def _by_game(figure: Figure, card: Scorecard) -> dict[str | None, dict[str | None, float | None]]:
    """Our values by model, then by game (None: all games)."""
    found: dict[str | None, dict[str | None, float | None]] = {}
    ours = MEASURES[figure.measure]
    for row in (*card.rows, *card.overall):
        if row.arm == figure.arm and figure.relative_to is None:
            found.setdefault(row.model, {})[row.unit] = row.mean(ours.metric)
    for each in card.compared(ours.metric):
        if (each.arm, each.baseline) == (figure.arm, figure.relative_to):
            found.setdefault(each.model, {})[each.unit] = getattr(each, ours.field)
    return found


def _top3(figure: Figure, model: str | None, card: Scorecard) -> str:
    """Our mean of the best three of five, if the figure is a score."""
    rows = (*card.rows, *card.overall) if figure.measure == "normalized score" else ()
    found = (row for row in rows if (row.arm, row.unit, row.model) == (figure.arm, figure.unit, model))
    return score(next((row.mean("top3") for row in found), None), "")
