"""The verdict of a scorecard in sentences: which arm does better, what is uncertain, and what each took.

It says nothing but what the scorecard's paired comparisons say, in the phrases of `known.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ariadne.evaluate.card import Compared, Paired
from ariadne.evaluate.known import Form, chance, differs, ends, known, told, turned
from ariadne.evaluate.overtaking import Overtaking
from ariadne.evaluate.sections.cells import tenths
from ariadne.evaluate.sections.section import At, Cell, namer
from ariadne.gather import gathered

R = TypeVar("R", bound=Cell)
C = TypeVar("C", bound=Compared)


@dataclass(frozen=True)
class Phrases:
    """The phrases of a kind of scorecard.

    Attributes:
        said: what an arm with a value did, such as `scored {}`. `form`: formats a value.
        pair: the singular of what is paired. `everywhere`: all units together.
        price: what the baseline took, besides others: `a step of {} cost {}`.
    """

    said: str
    form: Form
    pair: str
    everywhere: str
    price: str


@dataclass(frozen=True)
class ArmValue:
    """The value of an arm on a unit; over all units if `place` is None."""

    place: str | None
    arm: str
    value: float | None


@dataclass(frozen=True)
class Contest:
    """An arm against the baseline on a unit; over all units if `place` is None.

    Attributes:
        price: of a step or a question, as a multiple of the baseline's; None if either asked nothing.
        overtaking: the step from which the baseline costs less, if it cost more before.
    """

    place: str | None
    arm: str
    baseline: str
    paired: Paired
    price: float | None
    overtaking: Overtaking | None = None

    @property
    def differs(self) -> bool:
        """Whether the difference is beyond chance."""
        return differs(self.paired)

    @property
    def is_better(self) -> bool:
        """Whether the arm has more than the baseline."""
        return (self.paired.difference or 0) > 0


def verdict_of(
    rows: Sequence[R],
    comparisons: Sequence[C],
    value: Callable[[R], float | None],
    price: Callable[[C], float | None],
    words: Phrases,
    overall: Sequence[R] = (),
    overtakes: Callable[[C], Overtaking | None] = lambda each: None,
) -> list[str]:
    """Return the verdict of a scorecard.

    Args:
        value: what a row is judged by. `price`: see `Contest`. `overall`: the rows over all units.
    """
    name = namer(rows)
    several = overall and len({row.unit for row in rows}) > 1
    return verdict(
        [
            Contest(
                each.unit,
                name(each),
                name(At(each.unit, each.baseline, each.asked_of_baseline)),
                each,
                price(each),
                overtakes(each),
            )
            for each in comparisons
        ],
        [ArmValue(row.unit, name(row), value(row)) for row in (overall if several else rows)],
        words,
    )


def verdict(contests: Sequence[Contest], standings: Sequence[ArmValue], words: Phrases) -> list[str]:
    """Return sentences: differences beyond chance, then what is uncertain, then what each arm took."""
    if not contests:
        return list(_alone([each for each in standings if each.value is not None], words))
    whole = {(each.arm, each.baseline): each for each in contests if each.place is None}
    main = [each for each in contests if each.place is None or (each.arm, each.baseline) not in whole]
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
    """Whether a difference on one unit says something else than the one over all units."""
    over_all = whole[contest.arm, contest.baseline]
    return not over_all.differs or over_all.is_better != contest.is_better


def _alone(standings: Sequence[ArmValue], words: Phrases) -> Iterator[str]:
    """The sentences without a comparison."""
    if len({each.arm for each in standings}) == 1:
        for each in standings:
            said = words.said.format(words.form(each.value))
            yield f"{_where(each.place, words)} {each.arm} {said}; there is nothing to compare it with."
    elif standings:
        yield f"Nothing can be compared: no {words.pair} was finished by two."
    else:
        yield "Nothing with a score has finished yet."


def _where(place: str | None, words: Phrases) -> str:
    return f"Over {words.everywhere}" if place is None else f"On {place}"


@dataclass(frozen=True)
class _Teller:
    """Writes sentences; `probability` is the name of their p."""

    words: Phrases
    probability: str

    def difference(self, contest: Contest) -> str:
        """A difference beyond chance, with the better arm first."""
        arm, other, paired = contest.arm, contest.baseline, contest.paired
        if not contest.is_better:
            arm, other, paired = other, arm, turned(paired)
        form = self.words.form
        return (
            f"{_where(contest.place, self.words)} {arm} {self.words.said.format(form(paired.mean))}, "
            f"{other} {form(paired.baseline_mean)}: {form(paired.difference)} more ({ends(paired, form)}), "
            f"{known(paired, self.words.pair)}, {chance(paired, self.probability)}."
        )

    def likeness(self, contests: Sequence[Contest]) -> Iterator[str]:
        """Differences that may be chance: one sentence for all with the same unit, baseline and finding."""
        for (place, baseline), group in _by_baseline(contests):
            alike = gathered((told(each.paired, self.words.pair, self.words.form), each) for each in group)
            for said, same in alike.items():
                others = _listed([f"{each.arm} ({self._values(each.paired)})" for each in same])
                yield f"{_where(place, self.words)} {others} beside {baseline}: {said}."

    def prices(self, contests: Sequence[Contest]) -> Iterator[str]:
        """What the baseline took, as multiples of the others."""
        for (place, baseline), group in _by_baseline([each for each in contests if each.price]):
            ratios = _listed([f"{_times(1 / each.price)} {each.arm}'s" for each in group if each.price])
            yield f"{_where(place, self.words)} {self.words.price.format(baseline, ratios)}."

    def overtakings(self, contests: Sequence[Contest]) -> Iterator[str]:
        """The steps from which the baseline costs less."""
        for each in contests:
            if each.place is not None and (found := each.overtaking):
                yield (
                    f"{_where(each.place, self.words)} a step of {each.baseline} costs less than one of {each.arm} "
                    f"from step {found.step} on; at step {found.last} {found.ratio:.2g} of it."
                )

    def _values(self, paired: Paired) -> str:
        return f"{self.words.form(paired.mean)} to {self.words.form(paired.baseline_mean)}"


def _by_baseline(contests: Sequence[Contest]) -> Iterator[tuple[tuple[str | None, str], list[Contest]]]:
    """Contests by unit and baseline; those over all units come first."""
    ordered = sorted(contests, key=lambda each: (each.place is not None, each.place or ""))
    yield from gathered(((each.place, each.baseline), each) for each in ordered).items()


def _times(ratio: float) -> str:
    return f"{ratio:.2g} of" if ratio < 0.995 else f"{tenths(ratio)} times"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
