"""The verdict of a scorecard, in sentences: who did better than whom beyond chance, and what it took.

It is told from the scorecard's own paired comparisons, whatever it is of. A difference is one beyond chance if the p of
its test is below 0.05 after Holm's correction for all comparisons of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ariadne.evaluate.card import Paired
from ariadne.evaluate.overtaking import Overtaking
from ariadne.evaluate.sections.cells import probability, tenths
from ariadne.evaluate.statistics import CONFIDENCE
from ariadne.gather import gathered
from ariadne.text import counted


@dataclass(frozen=True)
class Words:
    """How a kind of scorecard speaks.

    Attributes:
        said: what somebody with a value did, such as `scored {}`. `form`: how a value reads.
        pair: what is paired. `everywhere`: all places together.
        price: what the baseline took, beside others: `a step of {} cost {}`.
    """

    said: str
    form: Callable[[float | None], str]
    pair: str
    everywhere: str
    price: str


@dataclass(frozen=True)
class Standing:
    """What somebody came to in a place; None is everywhere."""

    place: str | None
    who: str
    value: float | None


@dataclass(frozen=True)
class Contest:
    """Somebody against the baseline, in a place; None is everywhere.

    Attributes:
        price: of a step, or of a question, as a multiple of the baseline's; None where either asked nothing.
        overtaking: from which step on the baseline costs less, if it cost more before.
    """

    place: str | None
    who: str
    baseline: str
    paired: Paired
    price: float | None
    overtaking: Overtaking | None = None

    @property
    def differs(self) -> bool:
        """Whether it is beyond chance that they do not do equally well."""
        return self.paired.p_holm is not None and self.paired.p_holm < 1 - CONFIDENCE

    @property
    def is_better(self) -> bool:
        """Whether it is the baseline that has less."""
        return (self.paired.difference or 0) > 0


def verdict(contests: Sequence[Contest], standings: Sequence[Standing], words: Words) -> list[str]:
    """Sentences: differences beyond chance first, then who cannot be told apart, then what it took.

    Args:
        contests: all comparisons of a scorecard. `standings`: what each of those came to who finished something.
    """
    if not contests:
        return list(_alone([each for each in standings if each.value is not None], words))
    whole = {(each.who, each.baseline): each for each in contests if each.place is None}
    main = [each for each in contests if each.place is None or (each.who, each.baseline) not in whole]
    tests = sum(each.paired.p is not None for each in contests)
    teller = _Teller(words, "p" if tests == 1 else "Holm's p")
    beyond = [
        *(each for each in main if each.differs),
        *(each for each in contests if each.differs and each not in main and _is_news(each, whole)),
    ]
    return [
        *map(teller.difference, beyond),
        *teller.likeness([each for each in main if not each.differs]),
        *teller.prices(main),
        *teller.overtakings(contests),
    ]


def _is_news(contest: Contest, whole: dict[tuple[str, str], Contest]) -> bool:
    """Whether what differs in a place is not what is told of all places."""
    over_all = whole[contest.who, contest.baseline]
    return not over_all.differs or over_all.is_better != contest.is_better


def _alone(standings: Sequence[Standing], words: Words) -> Iterator[str]:
    """Where there is no comparison."""
    if len({each.who for each in standings}) == 1:
        for each in standings:
            said = words.said.format(words.form(each.value))
            yield f"{_where(each.place, words)} {each.who} {said}; there is nobody to compare it with."
    elif standings:
        yield f"Nothing can be compared: no two finished the same {words.pair}."
    else:
        yield "Nothing that has a score is finished yet."


def _where(place: str | None, words: Words) -> str:
    return f"Over {words.everywhere}" if place is None else f"On {place}"


@dataclass(frozen=True)
class _Teller:
    """Says sentences; `probability` is what their p is called."""

    words: Words
    probability: str

    def difference(self, contest: Contest) -> str:
        """One that is beyond chance: who does better comes first."""
        paired = contest.paired
        sides = [(contest.who, paired.mean, paired.better), (contest.baseline, paired.baseline_mean, paired.worse)]
        (who, value, better), (other, less, worse) = sides if contest.is_better else sides[::-1]
        said = self.words.said.format(self.words.form(value))
        how_often = self._counts(better, worse, paired)
        return (
            f"{_where(contest.place, self.words)} {who} {said}, {other} {self.words.form(less)}: {how_often}, "
            f"{self._p(paired)}."
        )

    def likeness(self, contests: Sequence[Contest]) -> Iterator[str]:
        """Those that chance alone may have made, a sentence for each baseline and place."""
        for (place, baseline), group in _by_baseline(contests):
            others = _listed([f"{each.who} ({self._beside(each.paired)})" for each in group])
            yield f"{_where(place, self.words)} {baseline} does not differ beyond chance from {others}."

    def prices(self, contests: Sequence[Contest]) -> Iterator[str]:
        """What the baseline took, of those that took anything."""
        for (place, baseline), group in _by_baseline([each for each in contests if each.price]):
            ratios = _listed([f"{_times(1 / each.price)} {each.who}'s" for each in group if each.price])
            yield f"{_where(place, self.words)} {self.words.price.format(baseline, ratios)}."

    def overtakings(self, contests: Sequence[Contest]) -> Iterator[str]:
        """From when on the baseline costs less than others, of the games that last so long."""
        for each in contests:
            if each.place is not None and (found := each.overtaking):
                yield (
                    f"{_where(each.place, self.words)} a step of {each.baseline} costs less than one of {each.who} "
                    f"from step {found.step} on; at step {found.last} {found.ratio:.2g} of it."
                )

    def _beside(self, paired: Paired) -> str:
        """Baseline first, as the sentence has it."""
        values = f"{self.words.form(paired.baseline_mean)} to {self.words.form(paired.mean)}"
        pairs = counted(paired.pairs, self.words.pair)
        if paired.p is None:
            return f"{values} on {pairs}, too few for a test"
        if paired.equal == paired.pairs:
            return f"{values}, equal on all {pairs}"
        return f"{values}, {self._counts(paired.worse, paired.better, paired)}, {self._p(paired)}"

    def _counts(self, better: int, worse: int, paired: Paired) -> str:
        told = [f"{how} on {number}" for how, number in (("better", better), ("worse", worse)) if number]
        return f"{' and '.join(told)} of {counted(paired.pairs, self.words.pair)}"

    def _p(self, paired: Paired) -> str:
        value = probability(paired.p_holm)
        return f"{self.probability} {value}" if value.startswith("<") else f"{self.probability} = {value}"


def _by_baseline(contests: Sequence[Contest]) -> Iterator[tuple[tuple[str | None, str], list[Contest]]]:
    """Contests by place and baseline, those of all places first."""
    ordered = sorted(contests, key=lambda each: (each.place is not None, each.place or ""))
    yield from gathered(((each.place, each.baseline), each) for each in ordered).items()


def _times(ratio: float) -> str:
    return f"{ratio:.2g} of" if ratio < 0.995 else f"{tenths(ratio)} times"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
