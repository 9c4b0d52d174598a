"""Sentences of plain text, and their words."""

from __future__ import annotations

import re

_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Ltd|Co|Corp|vs|etc|No|Prof|Gen|Col|Lt|Sgt|Rev|Mt|Ft|c|ca|approx|e\.g|i\.e)"
    r"|\b[A-Z]\.[A-Z])\.$"
)
_ENDED = re.compile(r"(?<![.!?])[.!?]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]*[A-Z0-9]|\s*$)")
_SUBJECT = re.compile(r"\s+(?:He|She|It|They|The|This|In|His|Her|Its|A|An)\b(?!\.)")
_DATE = re.compile(r"\b([A-Z][a-z]+\.? \d{1,2}), (\d{4})\b")
_SHORT = re.compile(r"\b(he|she|it|that|there|who)['’]s\b|\b(i)['’]m\b|\b(they|we|you)['’]re\b", re.IGNORECASE)
_WORD = re.compile(r"\"[^\"]{1,80}\"|“[^”]{1,80}”|[^\s,;:\"“”]+(?:(?:,|(?<=\d):(?=\d))[^\s,;:\"“”]+)*|[,;:]")
# What ends a clause and says only that it is so again, or no more.
_AGAIN = re.compile(r"\s+(?:again|any ?more|any longer)(?=\s*(?:[,.;!?]|$))")
# What people say before they say something.
_CALLS = re.compile(
    r"^(?:(?:hi|hello|hey)\b[\s,!.]*|(?:ok|okay|oh|well|yes|yeah|no|thanks|thank you|sorry)[,!.]\s*)+(?=\w)",
    re.IGNORECASE,
)
# A line that is longer, and ends no sentence, was broken by whoever wrote it to a width.
_WRAPPED = 50
_OPEN = re.compile(
    r"(?:,|\b(?:by|in|on|at|is|are|was|were|to|for|from|with|of|the|an?|and|or|called|named|my|our|your|his|her|its|their))$"
)
"""With what no sentence ends."""
_LISTED = re.compile(r"(?:[-*#•]+|(?P<number>\d{1,6})[.)])\s+(?=\S)")
_LONGEST_PART = 300
# What is longer, in characters, is no sentence.
_LONGEST = 2000


def spoken(text: str) -> list[str]:
    """The sentences of a text: a stop after an initial or an abbreviation ends none, nor does a line that is full."""
    found: list[str] = []
    for paragraph in lines(text):
        start = 0
        for end in _ENDED.finditer(paragraph):
            last = end.start() + 1
            if _ABBREVIATED.search(paragraph[max(start, last - 12) : last]) and not _SUBJECT.match(
                paragraph, end.end()
            ):
                continue
            found.append(paragraph[start:last].strip())
            start = end.end()
        found.append(paragraph[start:].strip())
    return [sentence for sentence in found if sentence]


def parts(text: str) -> list[str]:
    """A text as it can be read at once: whole, or some three hundred words of its sentences."""
    if len(text.split()) <= _LONGEST_PART:
        return [text]
    found: list[str] = []
    room = 0
    for line in lines(text):
        before = "\n"
        for sentence in spoken(line):
            length = len(sentence.split())
            if length <= room:
                found[-1] += before + sentence
            else:
                found.append(sentence)
                room = _LONGEST_PART
            room -= length
            before = " "
    return found


def pieces(text: str) -> list[str]:
    """A text as it can be compared: whole; of one that is long each line, or some three hundred words."""
    return [text] if len(parts(text)) == 1 else [part for line in lines(text) for part in parts(line)]


def words_of(sentence: str) -> list[str]:
    """The words and the commas of a sentence, without what stands in brackets; a quoted title is one word."""
    sentence = _AGAIN.sub("", re.sub(r",? as well as\b", " and", _without_asides(sentence[:_LONGEST])))
    sentence = _SHORT.sub(_in_full, _DATE.sub(r"\1 \2", sentence))
    words = [word.strip('"“”') for word in _WORD.findall(_CALLS.sub("", sentence).rstrip(" .!?"))]
    if words and words[0][0].isupper() and words[0].lower() in _OPENERS:
        words[0] = words[0].lower()
    return [word for word in words if word]


def _without_asides(sentence: str) -> str:
    """A sentence without what stands in brackets, and the blanks before that."""
    kept: list[str] = []
    opened: list[int] = []
    for character in sentence:
        if character in ")]" and opened:
            del kept[opened.pop() :]
            while kept and kept[-1].isspace():
                kept.pop()
            continue
        if character in "([":
            opened.append(len(kept))
        kept.append(character)
    return "".join(kept)


def _in_full(match: re.Match[str]) -> str:
    return f"{match[1]} is" if match[1] else f"{match[2]} am" if match[2] else f"{match[3]} are"


def lines(text: str) -> list[str]:
    """The lines of a text without the marks of lists, and with those joined that go on in the next."""
    found: list[list[str]] = []
    goes_on = False
    number: int | None = None
    for line in text.splitlines():
        said = " ".join(line.split())
        mark = _LISTED.match(said)
        if mark and mark["number"]:
            # A number that does not count on may end a sentence.
            mark = mark if (int(mark["number"]) - 1 == number if number is not None else not goes_on) else None
            number = int(mark["number"]) if mark else number
        if found and said and not mark and goes_on:
            found[-1].append(said)
        elif said:
            found.append([said[mark.end() if mark else 0 :].lstrip("-#• ")])
        goes_on = bool(said) and not _ENDED.search(said) and (len(said) > _WRAPPED or bool(_OPEN.search(said)))
    return [" ".join(joined) for joined in found]


_OPENERS = frozenset(
    "he she it they we you this that there the a an his her its their my our in on at after before when while since"
    " although though because during from until if as for by".split()
)
