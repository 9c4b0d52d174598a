"""A cache of embeddings: each text is embedded once, for all episodes that share the cache."""

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
    """Texts have no vectors yet: embed them and try again.

    Attributes:
        texts: the texts without vectors.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} texts have no vectors yet")
        self.texts = texts


class Similarity:
    """Similarity of two texts: the dot product of their vectors in a cache.

    Attributes:
        embedder: the name of the embedder.
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
    """Embeds a text on first use and keeps its vector as a row of one growing array.

    Several episodes and threads may share it. Texts that arrive while a batch is being embedded form the next batch.

    Attributes:
        texts_embedded: number of texts given to the embedder, each once.
        calls: number of calls to the embedder.
        similarity: similarity of two texts.
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
        """See `forks.Renewed`. Known vectors stay."""
        self._waiting = {}
        self._worker = _worker()

    @property
    def vectors(self) -> Vectors:
        """The vectors so far, float32 of shape (texts, d). A row does not move, and changes only when its text is
        dropped."""
        return self._rows[: self._length]

    def rows(self, texts: Sequence[str]) -> Rows:
        """Return the rows of `texts` in `vectors`. Embeds new texts in this thread."""
        if self._unknown(texts):
            self._learn(texts)
        return np.array([self._row_of[text] for text in texts], dtype=np.intp)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of `texts`, shape (n, d). Embeds new texts in the cache's worker thread."""
        if new := self._unknown(texts):
            with self._waiting_lock:
                self._waiting.update(new)
            await asyncio.get_running_loop().run_in_executor(self._worker, self._learn, texts)
        rows = self.rows(texts)
        return self.vectors[rows]

    async def supply(self, read: Callable[[], T]) -> T:
        """Call `read`; while it lacks vectors, embed the missing texts and call it again."""
        while True:
            try:
                return read()
            except Unembedded as lacking:
                await self.embed(lacking.texts)

    def keep(self, vectors: Mapping[str, Vectors]) -> None:
        """Add vectors, each of shape (d,), made by this embedder earlier; known ones stay."""
        with self._embedding_lock:
            if new := list(self._unknown(vectors)):
                self._append(new, np.stack([vectors[text] for text in new]))

    def drop(self, is_dropped: Callable[[str], bool]) -> int:
        """Drop texts and return how many were dropped. Their rows become zero and are not used again."""
        with self._embedding_lock:
            gone = [text for text in self._row_of if is_dropped(text)]
            for text in gone:
                self._rows[self._row_of.pop(text)] = 0
        return len(gone)

    def known(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of `texts`, shape (n, d), without embedding anything.

        Raises:
            Unembedded: some have none yet.
        """
        return self.vectors[self.known_rows(texts)]

    def known_rows(self, texts: Sequence[str]) -> list[int]:
        """Return the rows of `texts` in `vectors`. Raises as `known` does."""
        try:
            return [self._row_of[text] for text in texts]
        except KeyError:
            raise Unembedded([*self._unknown(texts)]) from None

    def kept(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The known vectors of `texts`, each of shape (d,)."""
        return {text: self._rows[self._row_of[text]] for text in texts if text in self._row_of}

    def _unknown(self, texts: Iterable[str]) -> dict[str, None]:
        return {text: None for text in texts if text not in self._row_of}

    def _learn(self, texts: Sequence[str]) -> None:
        """Embed the new texts among `texts`, together with the waiting texts of other callers.

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
