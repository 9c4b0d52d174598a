"""The tables of comparisons with the baseline."""

from __future__ import annotations

from collections.abc import Callable

from ariadne.evaluate.card import Paired, Scorecard
from ariadne.evaluate.known import known
from ariadne.evaluate.sections.cells import count, interval, probability, score, signed, tenths
from ariadne.evaluate.sections.section import Line, Name, Section, by_game, grouped

COLUMNS = ("", "diff", "95 %", "p", "Holm", "known", "for 0.1")
"""Of a table with the lines of `line`."""
PAIR = "game"
"""What is paired on a scorecard of games: a game with its seed."""
WORDS = frozenset({0, COLUMNS.index("known")})


def line(who: str, each: Paired, form: Callable[[float | None], str], pair: str) -> Line:
    """A comparison.

    Args:
        form: how a difference reads. `pair`: what is paired, one of them.
    """
    return (
        who,
        form(each.difference),
        interval(each.ci95, form),
        probability(each.p),
        probability(each.p_holm),
        known(each, pair),
        count(each.needed),
    )


def remark(comparisons: int, pair: str) -> str:
    """What the columns of `line` mean."""
    return (
        f"Paired by {pair}; p is of the Wilcoxon signed-rank test, Holm is p corrected for all {comparisons} "
        f"comparisons. For 0.1 is how many {pair}s it would take to see a difference of 0.1 in four of five studies, "
        "judged by the spread of the differences here."
    )


def scores(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Compared with {card.baseline}",
        COLUMNS,
        grouped(by_game(card.comparisons), lambda each: line(name(each), each, signed, PAIR)),
        f"Differences of normalized scores. {remark(len(card.comparisons), PAIR)}",
        WORDS,
    )


def efficiency(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Success, steps, context and time, compared with {card.baseline}",
        ("", "success", "steps", "W", "p", "context", "time"),
        grouped(
            by_game(card.comparisons),
            lambda each: (
                name(each),
                signed(each.success_difference),
                signed(each.steps_difference, 1),
                tenths(each.steps_w),
                probability(each.steps_p),
                score(each.context_ratio),
                score(each.run_time_ratio),
            ),
        ),
        "Differences of success, and of steps (the limit where a game was not won) with W and p of the Wilcoxon "
        "signed-rank test, not corrected; context and time as multiples.",
    )


def prices(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Price of a step, as a multiple of that of {card.baseline}",
        ("", "all steps", "last quarter"),
        grouped(
            by_game(card.comparisons),
            lambda each: (
                (name(each), score(each.price_ratio), score(each.late_price_ratio))
                if each.price_ratio is not None
                else None
            ),
        ),
        "On the game instances that both finished.",
    )
