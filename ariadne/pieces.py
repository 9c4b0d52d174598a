"""Texts of a file of events, each written as what differs from the text before it in the same place.

A prompt tells at every step what the prompt before it told, and a little more. In the file it is a list of pieces: a
pair `[start, count]` stands for so many lines of the text before, from that one on, a string for lines of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Content = Mapping[str, Any]
Piece = str | list[int]
# A place where texts follow each other: the kind of event, the kind of question, and which message or field it is.
Place = tuple[object, ...]

# Shorter texts are written whole.
SHORTEST = 200
# Shorter lines, which are everywhere, do not tell where one is in the text before.
TELLING = 12


class Pieces:
    """The last text in every place of a file: what pieces refer to.

    Whoever writes a file and whoever reads it see the same events, so that both refer to the same texts.
    """

    def __init__(self) -> None:
        self._before: dict[Place, Sequence[str]] = {}

    def see(self, event: Content) -> None:
        """Remember the texts of an event that is in the file already."""
        for place, text in _texts(event):
            self._before[place] = text.split("\n")

    def cut(self, event: Content) -> Content:
        """The event as it is written."""
        return _with(event, {place: self._cut(place, text) for place, text in _texts(event)})

    def join(self, event: Content) -> Content:
        """The event as it was, of what was written.

        Raises:
            ValueError: its pieces are none of the text before, or its texts are no texts.
        """
        return _with(event, {place: self._join(place, written) for place, written in _texts(event)})

    def _cut(self, place: Place, text: str) -> str | list[Piece]:
        old, new = self._before.get(place, ()), text.split("\n")
        self._before[place] = new
        if len(text) < SHORTEST:
            return text
        pieces = difference(old, new)
        return text if pieces == [text] else pieces

    def _join(self, place: Place, written: Any) -> str:
        if isinstance(written, str):
            self._before[place] = written.split("\n")
            return written
        lines = self._before[place] = joined(self._before.get(place, ()), written)
        return "\n".join(lines)


def difference(old: Sequence[str], new: Sequence[str]) -> list[Piece]:
    """The pieces of a text, by lines: from each line that the old text does not have here, the next one that it has
    further on is looked for. In time linear in both, but for a logarithm."""
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
    """The lines of a text, from its pieces. They go forward in the old text only: a few pieces make no long text.

    Raises:
        ValueError: they are no pieces of the old text.
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
        raise ValueError("a text is neither a text nor pieces of one")
    for piece in pieces:
        pair = isinstance(piece, list) and len(piece) == 2 and all(type(number) is int for number in piece)
        if not (pair or isinstance(piece, str)):
            raise ValueError("a text has a piece that is none")
        yield piece


def _places(lines: Sequence[str], start: int) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place in range(start, len(lines)):
        places.setdefault(lines[place], []).append(place)
    return places


def _further(places: Sequence[int], at: int) -> int | None:
    """The first of the places that is not before `at`."""
    number = bisect_left(places, at)
    return places[number] if number < len(places) else None


def _texts(event: Content) -> Iterator[tuple[Place, Any]]:
    """The texts of an event that mostly tell what those before them told, with their places."""
    if event["event"] == "recalled" and "text" in event:
        yield ("recalled",), event["text"]
    elif event["event"] == "question":
        for number, message in enumerate(event.get("prompt", ())):
            yield ("question", event.get("kind"), number), message["content"]


def _with(event: Content, texts: Mapping[Place, Any]) -> Content:
    """The event with these texts in the place of its own."""
    if not texts:
        return event
    if event["event"] == "recalled":
        return {**event, "text": texts["recalled",]}
    told = zip(event["prompt"], texts.values(), strict=True)
    return {**event, "prompt": [{**message, "content": text} for message, text in told]}
