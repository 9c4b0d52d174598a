"""Measures of answers, as in the official scripts of HotpotQA and MuSiQue, and of rankings of paragraphs."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ariadne.qa.datasets import UNKNOWN

VERDICTS = ("yes", "no", "noanswer")

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True)
class AnswerMarks:
    """Exact match and F1 of an answer, each from 0 to 1."""

    exact: float
    f1: float


def marks(said: str, answers: Sequence[str], verdicts: bool = False, contained: bool = False) -> AnswerMarks:
    """The best marks over the right answers.

    Args:
        answers: the right answer, then its aliases; at least one.
        verdicts: whether yes, no and noanswer score no F1 against any other answer, as in HotpotQA.
        contained: whether containing the right answer is exact, as in MemoryAgentBench.
    """
    each = [_against(said, answer, verdicts) for answer in answers]
    exact = max(one.exact for one in each)
    if contained:
        exact = float(any(normalized(answer) in normalized(said) for answer in answers))
    return AnswerMarks(exact, max(one.f1 for one in each))


def abstention(said: str) -> AnswerMarks:
    """Mark the answer to an unanswerable question: right if it says so, as in LoCoMo's script, else wrong."""
    right = float(any(unknown in said.lower() for unknown in UNKNOWN))
    return AnswerMarks(right, right)


def normalized(text: str) -> str:
    """Lower-case, without (ASCII) punctuation and articles, with single spaces."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def recall(ranking: Sequence[int], supporting: Collection[int], k: int) -> float:
    """The share of supporting paragraphs among the first `k` of a ranking; 1 if none is needed."""
    return len(set(ranking[:k]) & set(supporting)) / len(supporting) if supporting else 1.0


def _against(said: str, answer: str, verdicts: bool) -> AnswerMarks:
    own, right = normalized(said), normalized(answer)
    exact = float(own == right)
    if verdicts and own != right and (own in VERDICTS or right in VERDICTS):
        return AnswerMarks(exact, 0.0)
    return AnswerMarks(exact, _f1(own.split(), right.split(), both_empty=0.0 if verdicts else 1.0))


def _f1(own: Sequence[str], right: Sequence[str], both_empty: float) -> float:
    """The harmonic mean of precision and recall of bags of words.

    Args:
        both_empty: the result if neither has a word: 0 in HotpotQA's script, 1 in MuSiQue's.
    """
    if not own and not right:
        return both_empty
    common = sum((Counter(own) & Counter(right)).values())
    return 2 * common / (len(own) + len(right))
