"""All tables of a scorecard, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ariadne.evaluate.card import Comparison, Row, Scorecard
from ariadne.evaluate.overtaking import overtaking
from ariadne.evaluate.sections import of_comparisons, of_rows
from ariadne.evaluate.sections.by_step import by_step
from ariadne.evaluate.sections.cells import score
from ariadne.evaluate.sections.of_published import published
from ariadne.evaluate.sections.section import ALL_GAMES, Name, Section, by_game
from ariadne.evaluate.tables import Page, bounds, defused, plain
from ariadne.evaluate.verdict import Contest, Standing, Words, verdict
from ariadne.text import counted


def page(card: Scorecard) -> Page:
    """What people read of a scorecard; among its rows those of all games come last, with an empty `game`."""
    rows = [dict(_flat(row)) for row in (*card.rows, *card.overall)]
    return Page(card, _verdict(card), headline(card), list(sections(card)), card.notes, card.runs, rows)


def _verdict(card: Scorecard) -> list[str]:
    name = namer(card)
    several = len({row.game for row in card.rows}) > 1

    def contest(each: Comparison) -> Contest:
        base = next(row for row in card.overall if (row.name, row.model) == (each.baseline, each.baseline_model))
        ours, theirs = (
            _prices(card, each.game, who) for who in ((each.baseline, each.baseline_model), (each.name, each.model))
        )
        return Contest(each.game, name(each), name(base), each, each.price_ratio, overtaking(ours, theirs))

    return verdict(
        [contest(each) for each in card.comparisons],
        [Standing(row.game, name(row), row.mean) for row in (card.overall if several else card.rows)],
        Words("scored {}", score, of_comparisons.PAIR, ALL_GAMES, "a step of {} cost {}"),
    )


def _prices(card: Scorecard, game: str | None, who: tuple[str, str | None]) -> list[float | None]:
    """The price of each step in a game, for an agent with its model."""
    rows = (row for row in card.rows if row.game == game and (row.name, row.model) == who)
    return [at.price for row in rows for at in row.by_step]


def headline(card: Scorecard) -> str:
    """What the scorecard is of, in a sentence."""
    games = {row.game for row in card.rows}
    ends = ((number, name) for name in ("failed", "unfinished", "stopped", "left") if (number := getattr(card, name)))
    rest = "".join(f", {number} {name}" for number, name in ends)
    versions = ", ".join(f"{name} {' and '.join(numbers)}" for name, numbers in card.versions.items())
    return f"{counted(card.episodes, 'episode')} of {counted(len(games), 'game')}, {card.finished} finished{rest}" + (
        f"; {versions}" if versions else ""
    )


def sections(card: Scorecard) -> Iterator[Section]:
    """The tables of a scorecard; one that would say nothing is left out."""
    rows = by_game(card.rows, card.overall)
    name = namer(card)
    for section in (
        of_rows.scores(rows, name),
        of_rows.success(rows, name),
        *by_step(rows, name),
        of_rows.quarters(rows, name),
        of_rows.effort(rows, name),
        of_rows.tokens(rows, name),
        of_rows.kinds(rows, name),
        of_rows.graphs(rows, name),
        of_rows.attempts(rows, name),
        of_rows.failures(rows, name),
        of_comparisons.scores(card, name),
        of_comparisons.efficiency(card, name),
        of_comparisons.prices(card, name),
        *published(card),
    ):
        if section.groups:
            yield section


def namer(card: Scorecard) -> Name:
    """What arms are called; names tell the model where there are several."""
    if len({row.model for row in card.rows if row.model}) < 2:
        return lambda who: who.name
    return lambda who: f"{who.name} · {who.model}" if who.model else who.name


def _flat(row: Row) -> Iterator[tuple[str, Any]]:
    """What is nested becomes columns, but for the series by step."""
    for name, value in row.model_dump(mode="json").items():
        yield from _columns(name, value)


def _columns(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The columns that a field of a row becomes."""
    if name.endswith("ci95"):
        yield from bounds(name, value)
    elif name == "seeds":
        yield name, " ".join("unknown" if seed is None else str(seed) for seed in value)
    elif name == "kinds":
        for kind in value:
            prefix = f"kind_{plain(kind.pop('kind'))}"
            yield from ((f"{prefix}_{field}", number) for field, number in kind.items())
    elif name == "quarters":
        for quarter in value:
            prefix = f"quarter_{quarter.pop('quarter')}"
            yield from (pair for field, number in quarter.items() for pair in _columns(f"{prefix}_{field}", number))
    elif name == "attempts":
        yield from ((f"attempt_{attempt['attempt']}_mean", attempt["mean"]) for attempt in value)
    elif name == "by_step":
        return
    elif name in ("tokens", "late", "graph"):
        yield from ((f"{name}_{field}", number) for field, number in (value or {}).items())
    elif isinstance(value, str):
        yield name, defused(value)
    else:
        yield name, value
