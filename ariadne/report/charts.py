"""The charts of a report, each with its numbers, which come from the scorecard.

Score against steps is figure 13 of the AriGraph paper, the growth of the graph its figure 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.evaluate.card import ArmResult, Figure, Interval, Scorecard
from ariadne.evaluate.overtaking import smoothed
from ariadne.evaluate.published import is_like
from ariadne.evaluate.sections.cells import NOTHING, count, money, score, tenths
from ariadne.evaluate.sections.cells import interval as both
from ariadne.evaluate.sections.section import by_unit, namer
from ariadne.report import svg

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Chart:
    """A drawing with its legend and its numbers as a table."""

    title: str
    drawing: Markup
    legend: Sequence[tuple[str, int]]
    remark: str
    columns: Sequence[str]
    lines: Sequence[Sequence[str]]


def charts(card: Scorecard) -> list[Chart]:
    """Return all charts for which the scorecard has numbers."""
    colours = {name: number for number, name in enumerate(dict.fromkeys(map(namer(card.rows), card.overall)))}
    found = [
        _scores(card, colours),
        *_progress(card, colours),
        *_lives(card, colours),
        *_graphs(card, colours),
        _tokens(card),
        _bars("Cost per episode, US dollars", card, colours, "cost_usd", money),
        _bars("Seconds per episode", card, colours, "seconds", tenths),
    ]
    return [chart for chart in found if chart]


def _scores(card: Scorecard, colours: Mapping[str, int]) -> Chart | None:
    """The mean normalized score of each arm over all games."""
    name = namer(card.rows)
    return _intervals(
        "Score",
        [
            svg.Point(name(row), colours[name(row)], mean, row.metrics["score"].ci95)
            for row in card.overall
            if (mean := row.mean("score")) is not None
        ],
    )


def _intervals(title: str, points: Sequence[svg.Point]) -> Chart | None:
    """Means with their intervals; None if there are none."""
    if not any(point.ends for point in points):
        return None
    remark = "Mean normalized scores with 95 % intervals, which resample game instances; a single instance has none."
    lines = [(point.name, score(point.value), both(point.ends)) for point in points]
    return Chart(title, svg.interval_chart(points, title), (), remark, ("", "mean", "95 %"), lines)


def _progress(card: Scorecard, colours: Mapping[str, int]) -> Iterator[Chart]:
    """Mean normalized score after each step, one chart per game."""
    name, like = namer(card.rows), is_like(card)
    for game, rows in by_unit(card.rows, card.overall):
        lines = [
            svg.ValueLine(name(row), colours[name(row)], [at.progress for at in row.by_step])
            for row in rows
            if any(at.progress is not None for at in row.by_step)
        ]
        marks = [
            svg.ReferenceLine(_published(figure), colours.get(figure.arm), figure.value)
            for figure in card.published
            if figure.measure in ("normalized score", "progress rate") and figure.unit == game
            if figure.value is not None and like(figure)
        ]
        if lines:
            title = f"Score by step: {game}"
            remark = "Normalized scores; a finished episode counts with its last."
            if marks:
                remark += f" Thin lines: published, {'; '.join(mark.name for mark in marks)}."
            yield _by_step(title, lines, remark, score, marks, top=1.0)


def _lives(card: Scorecard, colours: Mapping[str, int]) -> Iterator[Chart]:
    """Two charts per game whose life has several tasks: the length of its walks by quarter, and the price of a step."""
    name = namer(card.rows)
    for game, group in by_unit(card.rows, card.overall):
        rows = [row for row in group if row.parts("quarter_done")]
        walks = [svg.ValueLine(name(row), colours[name(row)], *zip(*_walks(row), strict=True)) for row in rows]
        prices = [
            svg.ValueLine(name(row), colours[name(row)], smoothed([at.price for at in row.by_step])) for row in rows
        ]
        if rows and game is not None:
            remark = "Commands of finished tasks, as a multiple of the fewest possible, with intervals."
            yield _by_step(f"Walks by quarter: {game}", walks, remark, score, unit="quarter")
            remark = "In uncached prompt tokens, at a provider with a prompt cache; means of twenty steps."
            yield _by_step(f"Price of a step: {game}", prices, remark, count)


def _walks(row: ArmResult) -> Iterator[tuple[float | None, Interval | None]]:
    """Each quarter's ratio and interval."""
    for quarter in row.parts("quarter_done"):
        found = row.metrics.get(f"quarter_walk_ratio.{quarter}")
        yield (found.mean, found.ci95) if found else (None, None)


def _graphs(card: Scorecard, colours: Mapping[str, int]) -> Iterator[Chart]:
    name = namer(card.rows)
    rows = [row for row in card.overall if any(at.edges is not None for at in row.by_step)]
    if not rows:
        return
    sizes = [svg.ValueLine(name(row), colours[name(row)], [at.edges for at in row.by_step]) for row in rows]
    yield _by_step(
        "Size of the graph by step", sizes, "Valid triplets; a finished episode counts with its last number.", tenths
    )
    updates = [svg.ValueLine(name(row), colours[name(row)], [at.updates for at in row.by_step]) for row in rows]
    yield _by_step(
        "Update rate by step", updates, "Triplets learned or dropped per step, over the episodes that reach it.", tenths
    )


def _by_step(
    title: str,
    lines: Sequence[svg.ValueLine],
    remark: str,
    form: Callable[[float | None], str],
    marks: Sequence[svg.ReferenceLine] = (),
    top: float | None = None,
    unit: str = "step",
) -> Chart:
    longest = max(len(line.values) for line in lines)
    numbers = [
        (str(step + 1), *(form(line.values[step]) if step < len(line.values) else NOTHING for line in lines))
        for step in range(longest)
    ]
    return Chart(
        title,
        svg.line_chart(lines, title, marks, top, unit),
        [(line.name, line.colour % svg.COLOURS) for line in lines],
        remark,
        (unit, *(line.name for line in lines)),
        numbers,
    )


def _tokens(card: Scorecard) -> Chart | None:
    """Prompt and completion tokens per step, by kind of question."""
    rows = [row for row in card.overall if row.parts("calls_per_episode")]
    if not rows:
        return None
    name = namer(card.rows)
    by_row = [{kind: _both(row, f".{kind}") for kind in row.parts("calls_per_episode")} for row in rows]
    use = sum(map(Counter, by_row), Counter[str]())
    # The most frequent kinds get one colour each; the rest share the last.
    order = [kind for kind, _ in use.most_common()]
    colours = {kind: min(place, svg.COLOURS - 1) for place, kind in enumerate(order)}
    bars = [
        svg.Bar(
            name(row),
            [(kind, colours[kind], found[kind]) for kind in order if kind in found],
            _published_tokens(row, card),
        )
        for row, found in zip(rows, by_row, strict=True)
    ]
    marks = list(dict.fromkeys(mark.name for bar in bars for mark in bar.marks))
    title = "Tokens per step, by kind of question"
    values = [(bar, {kind: value for kind, _, value in bar.parts}) for bar in bars]
    rest = ", ".join(order[svg.COLOURS :])
    return Chart(
        title,
        svg.bar_chart(bars, title),
        [(kind if place < svg.COLOURS - 1 or not rest else f"{kind}, {rest}", place)
         for place, kind in enumerate(order[: svg.COLOURS])],
        "Prompts and replies." + (f" Thin marks: published, {'; '.join(marks)}." if marks else ""),
        ("", *order, "all"),
        [(bar.name, *(count(found.get(kind)) for kind in order), count(bar.total)) for bar, found in values],
    )  # fmt: skip


def _both(row: ArmResult, of: str) -> float:
    return sum(row.mean(f"{name}_per_step{of}") or 0.0 for name in ("prompt", "completion"))


def _published_tokens(row: ArmResult, card: Scorecard) -> list[svg.ReferenceLine]:
    """Published prompt and completion tokens, added up; only where both were published."""
    found: dict[str | None, dict[str, float]] = {}
    for figure in filter(is_like(card), card.published):
        if figure.arm == row.arm and figure.value is not None and figure.measure.endswith("tokens per step"):
            found.setdefault(figure.statistic, {})[figure.measure] = figure.value
    return [
        svg.ReferenceLine(f"{row.arm} {sum(parts.values()):,.0f}{f' ({statistic})' if statistic else ''}", None,
                 sum(parts.values()))
        for statistic, parts in found.items()
        if len(parts) == 2
    ]  # fmt: skip


def _bars(
    title: str,
    card: Scorecard,
    colours: Mapping[str, int],
    metric: str,
    form: Callable[[float | None], str],
) -> Chart | None:
    """One number of each arm over all games; None if no arm has it."""
    name = namer(card.rows)
    known = [(name(row), value) for row in card.overall if (value := row.mean(metric)) is not None]
    if not any(value for _, value in known):
        return None
    bars = [svg.Bar(who, [(who, colours[who], value)]) for who, value in known]
    lines = [(name(row), form(row.mean(metric))) for row in card.overall]
    return Chart(title, svg.bar_chart(bars, title), (), "Means over all finished episodes.", ("", "mean"), lines)


def _published(figure: Figure) -> str:
    about = ", ".join(filter(None, (figure.statistic, figure.model)))
    return f"{figure.arm} {score(figure.value)}{f' ({about})' if about else ''}"
