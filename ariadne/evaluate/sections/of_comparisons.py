"""The tables of comparisons with the baseline."""

from __future__ import annotations

from collections.abc import Callable

from ariadne.evaluate.card import Paired, Scorecard
from ariadne.evaluate.sections.cells import interval, probability, score, signed, tenths
from ariadne.evaluate.sections.section import Line, Name, Section, by_game, grouped

COLUMNS = ("", "pairs", "diff", "95 %", "p", "Holm", "+/=/-")
"""Of a table with the lines of `line`."""


def line(who: str, each: Paired, form: Callable[[float | None], str]) -> Line:
    """A comparison; `form`: how a difference reads."""
    return (
        who,
        str(each.pairs),
        form(each.difference),
        interval(each.ci95, form),
        probability(each.p),
        probability(each.p_holm),
        f"{each.better}/{each.equal}/{each.worse}",
    )


def scores(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Compared with {card.baseline}",
        ("", "pairs", "diff", "95 %", "W", "p", "Holm", "effect", "+/=/-"),
        grouped(
            by_game(card.comparisons),
            lambda each: (
                name(each),
                str(each.pairs),
                signed(each.difference),
                interval(each.ci95, signed),
                tenths(each.w),
                probability(each.p),
                probability(each.p_holm),
                signed(each.effect),
                f"{each.better}/{each.equal}/{each.worse}",
            ),
        ),
        "Differences of normalized scores on the game instances that both finished; W and p are of the Wilcoxon "
        f"signed-rank test, Holm is p corrected for all {len(card.comparisons)} comparisons, effect the rank-biserial "
        "correlation.",
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
