"""A cache of texts: each is embedded once, for all episodes that share the cache."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Embedder, Vectors
from ariadne.embed.growing import with_room
from ariadne.errors import AriadneError, UserError
from ariadne.forks import Lock, renew_in_child
from ariadne.text import encodable

Rows = NDArray[np.intp]
T = TypeVar("T")


class Unembedded(AriadneError):
    """Texts have no vectors yet: embed them, and try again.

    Attributes:
        texts: those.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} texts have no vectors yet")
        self.texts = texts


class Similarity:
    """How near texts are by the vectors of a cache: called with two texts, the dot product of their vectors.

    Attributes:
        embedder: the name of what made the vectors.
    """

    def __init__(self, cache: TextCache) -> None:
        self._cache = cache
        self.embedder = cache.embedder.name

    def __call__(self, a: str, b: str) -> float:
        row_a, row_b = self._cache.rows((a, b))
        return float(self._cache.vectors[row_a] @ self._cache.vectors[row_b])

    def vector(self, text: str) -> Vectors:
        """The vector of a text, of shape (d,)."""
        (row,) = self._cache.rows((text,))
        vector: Vectors = self._cache.vectors[row]
        return vector


class TextCache:
    """Embeds a text when it is first asked for, and keeps its vector as a row of one growing array.

    Several episodes and threads may share it. Texts that arrive while a batch is being embedded wait, and
    become the next batch together.

    Attributes:
        texts_embedded: how many texts the embedder was given, each once.
        calls: how many times the embedder was called.
        similarity: how near two texts are.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.similarity = Similarity(self)
        self.texts_embedded = 0
        self.calls = 0
        self._row_of: dict[str, int] = {}
        self._length = 0
        self._rows: Vectors = np.empty((0, 0), dtype=np.float32)
        self._waiting: dict[str, None] = {}
        self._waiting_lock = Lock()
        self._embedding_lock = Lock()
        self._worker = _worker()
        renew_in_child(self)

    def renew(self) -> None:
        """See `forks.Renewed`. What is known stays known."""
        self._waiting = {}
        self._worker = _worker()

    @property
    def vectors(self) -> Vectors:
        """The vectors so far, float32 of shape (texts, d). A row, once there, does not move, and changes only where its
        text is dropped."""
        return self._rows[: self._length]

    def rows(self, texts: Sequence[str]) -> Rows:
        """Which rows of `vectors` are those of `texts`. Embeds what is new, in this thread."""
        if self._unknown(texts):
            self._learn(texts)
        return np.array([self._row_of[text] for text in texts], dtype=np.intp)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`, shape (n, d). Embeds what is new in the cache's worker thread."""
        if new := self._unknown(texts):
            with self._waiting_lock:
                self._waiting.update(new)
            await asyncio.get_running_loop().run_in_executor(self._worker, self._learn, texts)
        rows = self.rows(texts)
        return self.vectors[rows]

    async def supply(self, read: Callable[[], T]) -> T:
        """What is read with the vectors of this cache: what it lacks is embedded, and read again."""
        while True:
            try:
                return read()
            except Unembedded as lacking:
                await self.embed(lacking.texts)

    def keep(self, vectors: Mapping[str, Vectors]) -> None:
        """Take in vectors, each of shape (d,), that this embedder made of texts before; a known one stays."""
        with self._embedding_lock:
            if new := list(self._unknown(vectors)):
                self._append(new, np.stack([vectors[text] for text in new]))

    def drop(self, is_dropped: Callable[[str], bool]) -> int:
        """Keep nothing of some texts: how many those were. Their rows are zero from now on, and are not used again."""
        with self._embedding_lock:
            gone = [text for text in self._row_of if is_dropped(text)]
            for text in gone:
                self._rows[self._row_of.pop(text)] = 0
        return len(gone)

    def known(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`, shape (n, d), without embedding anything.

        Raises:
            Unembedded: some have none yet.
        """
        if new := self._unknown(texts):
            raise Unembedded([*new])
        return self.vectors[self.rows(texts)]

    def kept(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of those of `texts` that are known, each of shape (d,)."""
        return {text: self._rows[self._row_of[text]] for text in texts if text in self._row_of}

    def _unknown(self, texts: Iterable[str]) -> dict[str, None]:
        return {text: None for text in texts if text not in self._row_of}

    def _learn(self, texts: Sequence[str]) -> None:
        """Embed what is new of `texts`, together with the texts of other callers that wait.

        If that fails, embed `texts` alone: one caller's text must not fail another caller.
        """
        with self._embedding_lock:
            own = list(self._unknown(texts))
            if not own:
                return
            with self._waiting_lock:
                waiting, self._waiting = self._waiting, {}
            together = list(self._unknown((*own, *waiting)))
            try:
                self._embed(together)
            except Exception:
                if together == own:
                    raise
                self._embed(own)

    def _embed(self, texts: Sequence[str]) -> None:
        vectors = self.embedder.embed([encodable(text) for text in texts])
        self.calls += 1
        self.texts_embedded += len(texts)
        self._append(texts, vectors)

    def _append(self, texts: Sequence[str], vectors: Vectors) -> None:
        start = self._length
        end = start + len(texts)
        if start and vectors.shape[1] != self._rows.shape[1]:
            raise UserError(
                f"vectors of {vectors.shape[1]} numbers and of {self._rows.shape[1]} cannot be compared: not all were "
                f"made by the embedder {self.embedder.name}"
            )
        self._rows = with_room(self._rows, end, vectors.shape[1])
        self._rows[start:end] = vectors
        self._length = end
        self._row_of.update(zip(texts, range(start, end), strict=True))


def _worker() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed")
