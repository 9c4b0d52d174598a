"""Hearing: what of messages is learned, and which facts they end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from ariadne.reasoner.answering.corrections import corrected, mended
from ariadne.reasoner.reading.chat import Speech, read_speech
from ariadne.reasoner.reading.chat.words import sentences
from ariadne.reasoner.remembering.aliases import under_names
from ariadne.reasoner.remembering.ended import changes
from ariadne.triplet import Triplet, clean

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# What these say of themselves, and what is said to them, is nothing to keep.
_MACHINES = frozenset(("assistant", "model", "ai", "bot"))


def read_messages(
    texts: Sequence[str], speakers: Sequence[str], time: str, known: Iterable[Fact]
) -> dict[str, list[str]]:
    """Facts of messages such as `Sam: I live in Leeds.`, one after the other, and the known facts that they end.

    What is stated and ended later, in the same message or another one, is left out.

    Args:
        time: when they were said; a date stands in it (ISO 8601).
    """
    (day,) = map(date.fromisoformat, _DATE.findall(time))
    known = list(known)
    found: dict[Fact, None] = {}
    replaced: dict[Triplet, str] = {}
    before: dict[str, tuple[list[str], set[Fact]]] = {}
    for message in texts:
        speech = _speech(message, speakers, day)
        own, told = before.get(speech.speaker, ([], set()))
        every = sentences(speech.text)
        meant = corrected(own[-1], every[0]) if own and every else ""
        if meant:
            every = [*own[:-1], meant, *every[1:]]
        every = mended(every)
        if meant or len(every) < len(sentences(speech.text)):
            speech = replace(speech, text="\n".join(every))
        facts = read_speech(speech)
        said = dict(zip(under_names(facts, known), facts.values(), strict=True))
        if meant:
            found = {fact: None for fact in found if fact in said or fact not in told}
        before[speech.speaker] = every, {*said}
        for fact, is_now in said.items():
            ended = changes([*known, *found], [fact], [fact] if is_now else [])
            gone = {Triplet.parse(line.partition(" -> ")[0]): line for line in ended}
            found = {each: None for each in (*found, fact) if each == fact or Triplet(*each) not in gone}
            replaced |= gone
    kept = [replaced[triplet] for triplet in dict.fromkeys(Triplet(*fact) for fact in known) if triplet in replaced]
    return {"triplets": [str(Triplet(*fact)) for fact in found], "replaced": kept}


def speaker_of(text: str, speakers: Sequence[str]) -> str:
    """Who says a text; empty if it is no message of these."""
    return next((name for name in speakers if text.startswith(f"{name}: ")), "")


def _speech(message: str, speakers: Sequence[str], day: date) -> Speech:
    """Who says what to whom: to the only other one, if that is somebody."""
    speaker = speaker_of(message, speakers)
    others = [name for name in speakers if name != speaker]
    is_somebody = len(others) == 1 and others[0].lower() not in _MACHINES
    addressee = clean(others[0]) if is_somebody else ""
    own = "" if speaker.lower() in _MACHINES else clean(speaker)
    return Speech(own, addressee, day, message[len(speaker) + 2 :])
