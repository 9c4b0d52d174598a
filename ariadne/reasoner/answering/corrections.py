"""Corrections: what somebody said with the value that they name next in its place, as in `sorry, Tuesday`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ariadne.reasoner.answering.patterns import WHEN, Kind
from ariadne.reasoner.answering.spans import Span, spans

_CORRECTS = re.compile(
    r"(?:\*|(?:\W*\b(?:no|nope|nah|wait|sorry|oh|oops|whoops|ugh|ah|actually|lol|hang on|hold on|correction|my bad"
    r"|my mistake|(?:scratch|strike|ignore|forget) that|make (?:that|it)|i mean|i meant|rather)\b)+\W+)"
    r"(?:(?:it|that)(?:'s| is| was)(?: supposed to be)? |should be )?(?:(?:on|at|in|for|to) )?"
    r"(?P<value>[^.!?;,]{1,40}?)(?:,? (?:and )?not (?P<old>[^.!?;]{1,40}))?\W*",
    re.IGNORECASE,
)
_SAID = re.compile(r"(?P<value>[^.!?;,]{1,40}),? not (?P<old>[^.!?;]{1,40})\W*")
_OF_A_KIND = (Kind.CLOCK, Kind.DAY, Kind.DATE, WHEN, Kind.NUMBER, Kind.NAME)
_LONGEST = 120
"""Characters: what is longer is no correction."""


def mended(sentences: Sequence[str]) -> list[str]:
    """Sentences, with each that the next one corrects as it is meant, and without that."""
    found: list[str] = []
    for sentence in sentences:
        meant = corrected(found[-1], sentence) if found else ""
        found[-1:] = [meant] if meant else [*found[-1:], sentence]
    return found


def corrected(said: str, correction: str) -> str:
    """A sentence with the value that the next one names in place of the only one of its kind that it has, or of the one
    that this says it is not; empty, if the next one corrects nothing."""
    if len(correction) > _LONGEST:
        return ""
    match = _CORRECTS.fullmatch(correction) or _SAID.fullmatch(correction)
    if not match:
        return ""
    value = match["value"].strip()
    named = next((span for span in spans(f"It is {value}") if span.text == value), None)
    if named is None:
        return ""
    every = [span for span in _outermost(said) if span.text.lower() != value.lower()]
    if match["old"]:
        every = [span for span in every if match["old"].strip().lower().endswith(span.text.lower())]
    for kinds in (kinds for kinds in _OF_A_KIND if kinds & named.kinds):
        old = [span for span in every if span.kinds & kinds and _may_be_one_kind(span, named)]
        if len(old) == 1:
            return f"{said[: old[0].start]}{value}{said[old[0].end :]}"
    return ""


def _may_be_one_kind(span: Span, other: Span) -> bool:
    return bool(span.kinds & Kind.PERSON) == bool(other.kinds & Kind.PERSON)


def _outermost(sentence: str) -> Iterator[Span]:
    """The spans of a sentence that stand in no longer one of a kind."""
    every = [span for span in spans(sentence) if any(span.kinds & kinds for kinds in _OF_A_KIND)]
    for span in every:
        if not any(other.start <= span.start and span.end <= other.end and other != span for other in every):
            yield span
