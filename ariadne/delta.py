"""Delta encoding of the texts in an event file: each is written as the difference from the previous text of its kind.

A prompt mostly repeats the previous step's prompt. In the file it is a list of pieces: a pair `[start, count]` stands
for that many lines of the previous text from `start` on; a string contains new lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Content = Mapping[str, Any]
Piece = str | list[int]
# Identifies a sequence of texts: the kind of event, the kind of question, and the message or field.
Place = tuple[object, ...]

# Shorter texts are written whole.
SHORTEST = 200
# Shorter lines occur everywhere and do not identify a position in the previous text.
TELLING = 12


class DeltaCoder:
    """The last text of every sequence in a file, to which pieces refer.

    Writer and reader of a file see the same events, so both refer to the same texts.
    """

    def __init__(self) -> None:
        self._before: dict[Place, Sequence[str]] = {}

    def remember(self, event: Content) -> None:
        """Remember the texts of an event that is already in the file."""
        for place, text in _texts(event):
            self._before[place] = text.split("\n")

    def encode(self, event: Content) -> Content:
        """Encode an event."""
        return _with(event, {place: self._encode(place, text) for place, text in _texts(event)})

    def decode(self, event: Content) -> Content:
        """Decode an event.

        Raises:
            ValueError: its pieces do not fit the previous text, or its texts are not texts.
        """
        return _with(event, {place: self._decode(place, written) for place, written in _texts(event)})

    def _encode(self, place: Place, text: str) -> str | list[Piece]:
        old, new = self._before.get(place, ()), text.split("\n")
        self._before[place] = new
        if len(text) < SHORTEST:
            return text
        pieces = difference(old, new)
        return text if pieces == [text] else pieces

    def _decode(self, place: Place, written: Any) -> str:
        if isinstance(written, str):
            self._before[place] = written.split("\n")
            return written
        lines = self._before[place] = joined(self._before.get(place, ()), written)
        return "\n".join(lines)


def difference(old: Sequence[str], new: Sequence[str]) -> list[Piece]:
    """Return the pieces of a text. For each line that differs from the old text at the current position, its next
    occurrence in the old text is searched. Takes O(n log n) time for n lines in both."""
    pieces: list[Piece] = []
    places: dict[str, list[int]] = {}
    at = 0
    own: list[str] = []
    for line in new:
        if not (at < len(old) and old[at] == line):
            places = places or _places(old, at)
            found = _further(places.get(line, ()), at) if len(line) >= TELLING else None
            if found is None:
                own.append(line)
                continue
            at = found
        if own:
            pieces.append("\n".join(own))
            own = []
        last = pieces[-1] if pieces else ""
        if isinstance(last, list) and sum(last) == at:
            last[1] += 1
        else:
            pieces.append([at, 1])
        at += 1
    return [*pieces, "\n".join(own)] if own else pieces


def joined(old: Sequence[str], pieces: Any) -> list[str]:
    """Return the lines of a text from its pieces. Pieces only move forward in the old text, so a few pieces cannot
    expand to a long text.

    Raises:
        ValueError: they are not pieces of the old text.
    """
    lines: list[str] = []
    at = 0
    for piece in _checked(pieces):
        if isinstance(piece, str):
            lines += piece.split("\n")
            continue
        start, count = piece
        if not (at <= start and 0 < count <= len(old) - start):
            raise ValueError(f"there are no lines {start} to {start + count} in the text before")
        lines += old[start : start + count]
        at = start + count
    return lines


def _checked(pieces: Any) -> Iterator[Piece]:
    if not isinstance(pieces, list):
        raise ValueError("a text is neither a string nor a list of pieces")
    for piece in pieces:
        pair = isinstance(piece, list) and len(piece) == 2 and all(type(number) is int for number in piece)
        if not (pair or isinstance(piece, str)):
            raise ValueError("a text has an invalid piece")
        yield piece


def _places(lines: Sequence[str], start: int) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place in range(start, len(lines)):
        places.setdefault(lines[place], []).append(place)
    return places


def _further(places: Sequence[int], at: int) -> int | None:
    """The first of the places at or after `at`; None if all are before it."""
    number = bisect_left(places, at)
    return places[number] if number < len(places) else None


def _texts(event: Content) -> Iterator[tuple[Place, Any]]:
    """The texts of an event that mostly repeat earlier ones, each with its sequence."""
    if event["event"] == "recalled" and "text" in event:
        yield ("recalled",), event["text"]
    elif event["event"] == "question":
        for number, message in enumerate(event.get("prompt", ())):
            yield ("question", event.get("kind"), number), message["content"]


def _with(event: Content, texts: Mapping[Place, Any]) -> Content:
    """Return the event with its texts replaced."""
    if not texts:
        return event
    if event["event"] == "recalled":
        return {**event, "text": texts["recalled",]}
    messages = zip(event["prompt"], texts.values(), strict=True)
    return {**event, "prompt": [{**message, "content": text} for message, text in messages]}
