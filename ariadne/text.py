"""Text from outside, made fit for whatever it is handed to: to files and models, and to a terminal, which is shown no
key, and nothing that it would obey."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import TextIO

from ariadne.keys import redacted

MOST_DIGITS = 300
LONGEST = 4000
ENDLESS = 100_000
"""Columns of what is read by other programs: no line is broken."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours and cursor moves
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\Z)"  # titles, links, and other strings
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# All control characters but the line feed, half surrogate pairs, and what turns the direction of text around.
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def encodable(text: str) -> str:
    """A text as every file, tokenizer and endpoint takes it: the halves of a surrogate pair are joined, and half of one
    that stands alone becomes a question mark."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return joined.encode("utf-8", "replace").decode()
    return text


def kept(text: str) -> str:
    """A text as a memory holds it, in its file as in this process: encodable, and without keys."""
    return redacted(encodable(text))


def truncated(text: str, most: int) -> str:
    """A text of at most `most` characters, or the start of a longer one, marked as such; twice is as good as once."""
    is_short = len(text) <= most or (text.endswith(" ...") and len(text) <= most + len(" ..."))
    return text if is_short else f"{text[:most]} ..."


def counted(number: float, one: str, several: str = "") -> str:
    """A number of things as one says it: `1 point`, `2.5 points`, `1,204 vertices`.

    Args:
        several: what more or fewer than one are called, if not `one` with an s.
    """
    digits = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{digits} {one if number == 1 else several or f'{one}s'}"


def for_xml(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def aside(text: str) -> str:
    """A text in parentheses; in brackets if it has parentheses itself, so that it is seen where it ends."""
    return f"[{text}]" if "(" in text else f"({text})"


def number(digits: str) -> float:
    """The integer that digits write, for readers of JSON; endless where they are more than anything is counted in."""
    return int(digits) if len(digits) <= MOST_DIGITS else math.inf


def safe(text: str, longest: int | None = LONGEST) -> str:
    """Text from outside without keys and without anything that a terminal would obey.

    Args:
        longest: characters after which it is cut off, as nobody reads more; None where it can be scrolled.
    """
    text = redacted(text)
    text = text if longest is None else truncated(text, longest)
    return _CONTROL.sub(" ", _ESCAPES.sub("", text.replace("\t", "  ").replace("\r\n", "\n")))


def one_line(text: str, longest: int | None = LONGEST) -> str:
    """The same on one line."""
    return " ".join(safe(text, longest).split())


def guard() -> None:
    """Have whatever this process prints from now on pass here: tracebacks, warnings and logs of libraries as well.

    Nothing is left but text, and colours on stdout. What goes from there to another program is kept from keys alone.
    Code that draws on a terminal and cleans its texts itself uses `sys.__stdout__` or `sys.__stderr__`.
    """
    _open_closed_streams()
    sys.stdout = _guarded(sys.stdout, _coloured if sys.stdout.isatty() else redacted)
    sys.stderr = _guarded(sys.stderr, lambda text: safe(text, None))


def _coloured(text: str) -> str:
    """Safe text with the colours that it had."""
    parts = _COLOUR.split(text)
    return "".join(part if place % 2 else safe(part, None) for place, part in enumerate(parts))


class _Guarded(TextIOWrapper):
    """Writes to the file of another stream what `tame` makes of a text."""

    def __init__(self, stream: TextIO, tame: Callable[[str], str]) -> None:
        lines = bool(stream.line_buffering)
        super().__init__(stream.buffer, stream.encoding, "replace", line_buffering=lines, write_through=True)
        self._tame = tame

    def write(self, text: str) -> int:
        super().write(self._tame(text))
        return len(text)


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed, as daemons close them and Python has None for them.

    Otherwise the next file that is opened takes its number, and what a library in C prints goes into that file.
    """
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:
            # The system gives it the lowest number that is free.
            stream = open(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8", errors="replace")  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def _guarded(stream: TextIO, tame: Callable[[str], str]) -> TextIO:
    stream.flush()
    return _Guarded(stream, tame)
