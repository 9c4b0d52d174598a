"""The tables of comparisons with the baseline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ariadne.evaluate.card import Compared, Scorecard
from ariadne.evaluate.known import known
from ariadne.evaluate.sections.cells import count, interval, probability, score, signed, tenths
from ariadne.evaluate.sections.section import ALL_GAMES, Name, Section, by_unit, table

PAIR = "game"
"""What is paired on a scorecard of games: a game with its seed."""


def compared(
    title: str,
    comparisons: Sequence[Compared],
    name: Name,
    form: Callable[[float | None], str] = signed,
    pair: str = PAIR,
    everywhere: str = ALL_GAMES,
    remark: str = "",
) -> Section:
    """The table of paired differences, the same for every kind of scorecard.

    Args:
        form: formats a difference. `pair`: the singular of what is paired. `everywhere`: the title of all units.
    """
    return table(
        title,
        by_unit(comparisons, everywhere=everywhere),
        [
            ("", name),
            ("diff", lambda each: form(each.difference)),
            ("95 %", lambda each: interval(each.ci95, form)),
            ("p", lambda each: probability(each.p)),
            ("Holm", lambda each: probability(each.p_holm)),
            ("known", lambda each: known(each, pair)),
            ("for 0.1", lambda each: count(each.needed)),
        ],
        f"{remark}Paired by {pair}. p: Wilcoxon signed-rank test. Holm: p corrected for all {len(comparisons)} "
        f"comparisons. For 0.1: the number of {pair}s needed to see a difference of 0.1 in four of five studies, given "
        "the spread of the differences here.",
        words=frozenset({0, 5}),
    )


def scores(card: Scorecard, name: Name) -> Section:
    title = f"Compared with {card.baseline}"
    return compared(title, card.comparisons, name, remark="Differences of normalized scores. ")


def efficiency(card: Scorecard, name: Name) -> Section:
    return table(
        f"Success, steps, context and time, compared with {card.baseline}",
        by_unit(card.comparisons),
        [
            ("", name),
            ("success", lambda each: signed(each.success_difference)),
            ("steps", lambda each: signed(each.steps_difference, 1)),
            ("W", lambda each: tenths(each.steps_w)),
            ("p", lambda each: probability(each.steps_p)),
            ("context", lambda each: score(each.context_ratio)),
            ("time", lambda each: score(each.run_time_ratio)),
        ],
        "Differences of success and of steps (the limit if not won), with W and p of the Wilcoxon signed-rank test, "
        "not corrected. Context and time are ratios.",
    )


def prices(card: Scorecard, name: Name) -> Section:
    return table(
        f"Price of a step, as a multiple of that of {card.baseline}",
        by_unit(card.comparisons),
        [
            ("", name),
            ("all steps", lambda each: score(each.price_ratio)),
            ("last quarter", lambda each: score(each.late_price_ratio)),
        ],
        "On the game instances that both finished.",
        when=lambda each: each.price_ratio is not None,
    )
