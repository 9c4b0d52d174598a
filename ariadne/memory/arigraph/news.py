"""What newer and older texts tell of the same as a part of a text that may answer a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.lexical import terms

if TYPE_CHECKING:
    from ariadne.memory.arigraph.features import Candidate

Floats = NDArray[np.float64]

_AS_FIT = 0.05
_SHARED = 0.5
_CHANGES = frozenset(
    "now instead new no longer moved changed switched replaced left quit over since anymore these days until postponed"
    " put back off raised rose dropped went up down stepped gave given swapped took taken sold renamed became turned"
    " retired resigned cancelled scrapped fell rather actually after relocated transferred traded exchanged shifted"
    " delayed rescheduled pushed extended shortened increased decreased reduced lowered cut updated revised altered"
    " adjusted amended corrected converted upgraded downgraded promoted demoted succeeded".split()
)
"""Words with which news is told, most of them of much else, too."""

_LEAVING = (
    r"left|leav(?:es?|ing)|sold|sells?|selling|drop(?:s|ped)?|scrap(?:s|ped)?|quits?|swap(?:s|ped)?"
    r"|trad(?:es?|ed|ing)(?: in)?|exchang(?:es?|ed|ing)"
    r"|g[ai]v(?:e|es|en|ing) (?:up|away)|lost|replac\w+|stop(?:s|ped|ping)?"
)
_THEIRS = r"\s+(?:(?:the|an?|her|his|its|their|my|our|being|taking|using)\s+)?$"
_OVER = re.compile(
    r"\b(?:from|instead of|rather than|not|never|no longer|no more|used to be|off|out of|tired of|sick of|without|than"
    rf"|{_LEAVING}){_THEIRS}",
    re.IGNORECASE,
)
_LEFT = re.compile(rf"\b({_LEAVING}){_THEIRS}", re.IGNORECASE)


_ENDED = re.compile(
    r"\s+(?:(?:has|have|had|is|was|were|got)\s+)?(?:(?:just|now|since|finally|already)\s+)?(?:been\s+)?"
    r"(resigned|retired|stepped (?:down|aside|back)|stood down|left|quit|died|passed away|replaced|succeeded"
    r"|no longer|cancel+ed|called off|sold|scrapped|discontinued|closed|gone|sacked|fired|handed"
    r"|moved (?:out|on|away)|gave (?:up|it))\b"
)


def is_over(before: str, after: str = "") -> bool:
    """Whether what stands before or after a part of a sentence tells that it is so no more: `sold the`, `from`, or
    `stepped down`."""
    return bool(_OVER.search(before) or _ENDED.match(after))


def ending(before: str, after: str = "") -> str:
    """The verb before or after a part of a sentence by which it is so no more; empty if there is none."""
    found = _LEFT.search(before) or _ENDED.match(after)
    return found[1] if found else ""


def changes(said: str) -> int:
    """How many different words a text has with which news is told."""
    return len(_CHANGES.intersection(re.findall(r"\w+", said.lower())))


@dataclass(frozen=True)
class Nearness:
    """How near the candidates of a question, n of them, are to it and to each other, as cosines.

    Attributes:
        clause, sentence, context: of their clauses, their sentences, and these with the one before, to the question,
            shape (n,). `filled`: of their sentences to the question with them in place of what asks.
        parts, sentences: of each to each other, shape (n, n), and of their sentences.
    """

    clause: Floats
    filled: Floats
    context: Floats
    sentence: Floats
    parts: Vectors
    sentences: Vectors


class News:
    """What the texts of a question say of the same with other spans, before and after.

    Args:
        said: the texts, the oldest first.
        fit: how far each candidate is what is asked for, shape (n,). `asked`: what share of it the question says.
        own: the stems of each.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        said: Sequence[str],
        fit: Floats,
        asked: Floats,
        own: Sequence[frozenset[str]],
        nearness: Nearness,
    ) -> None:
        self._fit, self._near = fit, nearness
        self._texts = np.array([each.sentence.text for each in candidates])
        self._places = np.array([each.sentence.place for each in candidates])
        self._may_answer = asked < _SHARED
        numbers = {stems: number for number, stems in enumerate(dict.fromkeys(own))}
        self._own = np.array([numbers[stems] for stems in own])
        self._named = self._naming(candidates, said, own)
        self._changes = np.minimum([changes(each.sentence.said) for each in candidates], 2) / 2

    def gone(self, at: int) -> float:
        """How near and how fit another span of a newer sentence is whose text names this one, too."""
        newer = self._others(at) & self._as_fit(at) & self._newer(at) & self._named[at]
        return float((self._near.context * self._fit)[newer].max(initial=0.0))

    def later(self, at: int) -> float:
        """How near and how fit another span of a newer sentence is, as far as it is like this one."""
        newer = self._others(at) & self._newer(at)
        return float((self._near.context * self._fit * self._near.parts[at])[newer].max(initial=0.0))

    def news(self, at: int) -> float:
        """How near the nearest older sentence is of whose span, as fit, this text speaks with words of change."""
        older = self._others(at) & self._as_fit(at) & self._older(at) & self._named[:, at]
        return float(self._near.context[older].max(initial=0.0) * self._changes[at])

    def follows(self, at: int) -> float:
        """How near an older sentence is to the question, as far as this one is like it."""
        return float((self._near.sentence * self._near.sentences[at])[self._older(at)].max(initial=0.0))

    def _newer(self, at: int) -> NDArray[np.bool_]:
        is_after = (self._texts == self._texts[at]) & (self._places > self._places[at])
        found: NDArray[np.bool_] = (self._texts > self._texts[at]) | is_after
        return found

    def _older(self, at: int) -> NDArray[np.bool_]:
        is_before = (self._texts == self._texts[at]) & (self._places < self._places[at])
        found: NDArray[np.bool_] = (self._texts < self._texts[at]) | is_before
        return found

    def _naming(
        self, candidates: Sequence[Candidate], said: Sequence[str], own: Sequence[frozenset[str]]
    ) -> NDArray[np.bool_]:
        """Whether each span is named where another one stands: in its text, or in its sentence where both are of one
        text; shape (n, n)."""
        texts = [frozenset(terms(text)) for text in said]
        sentences = [frozenset(terms(each.sentence.said)) for each in candidates]
        in_text = np.array([[_names(text, stems) for text in texts] for stems in own])[:, self._texts]
        in_sentence = np.array([[_names(sentence, stems) for sentence in sentences] for stems in own])
        return np.where(self._texts[:, None] == self._texts, in_sentence, in_text)

    def _others(self, at: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (self._own != self._own[at]) & self._may_answer
        return found

    def _as_fit(self, at: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self._fit >= self._fit[at] - _AS_FIT
        return found


def _names(text: frozenset[str], span: frozenset[str]) -> bool:
    """Whether a text has half of the words of a span, by their stems."""
    return bool(span) and len(span & text) / len(span) >= _SHARED
