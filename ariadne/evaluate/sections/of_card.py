"""What people read of a scorecard of games: its verdict and its tables, in order."""

from __future__ import annotations

from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.scorecard import GAMES
from ariadne.evaluate.sections import of_comparisons, of_rows
from ariadne.evaluate.sections.by_step import by_step
from ariadne.evaluate.sections.of_published import published
from ariadne.evaluate.sections.section import by_unit, namer
from ariadne.evaluate.tables import ScorecardPage
from ariadne.text import counted


def page(card: Scorecard) -> ScorecardPage:
    """The scorecard as a page."""
    rows, name = by_unit(card.rows, card.overall), namer(card.rows)
    sections = (
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
        of_comparisons.compared(
            f"Compared with {card.baseline}", card, GAMES, "score", name, remark="Differences of normalized scores. "
        ),
        of_comparisons.efficiency(card, name),
        of_comparisons.prices(card, name),
        *published(card),
    )
    ends = ((number, name) for name in of_rows.ENDS if (number := card.total(name)))
    rest = "".join(f", {number} {name}" for number, name in ends)
    games = counted(len(card.judged_by), "game")
    scope = f"{counted(card.begun, 'episode')} of {games}, {card.total('finished')} finished{rest}"
    return ScorecardPage(card, GAMES, scope, sections)
