"""Sanitize untrusted text for files, models and terminals. A terminal gets no keys and no control sequences."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import TextIO

from ariadne.errors import UserError
from ariadne.keys import redacted

MOST_DIGITS = 300
LONGEST = 4000
ENDLESS = 100_000
"""The line width of output for other programs: lines are not wrapped."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours and cursor moves
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\Z)"  # titles, links, and other strings
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# All control characters except the line feed, lone surrogates, and characters that change the text direction.
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def encodable(text: str) -> str:
    """Return a text that every file, tokenizer and endpoint accepts: surrogate pairs are joined, and a lone surrogate
    becomes a question mark."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return joined.encode("utf-8", "replace").decode()
    return text


def kept(text: str) -> str:
    """Return a text as a memory stores it: a plain `str`, encodable, with keys redacted.

    Raises:
        UserError: `text` is not a string.
    """
    if not isinstance(text, str):
        raise UserError(one_line(f"{text!r} is not a text (str)"))
    return redacted(encodable(str.__str__(text)))


def truncated(text: str, most: int) -> str:
    """Cut a text to `most` characters, and mark the cut. Truncating again changes nothing."""
    is_short = len(text) <= most or (text.endswith(" ...") and len(text) <= most + len(" ..."))
    return text if is_short else f"{text[:most]} ..."


def counted(number: float, one: str, several: str = "") -> str:
    """Return a number with its noun: `1 point`, `2.5 points`, `1,204 vertices`.

    Args:
        several: the plural, if it is not `one` with an s.
    """
    digits = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{digits} {one if number == 1 else several or f'{one}s'}"


def names(text: str, name: str) -> bool:
    """Return whether a text contains a name as whole words."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def for_xml(text: str) -> str:
    """Return a text without the characters that XML forbids."""
    return _NO_XML.sub("\ufffd", text)


def aside(text: str) -> str:
    """Put a text in parentheses; in brackets if it contains parentheses, so that its end is clear."""
    return f"[{text}]" if "(" in text else f"({text})"


def number(digits: str) -> float:
    """Parse an integer in JSON; return infinity if it has too many digits."""
    return int(digits) if len(digits) <= MOST_DIGITS else math.inf


def safe(text: str, longest: int | None = LONGEST) -> str:
    """Return untrusted text with keys redacted and control sequences removed.

    Args:
        longest: the most characters; None for scrollable output.
    """
    text = redacted(text)
    text = text if longest is None else truncated(text, longest)
    return _CONTROL.sub(" ", _ESCAPES.sub("", text.replace("\t", "  ").replace("\r\n", "\n")))


def one_line(text: str, longest: int | None = LONGEST) -> str:
    """Return `safe` text on one line."""
    return " ".join(safe(text, longest).split())


def guard() -> None:
    """Sanitize all further output of this process, including tracebacks, warnings and logs of libraries.

    Only text remains, and colours on stdout. Output to another program has only its keys redacted.
    Code that sanitizes its own texts and draws on a terminal uses `sys.__stdout__` or `sys.__stderr__`.
    """
    _open_closed_streams()
    sys.stdout = _guarded(sys.stdout, _coloured if sys.stdout.isatty() else redacted)
    sys.stderr = _guarded(sys.stderr, lambda text: safe(text, None))


def _coloured(text: str) -> str:
    """Safe text that keeps its colours."""
    parts = _COLOUR.split(text)
    return "".join(part if place % 2 else safe(part, None) for place, part in enumerate(parts))


class _Guarded(TextIOWrapper):
    """Writes text to another stream's file after applying `tame`; if the disk is full, that is a UserError."""

    def __init__(self, stream: TextIO, tame: Callable[[str], str]) -> None:
        lines = bool(stream.line_buffering)
        super().__init__(stream.buffer, stream.encoding, "replace", line_buffering=lines, write_through=True)
        self._tame, self._name = tame, str(stream.name).strip("<>")

    def write(self, text: str) -> int:
        try:
            super().write(self._tame(text))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UserError(f"cannot write to {self._name}: {error.strerror or error}") from error
        return len(text)


def _open_closed_streams() -> None:
    """Open the null device for each closed standard stream. Daemons close them, and Python then sets them to None.

    Otherwise the next opened file would get its number, and output of a C library would go into that file.
    """
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:
            # The system assigns the lowest free number.
            stream = open(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8", errors="replace")  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def _guarded(stream: TextIO, tame: Callable[[str], str]) -> TextIO:
    stream.flush()
    return _Guarded(stream, tame)
