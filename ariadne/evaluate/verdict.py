"""The verdict of a scorecard, in sentences: who did better than whom, what cannot be told, and what it took.

It is told from the scorecard's own paired comparisons, whatever it is of, in the words of `known.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ariadne.evaluate.card import Paired
from ariadne.evaluate.known import Form, chance, differs, ends, known, told, turned
from ariadne.evaluate.overtaking import Overtaking
from ariadne.evaluate.sections.cells import tenths
from ariadne.gather import gathered


@dataclass(frozen=True)
class Words:
    """How a kind of scorecard speaks.

    Attributes:
        said: what somebody with a value did, such as `scored {}`. `form`: how a value reads.
        pair: what is paired, one of them. `everywhere`: all places together.
        price: what the baseline took, beside others: `a step of {} cost {}`.
    """

    said: str
    form: Form
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
        return differs(self.paired)

    @property
    def is_better(self) -> bool:
        """Whether it is the baseline that has less."""
        return (self.paired.difference or 0) > 0


def verdict(contests: Sequence[Contest], standings: Sequence[Standing], words: Words) -> list[str]:
    """Sentences: differences beyond chance first, then those that were not seen or cannot be told, then what it took.

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
        who, other, paired = contest.who, contest.baseline, contest.paired
        if not contest.is_better:
            who, other, paired = other, who, turned(paired)
        form = self.words.form
        return (
            f"{_where(contest.place, self.words)} {who} {self.words.said.format(form(paired.mean))}, "
            f"{other} {form(paired.baseline_mean)}: {form(paired.difference)} more ({ends(paired, form)}), "
            f"{known(paired, self.words.pair)}, {chance(paired, self.probability)}."
        )

    def likeness(self, contests: Sequence[Contest]) -> Iterator[str]:
        """Those that chance alone may have made; of a baseline and place, what is known alike in one sentence."""
        for (place, baseline), group in _by_baseline(contests):
            alike = gathered((told(each.paired, self.words.pair, self.words.form), each) for each in group)
            for said, same in alike.items():
                others = _listed([f"{each.who} ({self._values(each.paired)})" for each in same])
                yield f"{_where(place, self.words)} {others} beside {baseline}: {said}."

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

    def _values(self, paired: Paired) -> str:
        return f"{self.words.form(paired.mean)} to {self.words.form(paired.baseline_mean)}"


def _by_baseline(contests: Sequence[Contest]) -> Iterator[tuple[tuple[str | None, str], list[Contest]]]:
    """Contests by place and baseline, those of all places first."""
    ordered = sorted(contests, key=lambda each: (each.place is not None, each.place or ""))
    yield from gathered(((each.place, each.baseline), each) for each in ordered).items()


def _times(ratio: float) -> str:
    return f"{ratio:.2g} of" if ratio < 0.995 else f"{tenths(ratio)} times"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
