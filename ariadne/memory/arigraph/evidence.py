"""The parts of some texts that may answer a question, the likeliest first: by a sum of what speaks for each
(`features.py`), whose weights were fitted, by `benchmarks/fit_passages.py`, on notebooks that contradict themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.memory.arigraph.features import Candidate, Features, Floats, Matcher, Source, sentences_of
from ariadne.memory.arigraph.names import key_of, may_be_one


class Ranking:
    """The spans that may answer a question, with what speaks for each.

    Attributes:
        candidates, features: shape (candidates, features).
    """

    def __init__(self, candidates: Sequence[Candidate], features: Floats, signals: Floats) -> None:
        self.candidates, self.features, self.signals = candidates, features, signals

    @classmethod
    async def of(
        cls, question: str, sources: Sequence[Source], chains: Mapping[str, float], texts: TextCache
    ) -> Ranking:
        """The ranking of what texts, the oldest first, say.

        Args:
            chains: where chains of facts lead, each with its confidence.
        """
        matcher = Matcher(question, texts)
        said = [source.said for source in sources]
        sentences = await matcher.nearest(sentences_of(said)) if matcher.may_be_answered else []
        candidates = [
            each
            for sentence in sentences
            for each in matcher.candidates(sentence)
            if not any(may_be_one(end, each.span.text) for end in sources[sentence.text].ended)
        ]
        if not candidates:
            return cls((), np.zeros((0, len(fields(Features)))), np.zeros((0, 4)))
        return cls(candidates, *await matcher.features(candidates, sources, chains))

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
    clause=2.924,
    filled=3.653,
    alike=3.593,
    close=2.916,
    fit=4.887,
    kind=3.115,
    same_preposition=1.160,
    asked=-8.196,
    earlier=3.263,
    gone=-6.135,
    news=2.604,
    named=-1.316,
    chain=1.402,
)
CALIBRATION = (0.275, 0.054, 2.224, 0.015, -0.579, 1.050, -0.448, -4.612)
"""What the score of the best span, its lead over the next, its share among all, how near its sentence is, the share of
the question of which its text says nothing, how near an older sentence is with a span as fit, and the share of its
sentence that was read as facts, tell of how likely it is right; and the bias."""
