"""Text from outside, made fit for whatever it is handed to."""

from __future__ import annotations

import math

MOST_DIGITS = 300


def encodable(text: str) -> str:
    """A text as every file, tokenizer and endpoint takes it: the halves of a surrogate pair are joined, and half of one
    that stands alone becomes a question mark."""
    try:
        text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return joined.encode("utf-8", "replace").decode()
    return text


def shortened(text: str, most: int) -> str:
    """A text of at most `most` characters, or the start of a longer one, marked as such; twice is as good as once."""
    is_short = len(text) <= most or (text.endswith(" ...") and len(text) <= most + len(" ..."))
    return text if is_short else f"{text[:most]} ..."


def number(digits: str) -> float:
    """The integer that digits write, for readers of JSON; endless where they are more than anything is counted in."""
    return int(digits) if len(digits) <= MOST_DIGITS else math.inf
