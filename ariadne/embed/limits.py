"""The request limits of an embeddings endpoint, learned from its refusals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

MOST_TEXTS = 256
SHORTEST = 64
"""Characters that every endpoint accepts for one text."""
_BLANKS = " \n\t"

Takes = Callable[[Sequence[str]], bool]
"""Whether an endpoint accepts some texts in one call."""


@dataclass(frozen=True)
class EndpointLimits:
    """The limits of an endpoint. It may count tokens; here they are kept in characters.

    Attributes:
        texts: of a call.
        characters: of all texts of a call.
        longest: characters of a text.
    """

    texts: int = MOST_TEXTS
    characters: float = math.inf
    longest: float = math.inf

    def parts(self, text: str) -> list[str]:
        """Split a text into short enough parts, between words if possible."""
        found: list[str] = []
        while len(text) > self.longest:
            most = int(self.longest)
            blank = max(text.rfind(each, most // 2, most) for each in _BLANKS)
            end = blank if blank > 0 else most
            found.append(text[:end])
            text = text[end:].strip()
        return [*found, text] if text or not found else found

    def batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Group texts into calls, in order: as many as allowed, at least one."""
        batch: list[str] = []
        length = 0
        for text in texts:
            if batch and (len(batch) >= self.texts or length + len(text) > self.characters):
                yield batch
                batch, length = [], 0
            batch.append(text)
            length += len(text)
        if batch:
            yield batch

    def narrowed(self, refused: Sequence[str], takes: Takes) -> EndpointLimits | None:
        """Return the limits for another attempt after a call was refused; None if size was not the reason.

        A few test calls find the limit: the same number of one-word texts are refused if the number is too large, the
        longest text alone if it is too long; else it is the total. If a single word is refused, the reason is another.
        """
        longest = max(map(len, refused))
        if longest <= SHORTEST and len(refused) == 1:
            return None
        if not takes(_words(1)):
            return None
        if len(refused) > 1 and not takes(_words(len(refused))):
            return replace(self, texts=_most(len(refused) // 2, takes))
        if len(refused) > 1 and takes([max(refused, key=len)]):
            return replace(self, characters=sum(map(len, refused)) // 2)
        return replace(self, longest=longest // 2) if longest > SHORTEST else None


def _most(texts: int, takes: Takes) -> int:
    """The largest accepted number of texts, found by halving."""
    while texts > 1 and not takes(_words(texts)):
        texts //= 2
    return texts


def _words(count: int) -> list[str]:
    """Distinct texts of minimal length."""
    return [str(number) for number in range(count)]
