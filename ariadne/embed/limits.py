"""How much an embeddings endpoint takes at once, learned from what it refuses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

MOST_TEXTS = 256
SHORTEST = 64
"""Characters that no endpoint finds too many for one text."""
_BLANKS = " \n\t"

Takes = Callable[[Sequence[str]], bool]
"""Whether an endpoint takes some texts in one call."""


@dataclass(frozen=True)
class Limits:
    """What an endpoint takes. It may count tokens; what is known of that here is told in characters.

    Attributes:
        texts: of a call.
        characters: of all texts of a call.
        longest: characters of a text.
    """

    texts: int = MOST_TEXTS
    characters: float = math.inf
    longest: float = math.inf

    def parts(self, text: str) -> list[str]:
        """A text in parts that are short enough, which end between words where they can."""
        found: list[str] = []
        while len(text) > self.longest:
            most = int(self.longest)
            blank = max(text.rfind(each, most // 2, most) for each in _BLANKS)
            end = blank if blank > 0 else most
            found.append(text[:end])
            text = text[end:].strip()
        return [*found, text] if text or not found else found

    def batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Texts as they are sent, in their order: as many a call as it takes, and one at least."""
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

    def narrowed(self, refused: Sequence[str], takes: Takes) -> Limits | None:
        """The limits within which to ask again, after some texts were refused in one call; None where they were not
        too much.

        A few calls with other texts tell what is too much: as many texts of a word each are refused if it is their
        number, the longest text alone if it is that one, and else it is all of them together. One word that is refused
        tells that the reason is another.
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
    """So many texts, or half of them, or half of that, and so on: as many as are taken."""
    while texts > 1 and not takes(_words(texts)):
        texts //= 2
    return texts


def _words(count: int) -> list[str]:
    """Texts than which none are shorter, each another one."""
    return [str(number) for number in range(count)]
