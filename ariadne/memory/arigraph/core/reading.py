"""The inputs and results of reading: texts with their moment, and the triplets that a model's reply states."""

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

FORM = "a fact needs a subject, a relation and an object"
SHOWN = 80
DIGITS = 9
DEEPEST = 10**DIGITS

_SPAN = re.compile(r"\s*\((?:since (?P<since>[\d:TZ.+-]+))?,?\s*(?:until (?P<until>[\d:TZ.+-]+))?\)$", re.I)
_NUMBER = re.compile(r"\W*(\d{1,9})\b[\W_]*(\w*)\W*")

Span = tuple[datetime | None, datetime | None]


@dataclass(frozen=True)
class Seen:
    """Texts to learn from, and the moment at which an agent saw them.

    Attributes:
        location: the reader's, which texts may leave out.
        inventory: the reader's, as text.
        plan: sub-goals, which decide what matters now.
        speakers: the speakers of messages. Each message begins with its speaker and a colon.
        time: the time of the texts, as the model is shown it. `zone`: the speakers' time zone, for days; local if None.
            `before`: the last messages before these.
        about: the vertices that the texts before these named. `near`: known facts near to these in meaning.
    """

    texts: Sequence[str]
    location: str = ""
    inventory: str = ""
    plan: Sequence[str] = ()
    speakers: Sequence[str] = ()
    time: str = ""
    zone: tzinfo | None = UTC
    before: Sequence[str] = ()
    about: Sequence[str] = ()
    near: Sequence[Triplet] = ()


class Replacement(NamedTuple):
    """A fact that ended.

    Attributes:
        new: the fact in its place, if one is stated.
        is_corrected: whether it was never true.
        until: when it ended, if stated. `who`: what ended it, as in `Retired`.
    """

    old: Triplet
    new: Triplet | None = None
    is_corrected: bool = False
    until: datetime | None = None
    who: str = ""

    @property
    def reason(self) -> str:
        """The reason that the history has."""
        if self.is_corrected:
            return CORRECTED
        return REPLACED if self.new else OUTDATED


@dataclass(frozen=True)
class Reading:
    """The reading of texts by a model.

    Attributes:
        triplets: what the texts state, each with its own dates, if it has any.
        replaced: the facts that they outdate, known or not.
        entities: what matters now, each with its depth.
        same: names to merge: each an alias and the name that stands for both.
        known: the known facts that the model was shown.
        unmatched: statements about the end of facts that are not known. `failed`: why replies were unusable.
    """

    triplets: Mapping[Triplet, Span] = field(default_factory=dict)
    replaced: tuple[Replacement, ...] = ()
    entities: Mapping[str, int] = field(default_factory=dict)
    same: tuple[tuple[str, str], ...] = ()
    known: tuple[Triplet, ...] = ()
    unmatched: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    def __add__(self, more: Reading) -> Reading:
        """The reading of two parts of a text."""
        new = {fact: span for fact, span in more.triplets.items() if any(span) or fact not in self.triplets}
        return Reading(
            {**self.triplets, **new},
            (*self.replaced, *more.replaced),
            {**self.entities, **more.entities},
            (*self.same, *more.same),
            (*self.known, *more.known),
            (*self.unmatched, *more.unmatched),
            (*self.failed, *more.failed),
        )


NOTHING_READ = Reading()


def reading_of(said: BaseModel, known: Sequence[Triplet] = ()) -> Reading:
    """The reading of a reply, which may have any of the lists.

    Args:
        known: the facts that the model was shown, numbered from 1.
    """
    lines = dict.fromkeys(getattr(said, "triplets", ()))
    told = {fact: span for line in lines for fact, span in _told(line)}
    failed = tuple(f"'{truncated(line, SHOWN)}' is not a fact: {FORM}" for line in lines if not _told(line))
    replaced, unmatched = _replaced_of(getattr(said, "replaced", ()), known)
    same = tuple(pair for line in getattr(said, "same", ()) if (pair := _pair(line)))
    return Reading(told, replaced, depths(getattr(said, "entities", ())), same, (), unmatched, failed)


def _replaced_of(lines: Iterable[str], known: Sequence[Triplet]) -> tuple[tuple[Replacement, ...], tuple[str, ...]]:
    """The facts that lines replace, and the lines that name no known fact or replace one by itself.

    A line is `2 changed -> new triplet`: the number of a fact, why it ended, and the triplet or the number of the fact
    in its place. The last two may be missing. A triplet may stand for the number and the word.
    """
    found: list[Replacement] = []
    unmatched: list[str] = []
    for line in lines:
        left, _, right = line.partition("->")
        left, (_, until) = _without_span(left)
        number = _NUMBER.fullmatch(left)
        is_corrected = bool(number and number[2].lower() == "corrected")
        old, new = _meant(left, known), next(iter(_meant(right, known)), None)
        if not old or (known and new in old):
            unmatched.append(line.strip())
        else:
            found += [Replacement(each, new, is_corrected, until) for each in old]
    return tuple(found), tuple(unmatched)


def depths(lines: Sequence[str], deepest: int = DEEPEST) -> dict[str, int]:
    """Entities with their depths, from lines such as `key: 2`. The default depth is 1."""
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
    """Add the replacing facts that a reply states only beside the replaced ones."""
    said = dict(pair for line in lines for pair in _told(line.partition("->")[2]))
    return replace(reading, triplets={**reading.triplets, **said, **reading.triplets})


def in_utc(reading: Reading, zone: tzinfo | None) -> Reading:
    """A reading with dates in UTC. Dates without a zone are in `zone`, or local if that is None; dates outside the
    calendar are dropped."""

    def moment(date: datetime | None) -> datetime | None:
        try:
            return date and (date if date.tzinfo else date.replace(tzinfo=zone)).astimezone(UTC)
        except (OverflowError, ValueError, OSError):
            return None

    triplets = {fact: (moment(since), moment(until)) for fact, (since, until) in reading.triplets.items()}
    replaced = tuple(each._replace(until=moment(each.until)) for each in reading.replaced)
    return replace(reading, triplets=triplets, replaced=replaced)


def _told(line: str) -> list[tuple[Triplet, Span]]:
    """The fact of a line, with its dates; empty if the line is not a fact."""
    text, span = _without_span(line)
    return [(fact, span) for fact in triplets_of([text])]


def _without_span(text: str) -> tuple[str, Span]:
    """Split `(since 2024-03-01, until 2024-05)` off the end of a text."""
    match = _SPAN.search(text.rstrip())
    if not match or not (match["since"] or match["until"]):
        return text, (None, None)
    try:
        span = _date(match["since"]), _date(match["until"])
    except ValueError:
        # E.g. 2024-02-31.
        span = None, None
    return text[: match.start()], span


def _date(text: str | None) -> datetime | None:
    """A moment in ISO 8601, or the beginning of a year, a month or a day, without a zone.

    Raises:
        ValueError: there is no such date.
    """
    if text is None:
        return None
    text = text.rstrip(".")
    whole = f"{text}-01-01" if len(text) == 4 else f"{text}-01" if len(text) == 7 else text
    return datetime.fromisoformat(whole)


def _meant(text: str, known: Sequence[Triplet]) -> list[Triplet]:
    """The fact that a text means: one of the known ones, by its number, or a triplet. Empty if it means none."""
    if number := _NUMBER.fullmatch(text):
        place = int(number[1])
        return [*known[max(place - 1, 0) : place]]
    return [fact for fact, _ in _told(text)]


def _pair(line: str) -> tuple[str, str] | None:
    """The names of a line `alias = name`; None if there are not two."""
    alias, _, name = (clean(part) for part in line.partition("="))
    return (alias, name) if alias and name and alias != name else None
