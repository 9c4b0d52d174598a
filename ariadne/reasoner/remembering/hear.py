"""Hearing: what of messages is learned, and which facts they end."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ariadne.reasoner.answering.corrections import corrected, mended
from ariadne.reasoner.reading.chat import Speech, read_speech
from ariadne.reasoner.reading.chat.replies import stated_reply
from ariadne.reasoner.reading.chat.words import sentences
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.remembering.aliases import under_names
from ariadne.reasoner.remembering.ended import changes
from ariadne.triplet import Triplet, clean

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# What these say of themselves, and what is said to them, is nothing to keep.
_MACHINES = frozenset(("assistant", "model", "ai", "bot"))


@dataclass(frozen=True)
class _Heard:
    """What somebody said last, as sentences, and the facts that were read in them."""

    speaker: str
    sentences: Sequence[str] = ()
    facts: frozenset[Fact] = frozenset()


def read_messages(
    texts: Sequence[str], speakers: Sequence[str], time: str, known: Iterable[Fact], earlier: Sequence[str] = ()
) -> dict[str, list[str]]:
    """Facts of messages such as `Sam: I live in Leeds.`, one after the other, and the known facts that they end.

    What is stated and ended later, in the same message or another one, is left out.

    Args:
        time: when they were said; a date stands in it (ISO 8601).
        earlier: the messages before them, of which nothing is told.
    """
    (day,) = map(date.fromisoformat, _DATE.findall(time))
    known = list(known)
    found: dict[Fact, None] = {}
    replaced: dict[Triplet, str] = {}
    before: dict[str, _Heard] = {}
    last = _Heard("")
    for number, message in enumerate([*earlier, *texts]):
        is_new = number >= len(earlier)
        speech = _speech(message, speakers if is_new else [message.partition(": ")[0]], day)
        own = before.get(speech.speaker, _Heard(speech.speaker))
        every, is_correction = _meant(speech, own, last)
        if every != sentences(speech.text):
            speech = replace(speech, text="\n".join(every))
        facts = read_speech(speech)
        said = dict(zip(under_names(facts, known), facts.values(), strict=True))
        if is_correction:
            told = [fact for fact in own.facts if fact not in found]
            found = {fact: None for fact in found if fact in said or fact not in own.facts}
            # What was told before may not be among what is known of these texts.
            known += [fact for fact in told if fact not in known]
            replaced |= _corrected(told, said)
        last = before[speech.speaker] = _Heard(speech.speaker, every, frozenset(said))
        for fact, is_now in said.items() if is_new else ():
            ended = changes([*known, *found], [fact], [fact] if is_now else [])
            gone = {Triplet.parse(line.partition(" -> ")[0]): line for line in ended}
            found = {each: None for each in (*found, fact) if each == fact or Triplet(*each) not in gone}
            replaced |= gone
    kept = [replaced[triplet] for triplet in dict.fromkeys(Triplet(*fact) for fact in known) if triplet in replaced]
    return {"triplets": [str(Triplet(*fact)) for fact in found], "replaced": kept}


def _meant(speech: Speech, own: _Heard, last: _Heard) -> tuple[list[str], bool]:
    """The sentences of a message as they are meant, and whether it corrects what its speaker said before: that is told
    once more then. What only replies to a question that somebody else asked is told in full."""
    every = sentences(speech.text)
    is_correction = False
    if every and own.sentences and (meant := corrected(own.sentences[-1], every[0])):
        every, is_correction = [*own.sentences[:-1], meant, *every[1:]], True
    elif every and last.sentences and last.speaker != speech.speaker:
        every[0] = stated_reply(last.sentences[-1], every[0]) or every[0]
    return mended(every), is_correction


def _corrected(before: Collection[Fact], meant: Collection[Fact]) -> dict[Triplet, str]:
    """The facts that were meant otherwise, each with the fact in its place, as `old -> new`."""
    pairs = [
        (Triplet(*old), Triplet(*new))
        for old in before
        for new in meant
        if old not in meant and (old.subject, old.relation) == (new.subject, new.relation)
    ]
    return {old: f"{old} -> {new}" for old, new in pairs}


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
