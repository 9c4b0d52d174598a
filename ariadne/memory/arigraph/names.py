"""Vertices by how texts name them: without articles, marks and endings, in whatever case."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from ariadne.memory.arigraph.lexical import hashed
from ariadne.reasoner.reading.chat.people import given_name

LONGEST = 12
"""Words of a name that is looked for."""

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
_ARTICLES = frozenset(("the", "a", "an"))


@dataclass(frozen=True)
class Mention:
    """A vertex that a text names.

    Attributes:
        start, end: where in the text, in characters.
    """

    vertex: str
    start: int
    end: int


@dataclass(frozen=True)
class NameIndex:
    """Vertices of a file by their names.

    Attributes:
        hashes: of their names, in ascending order, each once. `ids`: of the first vertex with each.
        read: the name of a vertex.
    """

    hashes: NDArray[np.uint64]
    ids: NDArray[np.int64]
    read: Callable[[int], str]

    @classmethod
    def of(cls, vertices: Iterable[tuple[int, str]], read: Callable[[int], str]) -> NameIndex:
        """Those of vertices, in the order in which they came."""
        ids, hashes = array("q"), array("Q")
        for number, name in vertices:
            ids.append(number)
            hashes.append(hashed(" ".join(key_of(name))))
        every, first = np.unique(np.array(hashes, dtype=np.uint64), return_index=True)
        return cls(every, np.array(ids, dtype=np.int64)[first], read)

    def get(self, key: Sequence[str]) -> str | None:
        """The vertex of a name."""
        wanted = np.uint64(hashed(" ".join(key)))
        at = int(np.searchsorted(self.hashes, wanted))
        has = at < len(self.hashes) and self.hashes[at] == wanted
        return self.read(int(self.ids[at])) if has else None


class Names:
    """Finds the vertices that texts name.

    Args:
        filed: those that were there before.
    """

    def __init__(self, filed: NameIndex | None = None) -> None:
        self._filed = filed
        self._vertices: dict[tuple[str, ...], str] = {}
        self._ends: Counter[tuple[int, str]] = Counter()
        self._seen = 0

    def update(self, vertices: Collection[str]) -> None:
        """Take in the vertices that are new of all that came, in their order."""
        for vertex in islice(vertices, self._seen, None):
            key = key_of(vertex)
            if len(key) > 1 and key not in self._vertices and not _POSSESSIVE.search(vertex):
                self._ends.update(((0, key[0]), (-1, key[-1])))
            self._vertices.setdefault(key, vertex)
        self._seen = len(vertices)

    def mentions(self, text: str) -> list[Mention]:
        """The vertices that a text (NFC) names, in its order; none within a longer one."""
        said = _POSSESSIVE.sub(lambda match: " " * len(match[0]), normalize("NFC", text))
        words = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(said)]
        taken: set[int] = set()
        found = []
        for start, end in _runs(len(words)):
            if taken.isdisjoint(range(start, end)):
                vertex = self._get(tuple(word for word, *_ in words[start:end]))
                if vertex is not None:
                    taken.update(range(start, end))
                    found.append(Mention(vertex, words[start][1], words[end - 1][2]))
        return sorted(found, key=lambda mention: mention.start)

    def longest(self, text: str) -> frozenset[str]:
        """The vertices that a text names in the most words."""
        found = [(mention.vertex, len(key_of(mention.vertex))) for mention in self.mentions(text)]
        most = max((words for _, words in found), default=0)
        return frozenset(vertex for vertex, words in found if words == most)

    def meant(self, name: str) -> str:
        """The vertex from which one goes on from another: that which it begins with, as `india national` with India, or
        of which it is a kind, as `sport of baseball` of baseball; itself if there is none."""
        key = key_of(name)
        begins = (key[:end] for end in reversed(range(1, len(key))))
        kinds = (_bare(key[at + 1 :]) for at, word in enumerate(key) if word == "of")
        return next((vertex for part in (*begins, *kinds) if (vertex := self._get(part))), name)

    def shorter(self, name: str) -> list[str]:
        """Vertices that stand for another, whose name begins or ends with theirs and no other's does: `becky` for
        `becky lawson`, `choir` for `saint anne choir`. Of a large file none are looked for."""
        first, *others = key_of(name)
        if not others or self._filed:
            return []
        found = []
        for at, word in ((0, first), (-1, others[-1])):
            vertex = self._get((word,)) if at or given_name(word) else None
            if vertex is not None and self._ends[at, word] == 1:
                found.append(vertex)
        return found

    def _get(self, key: tuple[str, ...]) -> str | None:
        """The first vertex of a name."""
        vertex = self._filed.get(key) if self._filed else None
        return self._vertices.get(key) if vertex is None else vertex


def _runs(words: int) -> Iterator[tuple[int, int]]:
    """Runs of words as pairs of places, the longest first, of equals the last first."""
    for size in range(min(words, LONGEST), 0, -1):
        for start in reversed(range(words - size + 1)):
            yield start, start + size


def may_be_one(name: str, other: str) -> bool:
    """Whether two names are the same, or one ends with the other."""
    first, second = (" ".join(key_of(each)) for each in (name, other))
    is_end = f" {first}".endswith(f" {second}") or f" {second}".endswith(f" {first}")
    return bool(first and second) and is_end


def key_of(name: str) -> tuple[str, ...]:
    """The words of a name by which it is known: without its article and marks, in small letters."""
    return _bare(_WORD.findall(_POSSESSIVE.sub("", normalize("NFC", name)).casefold()))


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    """Words of a name without its article."""
    return tuple(words[1:] if len(words) > 1 and words[0] in _ARTICLES else words)
