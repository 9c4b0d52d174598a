"""The verdict of a scorecard in sentences: which arm does better, what is uncertain, and what each cost.

Every sentence states a paired comparison of the scorecard, in the phrases of `known.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from ariadne.evaluate.card import Comparison, Scorecard
from ariadne.evaluate.known import chance, differs, ends, known, told, turned
from ariadne.evaluate.overtaking import overtaking
from ariadne.evaluate.results import Experiment
from ariadne.evaluate.sections.cells import tenths
from ariadne.evaluate.sections.section import Name, namer
from ariadne.gather import gathered


def verdict(card: Scorecard, experiment: Experiment) -> list[str]:
    """Return sentences for each metric that the card is judged by: differences beyond chance, then what is uncertain,
    then what each arm cost."""
    metrics = dict.fromkeys(card.judged_by.values())
    return [said for metric in metrics for said in _Teller(card, metric, experiment).sentences()]


@dataclass(frozen=True)
class _Teller:
    card: Scorecard
    metric: str
    experiment: Experiment

    def sentences(self) -> list[str]:
        contests = self._of(self.metric)
        if not contests:
            return list(self._alone())
        whole = {each.players[1:]: each for each in contests if each.unit is None}
        main = [each for each in contests if each.unit is None or each.players[1:] not in whole]
        beyond = [
            *(each for each in main if differs(each)),
            *(each for each in contests if each not in main and _is_news(each, whole[each.players[1:]])),
        ]
        return [
            *map(self._difference, beyond),
            *self._likeness([each for each in main if not differs(each)]),
            *self._prices({each.players for each in main}),
            *self._overtakings(contests),
        ]

    @property
    def _name(self) -> Name:
        return namer(self.card.rows)

    def _of(self, metric: str) -> list[Comparison]:
        """The comparisons of a metric on the units that are judged by this verdict's metric."""
        judged = {unit for unit, by in self.card.judged_by.items() if by == self.metric} | {None}
        return [each for each in self.card.compared(metric) if each.unit in judged]

    def _alone(self) -> Iterator[str]:
        """The sentences without a comparison."""
        rows = [row for row in self.card.rows if self.card.judged_by[row.unit or ""] == self.metric]
        several = self.card.overall and len({row.unit for row in rows}) > 1
        found = [row for row in (self.card.overall if several else rows) if row.mean(self.metric) is not None]
        if len({self._name(row) for row in found}) == 1:
            for row in found:
                result = self._phrase(row.mean(self.metric))
                yield f"{self._where(row.unit)} {self._name(row)} {result}; there is nothing to compare it with."
        elif found:
            yield f"Nothing can be compared: no {self.experiment.pair} was finished by two."
        else:
            yield "Nothing with a score has finished yet."

    def _phrase(self, value: float | None) -> str:
        return self.experiment.said.format(
            f"{self.experiment.titles.get(self.metric, '')} {self.experiment.form(value)}".strip()
        )

    def _where(self, unit: str | None) -> str:
        return f"Over {self.experiment.everywhere}" if unit is None else f"On {unit}"

    def _difference(self, contest: Comparison) -> str:
        """A difference beyond chance, with the better arm first."""
        each = contest if (contest.difference or 0) > 0 else turned(contest)
        form = self.experiment.form
        name = "p" if sum(other.p is not None for other in self._of(self.metric)) == 1 else "Holm's p"
        return (
            f"{self._where(each.unit)} {self._name(each)} {self._phrase(each.mean)}, {self._name(each.other)} "
            f"{form(each.baseline_mean)}: {form(each.difference)} more ({ends(each, form)}), "
            f"{known(each, self.experiment.pair)}, {chance(each, name)}."
        )

    def _likeness(self, contests: Sequence[Comparison]) -> Iterator[str]:
        """Differences that may be chance: one sentence for all with the same unit, baseline and finding."""
        form = self.experiment.form
        for (unit, baseline), group in self._by_baseline(contests):
            alike = gathered((told(each, self.experiment.pair, form), each) for each in group)
            for said, same in alike.items():
                others = _listed(
                    [f"{self._name(each)} ({form(each.mean)} against {form(each.baseline_mean)})" for each in same]
                )
                yield f"{self._where(unit)} {others} beside {baseline}: {said}."

    def _prices(self, told_of: Set[tuple[object, ...]]) -> Iterator[str]:
        """The baseline's cost, as multiples of the others'."""
        paid = [each for each in self._of(self.experiment.price_metric) if each.players in told_of]
        for (unit, baseline), group in self._by_baseline([each for each in paid if each.ratio]):
            ratios = _listed([f"{_times(1 / each.ratio)} {self._name(each)}'s" for each in group if each.ratio])
            yield f"{self._where(unit)} {self.experiment.price.format(baseline, ratios)}."

    def _overtakings(self, contests: Sequence[Comparison]) -> Iterator[str]:
        """The steps from which the baseline costs less for good, if it cost more before."""
        prices = {(row.unit, row.arm, row.model): [at.price for at in row.by_step] for row in self.card.rows}
        for each in contests:
            ours, theirs = (prices.get((each.unit, who.arm, who.model), []) for who in (each.other, each))
            if found := overtaking(ours, theirs):
                yield (
                    f"{self._where(each.unit)} a step of {self._name(each.other)} costs less than one of "
                    f"{self._name(each)} from step {found.step} on; at step {found.last} {found.ratio:.2g} of it."
                )

    def _by_baseline(self, contests: Sequence[Comparison]) -> Iterator[tuple[tuple[str | None, str], list[Comparison]]]:
        """Comparisons by unit and baseline; those over all units come first."""
        ordered = sorted(contests, key=lambda each: (each.unit is not None, each.unit or ""))
        yield from gathered(((each.unit, self._name(each.other)), each) for each in ordered).items()


def _is_news(contest: Comparison, whole: Comparison) -> bool:
    """Whether a difference on one unit shows something else than the one over all units."""
    is_opposite = ((whole.difference or 0) > 0) != ((contest.difference or 0) > 0)
    return differs(contest) and (not differs(whole) or is_opposite)


def _times(ratio: float) -> str:
    return f"{ratio:.2g} of" if ratio < 0.995 else f"{tenths(ratio)} times"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
