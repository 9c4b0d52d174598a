"""What is read: texts with the moment at which they were seen, and what a model's reply makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from pydantic import BaseModel

from ariadne.memory.arigraph.core.endings import CORRECTED, OUTDATED, REPLACED
from ariadne.text import truncated
from ariadne.triplet import Triplet, clean, triplets_of

FORM = "it takes a subject, a relation and an object"
SHOWN = 80
DIGITS = 9
DEEPEST = 10**DIGITS

_SPAN = re.compile(r"\s*\((?:since (?P<since>[\d:TZ.+-]+))?,?\s*(?:until (?P<until>[\d:TZ.+-]+))?\)$", re.I)
_NUMBER = re.compile(r"\W*(\d{1,9})\b[\W_]*(\w*)\W*")
_WHYS = ("changed", "corrected", "over")

Span = tuple[datetime | None, datetime | None]


@dataclass(frozen=True)
class Seen:
    """Texts to learn from, and what an agent knows of the moment at which it saw them.

    Attributes:
        location: where the reader is; texts may leave it unsaid.
        inventory: what the reader carries, as text.
        plan: sub-goals, which shape what matters now.
        speakers: who speaks in texts that are messages, each of which begins with its speaker and a colon.
        time: when the texts were so, as the model reads it. `zone`: the time zone of the speakers, which days are of.
            `before`: the messages that were learned last before them.
        about: what the texts before them were about. `near`: known facts that are near to them in meaning.
    """

    texts: Sequence[str]
    location: str = ""
    inventory: str = ""
    plan: Sequence[str] = ()
    speakers: Sequence[str] = ()
    time: str = ""
    zone: tzinfo = UTC
    before: Sequence[str] = ()
    about: Sequence[str] = ()
    near: Sequence[Triplet] = ()


class Replaced(NamedTuple):
    """A fact that holds no more.

    Attributes:
        new: what takes its place, if that is said.
        why: `changed`, `corrected` (it never was so) or `over` (nothing takes its place); empty where it is not said.
        until: when it ended, if that is said. `who`: who said so.
    """

    old: Triplet
    new: Triplet | None = None
    why: str = ""
    until: datetime | None = None
    who: str = ""

    @property
    def reason(self) -> str:
        """As the history has it."""
        if self.why == "corrected":
            return CORRECTED
        return REPLACED if self.new else OUTDATED


@dataclass(frozen=True)
class Reading:
    """What a model made of texts, as triplets.

    Attributes:
        triplets: what the texts say. `spans`: since when and until when, where that is not since the texts' time.
        replaced: what they make untrue, whether it is known or not.
        entities: what matters now, each with its depth.
        same: names that are one, each an alias with the name that stands for both.
        known: the known facts that the model was shown beside a text.
        unmatched: what was said of known facts that are not there. `failed`: why replies could not be used.
    """

    triplets: tuple[Triplet, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    entities: Mapping[str, int] = field(default_factory=dict)
    spans: Mapping[Triplet, Span] = field(default_factory=dict)
    same: tuple[tuple[str, str], ...] = ()
    known: tuple[Triplet, ...] = ()
    unmatched: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    def __add__(self, more: Reading) -> Reading:
        """What two parts of a text say together."""
        return Reading(
            tuple(dict.fromkeys([*self.triplets, *more.triplets])),
            (*self.replaced, *more.replaced),
            {**self.entities, **more.entities},
            {**self.spans, **more.spans},
            (*self.same, *more.same),
            (*self.known, *more.known),
            (*self.unmatched, *more.unmatched),
            (*self.failed, *more.failed),
        )


NOTHING_READ = Reading()


def reading_of(said: BaseModel, known: Sequence[Triplet] = ()) -> Reading:
    """What a reply comes to, whichever lists it has.

    Args:
        known: the facts that were shown under numbers, from 1 on.
    """
    lines = dict.fromkeys(getattr(said, "triplets", ()))
    told = {fact: span for line in lines for fact, span in _told(line)}
    failed = tuple(f"'{truncated(line, SHOWN)}' is no fact: {FORM}" for line in lines if not _told(line))
    replaced, unmatched = replaced_of(getattr(said, "replaced", ()), known)
    spans = {fact: span for fact, span in told.items() if any(span)}
    same = tuple(pair for line in getattr(said, "same", ()) if (pair := _pair(line)))
    return Reading(tuple(told), replaced, depths(getattr(said, "entities", ())), spans, same, (), unmatched, failed)


def replaced_of(lines: Iterable[str], known: Sequence[Triplet]) -> tuple[tuple[Replaced, ...], tuple[str, ...]]:
    """The facts that lines replace, and the lines that name none, or have one replace itself.

    A line is `2 changed -> new triplet`: the number of a fact, why it holds no more, and what takes its place, a
    triplet or a number again; the last two may be missing. In place of the number and the word the fact may stand.
    """
    found: list[Replaced] = []
    unmatched: list[str] = []
    for line in lines:
        left, _, right = line.partition("->")
        left, (_, until) = _without_span(left)
        why = ""
        if number := _NUMBER.fullmatch(left):
            why = number[2].lower()
            if not (place := int(number[1])) or place > len(known):
                unmatched.append(line.strip())
                continue
            old = [known[place - 1]]
        else:
            old = [*triplets_of([left])]
        new = _successor(right, known)
        if not old or (known and new in old):
            unmatched.append(line.strip())
            continue
        found += [Replaced(each, new, why if why in _WHYS else "", until) for each in old]
    return tuple(found), tuple(unmatched)


def depths(lines: Sequence[str], deepest: int = DEEPEST) -> dict[str, int]:
    """Entities with their depths, from lines such as `key: 2`; one without a depth is searched at depth 1."""
    found: dict[str, int] = {}
    for line in lines:
        place = max(line.rfind(":"), line.rfind("|"), 0)
        said, depth = line[:place].strip(), line[place + 1 :].strip()
        if not said or not depth.isdecimal():
            said, depth = line, "1"
        if name := clean(said):
            found.setdefault(name, min(max(int(depth), 1) if len(depth) <= DIGITS else deepest, deepest))
    return found


def with_successors(reading: Reading, lines: Iterable[str]) -> Reading:
    """A reading that tells what takes the place of a fact, too, where a reply says that beside the old one alone."""
    said = dict(pair for line in lines for pair in _told(line.partition("->")[2]) if not _NUMBER.fullmatch(line))
    more = {fact: span for fact, span in said.items() if fact not in reading.triplets}
    spans = {fact: span for fact, span in more.items() if any(span)}
    return replace(reading, triplets=(*reading.triplets, *more), spans={**reading.spans, **spans})


def in_utc(reading: Reading, zone: tzinfo) -> Reading:
    """A reading whose dates are in UTC. A date without a zone is of `zone`; one beyond the calendar is left out."""

    def moment(date: datetime | None) -> datetime | None:
        try:
            return date and (date if date.tzinfo else date.replace(tzinfo=zone)).astimezone(UTC)
        except OverflowError:
            return None

    spans = {fact: (moment(since), moment(until)) for fact, (since, until) in reading.spans.items()}
    replaced = tuple(each._replace(until=moment(each.until)) for each in reading.replaced)
    return replace(reading, spans=spans, replaced=replaced)


def with_who(reading: Reading, who: str) -> Reading:
    """A reading that says who made it."""
    return replace(reading, replaced=tuple(each._replace(who=who) for each in reading.replaced))


def _told(line: str) -> list[tuple[Triplet, Span]]:
    """A fact with since when and until when it holds, if the line says that; nothing where it is none."""
    text, span = _without_span(line)
    return [(fact, span) for fact in triplets_of([text])]


def _without_span(text: str) -> tuple[str, Span]:
    """A text without `(since 2024-03-01, until 2024-05)` at its end, and these dates."""
    match = _SPAN.search(text.rstrip())
    if not match or not (match["since"] or match["until"]):
        return text, (None, None)
    try:
        span = _date(match["since"]), _date(match["until"])
    except ValueError:
        # There is no such date.
        span = None, None
    return text[: match.start()], span


def _date(text: str | None) -> datetime | None:
    """The moment in ISO 8601, or the one at which a year, a month or a day begins, which has no zone yet.

    Raises:
        ValueError: there is no such date.
    """
    if text is None:
        return None
    text = text.rstrip(".")
    whole = f"{text}-01-01" if len(text) == 4 else f"{text}-01" if len(text) == 7 else text
    return datetime.fromisoformat(whole)


def _successor(text: str, known: Sequence[Triplet]) -> Triplet | None:
    number = _NUMBER.fullmatch(text)
    if number and 0 < (place := int(number[1])) <= len(known):
        return known[place - 1]
    return next((fact for fact, _ in _told(text)), None)


def _pair(line: str) -> tuple[str, str] | None:
    """The two names of a line `alias = name`; none where it has no two."""
    alias, _, name = (clean(part) for part in line.partition("="))
    return (alias, name) if alias and name and alias != name else None
