"""The parts of some texts that may answer a question, the likeliest first: by a sum of what speaks for each
(`features.py`), whose weights were fitted, by `benchmarks/fit_passages.py`, on notebooks that contradict themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.memory.arigraph.features import Candidate, Features, Floats, Matcher, Source, sentences_of
from ariadne.memory.arigraph.names import key_of


class Ranking:
    """The spans that may answer a question, with what speaks for each.

    Attributes:
        candidates, features: shape (candidates, features).
    """

    def __init__(self, candidates: Sequence[Candidate], features: Floats, signals: Floats) -> None:
        self.candidates, self.features, self.signals = candidates, features, signals

    @classmethod
    async def of(cls, question: str, sources: Sequence[Source], texts: TextCache) -> Ranking:
        """The ranking of what texts, the oldest first, say."""
        matcher = Matcher(question, texts)
        said = [source.said for source in sources]
        sentences = await matcher.nearest(sentences_of(said)) if matcher.may_be_answered else []
        candidates = [
            each
            for sentence in sentences
            for each in matcher.candidates(sentence)
            if sources[sentence.text].may_answer(each.span)
        ]
        candidates = matcher.of_the_same(candidates)
        if not candidates:
            return cls((), np.zeros((0, len(fields(Features)))), np.zeros((0, 4)))
        return cls(candidates, *await matcher.features(candidates, sources))

    def best(self) -> list[tuple[Candidate, float]]:
        """The candidates, each text of a span once, the best first, with how likely each answers."""
        if not self.candidates:
            return []
        scores = self.features @ np.array(astuple(WEIGHTS))
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        order = np.argsort(-scores, kind="stable")
        found: dict[tuple[str, ...], int] = {}
        for place in order.tolist():
            found.setdefault(key_of(self.candidates[place].span.text), place)
        places = list(found.values())
        after = [*scores[places][1:], scores.min()]
        said = np.array([
            [scores[at], scores[at] - next_best, shares[at], *self.signals[at]]
            for at, next_best in zip(places, after, strict=True)
        ])  # fmt: skip
        chances = 1 / (1 + np.exp(-(said @ np.array(CALIBRATION[:-1]) + CALIBRATION[-1])))
        return [(self.candidates[at], round(float(chance), 5)) for at, chance in zip(places, chances, strict=True)]


WEIGHTS = Features(
    clause=3.339,
    filled=4.053,
    alike=2.919,
    close=2.896,
    fit=4.128,
    kind=2.327,
    same_preposition=1.504,
    asked=-7.128,
    gone=-3.472,
    later=-6.562,
    news=2.004,
    follows=6.227,
    over=-0.507,
    named=-1.551,
    text_named=0.608,
    within=-0.714,
    around=-0.661,
    long=-1.810,
    opens=-1.294,
)
CALIBRATION = (0.322, 0.062, 1.277, 0.194, -0.024, 0.157, -0.063, -4.354)
"""What the score of the best span, its lead over the next, its share among all, how near its sentence is, the share of
the question of which its text says nothing, how near an older sentence is that it is like, and the share of its
sentence that was read as facts, tell of how likely it is right; and the bias."""
