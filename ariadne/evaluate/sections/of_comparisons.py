"""The tables of comparisons with the baseline."""

from __future__ import annotations

from ariadne.evaluate.card import Comparison, Scorecard
from ariadne.evaluate.known import known
from ariadne.evaluate.results import Experiment
from ariadne.evaluate.sections.cells import Form, count, interval, probability, score, signed, tenths
from ariadne.evaluate.sections.section import Name, Section, by_unit, table


def compared(
    title: str, card: Scorecard, experiment: Experiment, metric: str, name: Name, form: Form = signed, remark: str = ""
) -> Section:
    """The table of paired differences in a metric, the same for every kind of scorecard; `form` formats one."""
    comparisons, pair = card.compared(metric), experiment.pair
    return table(
        title,
        by_unit(comparisons, everywhere=experiment.everywhere),
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


def efficiency(card: Scorecard, name: Name) -> Section:
    def other(metric: str, each: Comparison) -> Comparison | None:
        return next((one for one in card.compared(metric) if one.players == each.players), None)

    def ratio(metric: str, each: Comparison) -> str:
        found = other(metric, each)
        return score(found.ratio if found else None)

    return table(
        f"Success, steps, context and time, compared with {card.baseline}",
        by_unit(card.compared("steps_or_limit")),
        [
            ("", name),
            ("success", lambda each: signed(found.difference if (found := other("won", each)) else None)),
            ("steps", lambda each: signed(each.difference, 1)),
            ("W", lambda each: tenths(each.w)),
            ("p", lambda each: probability(each.p)),
            ("context", lambda each: ratio("context", each)),
            ("time", lambda each: ratio("run_time", each)),
        ],
        "Differences of success and of steps (the limit if not won), with W and p of the Wilcoxon signed-rank test, "
        "not corrected. Context and time are ratios.",
    )


def prices(card: Scorecard, name: Name) -> Section:
    late = {each.players: each.ratio for each in card.compared("late_price_per_step")}
    return table(
        f"Price of a step, as a multiple of that of {card.baseline}",
        by_unit(card.compared("price_per_step")),
        [
            ("", name),
            ("all steps", lambda each: score(each.ratio)),
            ("last quarter", lambda each: score(late.get(each.players))),
        ],
        "On the game instances that both finished.",
        when=lambda each: each.ratio,
    )
