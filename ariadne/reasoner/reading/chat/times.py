"""Times that are said in words, as dates (ISO 8601), seen from the time at which they are said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

Words = list[str]

MONTHS = "january february march april may june july august september october november december".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
TIMES = frozenset(
    "today tomorrow yesterday morning afternoon evening night week weekend month year spring summer autumn winter last"
    " next".split()
).union(DAYS, MONTHS)
"""Words of which a time may consist."""
_NUMBERS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1, "an": 1, "couple of": 2, "a couple of": 2}
# The last month of each.
_SEASONS = {"spring": 5, "summer": 8, "autumn": 11, "fall": 11}
# Words that a time may take.
_LONGEST = 7

_MONTH = "|".join([*MONTHS, *(month[:3] for month in MONTHS), "sept"])
_DAY = "|".join([*DAYS, *(day[:3] for day in DAYS), "tues", "thur", "thurs"])
_COUNT = rf"\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}"
_PREPOSITION = r"(?:(?P<preposition>in|on|since|until|till|by|from) )?"
_CLOCK = r"\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)?|noon|midnight"


@dataclass(frozen=True)
class When:
    """A time of a clause.

    Attributes:
        preposition: how it is tied to what is so then; empty for how often something is.
        said: the date as far as it is known, such as `2024`, `2025-05` or `2026-02-27`, or words for what is no date.
    """

    preposition: str
    said: str


def taken(words: Words, now: date, is_past: bool) -> tuple[Words, list[tuple[int, When]]]:
    """Words without the times among them, and each time with the place at which it stood in what is left.

    Args:
        now: when this is said.
        is_past: whether what is told was, so that `in May` was the last one.
    """
    left: Words = []
    found: list[tuple[int, When]] = []
    at = 0
    while at < len(words):
        length, when = _longest(words, at, now, is_past)
        if when:
            found.append((len(left), when))
            at += length
        else:
            left.append(words[at])
            at += 1
    return left, found


def opening(words: Words) -> int:
    """How many of the first words are a time."""
    return _longest(words, 0, date.max.replace(year=2000), False)[0] if words else 0


def _longest(words: Words, at: int, now: date, is_past: bool) -> tuple[int, When | None]:
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        part = words[at : at + length]
        if "," in (part[0], part[-1]) or (at and length == 1 and words[at - 1].lower() in ("the", "my", "a")):
            continue
        said = " ".join(word.lower() for word in part if word != ",")
        for pattern, reader in _READERS:
            if reader is _clock and said[-1].isdigit() and " ".join(words[at + length :])[:1].isupper():
                continue  # `at 12 Elm Road` is no hour.
            if (match := pattern.fullmatch(said)) and (when := reader(match, now, is_past)):
                return length, when
    return 0, None


Reader = Callable[["re.Match[str]", date, bool], When | None]


def _year(match: re.Match[str], now: date, is_past: bool) -> When | None:
    return When(match["preposition"] or "in", match["year"])


def _month(match: re.Match[str], now: date, is_past: bool) -> When | None:
    """A month, which without a year is the last one of what was, else the next."""
    preposition = _joined(match, "in")
    month = _month_of(match["month"])
    if match["year"]:
        return When(preposition, f"{match['year']}-{month:02}")
    if not match["preposition"] and not match["which"]:
        return None
    is_past = (is_past or preposition == "since") and preposition != "until"
    year = now.year
    if match["which"] == "last" or is_past:
        year -= month > now.month or (match["which"] == "last" and month == now.month)
    else:
        year += month < now.month or (match["which"] == "next" and month == now.month)
    return When(preposition, f"{year}-{month:02}")


def _date(match: re.Match[str], now: date, is_past: bool) -> When | None:
    month, day = _month_of(match["month"]), int(match["day"])
    year = match["year"]
    try:
        found = date(int(year or now.year), month, day)
        if not year:
            is_back = (is_past or match["preposition"] == "since") and match["preposition"] != "until"
            if is_back and found > now:
                found = found.replace(year=now.year - 1)
            elif not is_back and found < now:
                found = found.replace(year=now.year + 1)
    except ValueError:
        return None
    return When(_joined(match, "on"), found.isoformat())


def _weekday(match: re.Match[str], now: date, is_past: bool) -> When | None:
    """A day of the week: the last one of what was, else the next; `next Friday` is that of the next week."""
    which, preposition = match["which"], match["preposition"]
    if not preposition and not which:
        return None
    day = next(number for number, name in enumerate(DAYS) if name.startswith(match["day"][:3]))
    after = (day - now.weekday()) % 7
    is_back = (is_past or preposition == "since") and preposition != "until" and which != "this"
    if which == "last" or (is_back and which != "next"):
        found = now + timedelta(days=after - 7)
    elif which == "next":
        found = now + timedelta(days=7 + day - now.weekday())
    else:
        found = now + timedelta(days=after or 7 * (which != "this"))
    return When(_joined(match, "on"), found.isoformat())


def _near(match: re.Match[str], now: date, is_past: bool) -> When | None:
    offset = {"yesterday": -1, "last night": -1, "tomorrow": 1}.get(match["near"], 0)
    return When(_joined(match, "on"), (now + timedelta(days=offset)).isoformat())


def _around(match: re.Match[str], now: date, is_past: bool) -> When | None:
    """The last, this or the next week, month, year or season."""
    step = {"last": -1, "this": 0, "next": 1}[match["which"]]
    match match["unit"]:
        case "week" | "weekend":
            found = now - timedelta(days=now.weekday()) + timedelta(weeks=step)
            return When("in the week of", found.isoformat())
        case "month":
            return When(_joined(match, "in"), _months(now, step))
        case "year":
            return When(_joined(match, "in"), str(now.year + step))
        case season:
            is_over = now.month > _SEASONS[season]
            year = now.year + (step + is_over if step else 0) - (step > 0)
            return When(_joined(match, "in"), f"{season} {year}")


def _month_day(match: re.Match[str], now: date, is_past: bool) -> When | None:
    """A day of the month, of the last one that had it or the next that has."""
    day, step = int(match["day"]), -1 if is_past else 1
    if not 0 < day < 29:
        return None
    month = now.year * 12 + now.month - 1
    if (day < now.day) != is_past and day != now.day:
        month += step
    return When(_joined(match, "on"), date(month // 12, month % 12 + 1, day).isoformat())


def _ago(match: re.Match[str], now: date, is_past: bool) -> When | None:
    count = int(_NUMBERS.get(match["count"], match["count"]))
    match match["unit"]:
        case "day":
            return When(_joined(match, "on"), (now - timedelta(days=count)).isoformat())
        case "week":
            found = now - timedelta(weeks=count)
            return When("in the week of", (found - timedelta(days=found.weekday())).isoformat())
        case "month":
            return When(_joined(match, "in"), _months(now, -count))
        case _:
            return When(_joined(match, "in"), str(now.year - count)) if count < now.year else None


def _clock(match: re.Match[str], now: date, is_past: bool) -> When | None:
    return When("at", match["clock"])


def _span(match: re.Match[str], now: date, is_past: bool) -> When | None:
    return When("for", match["span"])


def _range(match: re.Match[str], now: date, is_past: bool) -> When | None:
    """From when to when: of `from 12 to 26 June` both are dates of that month."""
    last = _end(match["last"], now, is_past)
    first = _end(match["first"], now, is_past)
    if not first and last[8:].isdigit() and match["first"].isdigit():
        first = f"{last[:8]}{int(match['first']):02}"
    return When("from", f"{first} to {last}") if first and last else None


def _end(said: str, now: date, is_past: bool) -> str:
    """One end of a range; empty if it is no date, month, year or day of the week."""
    if said in DAYS:
        return said
    for pattern, reader in _READERS:
        if reader in (_year, _month, _date) and (match := pattern.fullmatch(f"in {said}")):
            when = reader(match, now, is_past)
            return when.said if when else ""
    return ""


def _often(match: re.Match[str], now: date, is_past: bool) -> When | None:
    return When("on", match[0][3:]) if match[0].startswith("on ") else When("", match[0])


def _months(now: date, step: int) -> str:
    year, month = divmod(now.year * 12 + now.month - 1 + step, 12)
    return f"{year}-{month + 1:02}"


def _month_of(said: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(said[:3]))


def _joined(match: re.Match[str], usual: str) -> str:
    preposition = match["preposition"] or usual
    return {"till": "until", "from": "since"}.get(preposition, preposition)


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_EACH = r"(?:single |other )?(?:day|week|month|year|morning|evening|night|weekend|weekday|afternoon"
_PART = "(?:morning|afternoon|evening|night)"
_READERS: list[tuple[re.Pattern[str], Reader]] = [
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"(?:from|between) (?P<first>\w+(?: \w+)?) (?:to|until|till|and) (?P<last>\w+(?: \w+)?)", _range),
        (rf"(?P<preposition>in|since|until|till|by|from) {_YEAR}", _year),
        (rf"{_PREPOSITION}(?:(?P<which>last|this|next) )?(?P<month>{_MONTH})(?: (?:of )?{_YEAR})?", _month),
        (rf"{_PREPOSITION}(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})(?: {_YEAR})?", _date),
        (rf"{_PREPOSITION}(?P<month>{_MONTH}) (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: {_YEAR})?", _date),
        (rf"{_PREPOSITION}(?:(?P<which>last|this|next) )?(?P<day>{_DAY})(?: {_PART})?", _weekday),
        (
            rf"{_PREPOSITION}(?P<near>yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening))"
            r"(?: (?:morning|afternoon|evening|night))?",
            _near,
        ),
        (
            rf"{_PREPOSITION}(?P<which>last|this|next) (?P<unit>week(?:end)?|month|year|spring|summer|autumn|fall)",
            _around,
        ),
        (r"(?P<preposition>on|since|until|by|from) the (?P<day>\d{1,2})(?:st|nd|rd|th)", _month_day),
        (rf"{_PREPOSITION}(?:about |around )?(?P<count>{_COUNT}) {_UNIT} ago", _ago),
        (rf"at (?:about |around )?(?P<clock>{_CLOCK})", _clock),
        (rf"for (?:about |over |almost )?(?P<span>(?:{_COUNT}|many|several|a few) {_UNIT})(?: now)?", _span),
        (rf"(?:on )?every {_EACH}|{_DAY})|on (?:{'|'.join(DAYS)})s|on (?:{'|'.join(DAYS)}) {_PART}s", _often),
        (
            rf"(?:once|twice|(?:{_COUNT}) (?:time|day|night|morning|evening)s)"
            r" (?:a|per|each|every) (?:day|week|month|year)|daily|weekly",
            _often,
        ),
        (rf"twice|(?:{_COUNT}) times|(?:ages|years|a while|a long time|long) ago", _often),
    )
]
