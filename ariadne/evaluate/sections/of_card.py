"""What people read of a scorecard of games: its verdict and its tables, in order."""

from __future__ import annotations

from collections.abc import Iterator

from ariadne.evaluate.card import Comparison, Scorecard
from ariadne.evaluate.overtaking import Overtaking, overtaking
from ariadne.evaluate.sections import of_comparisons, of_rows
from ariadne.evaluate.sections.by_step import by_step
from ariadne.evaluate.sections.cells import score
from ariadne.evaluate.sections.of_published import published
from ariadne.evaluate.sections.section import ALL_GAMES, Section, by_unit, namer
from ariadne.evaluate.tables import ScorecardPage, flat
from ariadne.evaluate.verdict import Phrases, verdict_of
from ariadne.text import counted


def page(card: Scorecard) -> ScorecardPage:
    """The scorecard as a page. Its rows end with those over all games, whose `game` is empty."""
    rows = [flat(row, without={"by_step"}) for row in (*card.rows, *card.overall)]
    words = Phrases("scored {}", score, of_comparisons.PAIR, ALL_GAMES, "a step of {} cost {}")
    sentences = verdict_of(
        card.rows,
        card.comparisons,
        lambda row: row.mean,
        lambda each: each.price_ratio,
        words,
        card.overall,
        lambda each: _overtaking(card, each),
    )
    return ScorecardPage(card, sentences, headline(card), list(sections(card)), rows)


def _overtaking(card: Scorecard, each: Comparison) -> Overtaking | None:
    arms = (each.baseline, each.baseline_model), (each.name, each.model)
    ours, theirs = (
        [at.price for row in card.rows if row.game == each.game and (row.name, row.model) == arm for at in row.by_step]
        for arm in arms
    )
    return overtaking(ours, theirs)


def headline(card: Scorecard) -> str:
    """What the scorecard covers, in a sentence."""
    games = {row.game for row in card.rows}
    ends = ((number, name) for name in ("failed", "unfinished", "stopped", "left") if (number := getattr(card, name)))
    rest = "".join(f", {number} {name}" for number, name in ends)
    return f"{counted(card.episodes, 'episode')} of {counted(len(games), 'game')}, {card.finished} finished{rest}"


def sections(card: Scorecard) -> Iterator[Section]:
    """The tables of a scorecard that have lines."""
    rows = by_unit(card.rows, card.overall)
    name = namer(card.rows)
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
