"""The places and states that a text states, read sentence by sentence by the engine's names (`names.py`) and relations
(`relations.py`). The rest of a text is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ariadne.caches import cached
from ariadne.exam.names import EngineNames, Mention, sentences
from ariadne.exam.relations import LIST, Claim, N, Sentence, gone_to, said, shown
from ariadne.exam.truth import named

HEADING = re.compile(r"^[ \t]*-= (?P<room>.+?) =-[ \t]*$", re.MULTILINE)
"""The heading of a room's description."""
LONGEST = 4000
"""Characters; longer parts are not read."""

_CONTRACTED = (
    (re.compile(r"\b(it|that|there|here|he|she)'s\b"), r"\1 is"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(you|we|they|i)'ve\b"), r"\1 have"),
)
_FLOOR = re.compile(rf"\b(?:on|to) (?:the )?(?:floor|ground)\b(?P<of> (?:of|in|at) (?={N}))?")
_BETWEEN = re.compile(rf"\bbetween {N} and {N}")
_GOES_ON = re.compile(
    r",? (?:and|but) (?:then )?(?=(?:is|are|was|were|has been|have been|lies|sits|stands|rests|remains) )"
)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b(?:(?= (?P<does>is|are|was|were|has|have|lies|stands|sits)\b)|)")
_IN_THERE = re.compile(r"\bthere\b(?! (?:is|are|was|were|seems))")
_SUBJECT = re.compile(LIST)
# `it` refers to the object of an action rather than to what stands after a preposition.
_OBJECT = re.compile(
    "".join(rf"(?<!\b{word} )" for word in "from with to in on into onto at using".split())
    + rf"(?<!⟩, )(?<!⟩ and ){LIST}"
)
# What is opened or closed may be the holder of a thing mentioned before.
_TURNING = re.compile(r"\b(?:open|close|shut|lock|unlock)(?:s|d|ed)? \Z")
_NOT_WITH = re.compile(rf"(?<!with )(?<!using ){N}")
_THEN_TOO = re.compile(r" and (?:then )?(?=(?:eaten|put|placed|moved|dropped|opened|closed|locked|unlocked|left)\b)")
_PASSIVE = re.compile(rf"^{N}[^⟨]* (?:was|were|been) [a-z]+")
_COMPOUND = re.compile(r"⟨(?P<room>\d+)⟩ ⟨(?P<thing>\d+)⟩")
_LISTED = re.compile(r":[ \t]*\n(?P<items>(?:(?:[ \t]*[-*•]|[ ]|\t)[ ](?:[^\s.]+[ \t]*){1,6}(?:\n|$))+)")
_BULLET = re.compile(r"^(?:[ \t]*[-*•] |[ \t]+)", re.MULTILINE)


@cached(10000)
def told(text: str, names: EngineNames, here: str = "") -> tuple[Claim, ...]:
    """What a text says, in order; `here` is the player's room until the text names another."""
    found: list[Claim] = []
    is_described, subject = False, list[Mention]()
    for part in _parts(text):
        if heading := HEADING.fullmatch(part):
            here, is_described = named(heading["room"]), True
            continue
        marked, mentions = _marked(part, names, subject)
        subject = _subject(marked, mentions) or subject
        here = gone_to(Sentence(marked, mentions, names)) or here
        sentence = Sentence(marked, mentions, names, here)
        new = said(sentence)
        found += [*new, *(shown(sentence, new) if is_described else ())]
    lasting = (each for each in _lasting(found) if _may_be(each, names))
    return tuple(dict.fromkeys(lasting))


def _may_be(each: Claim, names: EngineNames) -> bool:
    """Whether the engine could say it: rooms and doors have no place, and nothing is in itself."""
    has_it = each.topic.aspect == "state" or each.topic.thing in names.things
    return has_it and each.value not in ("", each.topic.thing)


def _parts(text: str) -> list[str]:
    """Headings and sentences."""
    lines = _LISTED.sub(_in_a_line, re.sub(r"\*\*|`", "", text)).splitlines()
    parts = [part for line in lines if not line.startswith(">") for part in sentences(line)]
    return [part for part in parts if not part.endswith("?") and len(part) <= LONGEST]


def _in_a_line(match: re.Match[str]) -> str:
    """A bulleted list as a list in a sentence."""
    items = [item.strip() for item in _BULLET.split(match["items"]) if item.strip()]
    return f": {', '.join(items)}\n"


def _marked(part: str, names: EngineNames, before: Sequence[Mention]) -> tuple[str, list[Mention]]:
    """Mark names in a sentence, and resolve `it`, `there` and the floor; `before` is the last sentence's subject."""
    text = part.lower().replace("’", "'")
    for pattern, whole in _CONTRACTED:
        text = pattern.sub(whole, text)
    text, mentions = names.marked(text)
    # `kitchen cupboard`: the cupboard in the kitchen.
    text = _COMPOUND.sub(r"⟨\g<thing>⟩ in ⟨\g<room>⟩", text)
    again = [Mention(mention.name) for mention in before]

    def meant(match: re.Match[str]) -> str:
        if _TURNING.search(text, 0, match.start()) and (last := _NOT_WITH.findall(text, 0, match.start())):
            return str(last[-1])
        if named := _OBJECT.findall(text, 0, match.start()):
            return f"; {named[0]}" if match["does"] else str(named[-1])
        if not again:
            return match[0]
        return " and ".join(f"⟨{len(mentions) + number}⟩" for number, _ in enumerate(again, 1))

    text = _PRONOUN.sub(meant, _BETWEEN.sub("", text))
    if subject := _OBJECT.search(text):
        text = _GOES_ON.sub(f"; {subject[0]} ", text)
        if _PASSIVE.search(text):
            text = _THEN_TOO.sub(f"; {subject[0]} was ", text)
    text = _IN_THERE.sub(lambda match: _room(text, mentions, names, match.start()), text)
    text = _FLOOR.sub(lambda match: "in " if match["of"] else "here", text)
    return text, [*mentions, *again]


def _room(text: str, mentions: Sequence[Mention], names: EngineNames, end: int) -> str:
    """Resolve `there` to the room that was named last."""
    numbers = [int(number) for number in re.findall(r"⟨(\d+)⟩", text[:end])]
    rooms = [number for number in numbers if number <= len(mentions) and mentions[number - 1].name not in names.things]
    return f"in ⟨{rooms[-1]}⟩" if rooms else "there"


def _subject(marked: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The subject of a sentence: what it names first."""
    subject = _SUBJECT.search(marked)
    return [mentions[int(number) - 1] for number in re.findall(r"\d+", subject[0])] if subject else []


def _lasting(found: Sequence[Claim]) -> Iterator[Claim]:
    """Drop what a later event of the text overrides. A past tense still counts, unless the text has a present value."""
    last = {told.topic: number for number, told in enumerate(found) if told.happened}
    now = {told.topic for told in found if told.tense == "now"}
    for number, told in enumerate(found):
        if told.tense == "then":
            yield replace(told, tense="earlier" if told.topic in now else "now")
        elif told.tense == "earlier" or number >= last.get(told.topic, 0):
            yield told
