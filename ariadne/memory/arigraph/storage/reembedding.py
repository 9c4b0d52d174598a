"""Replacing the embeddings of a memory's file by those of another embedder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ariadne.memory.arigraph.core.histories import Progress
from ariadne.memory.arigraph.storage.store import Store

if TYPE_CHECKING:
    from ariadne.embed.embedder import Embedder

AT_ONCE = 256
"""How many texts are embedded at a time."""


def reembed(store: Store, embedder: Embedder, progress: Progress | None = None, *, at_last: bool = True) -> None:
    """Embed the texts of a file again, a few hundred at a time.

    Args:
        at_last: whether to replace the old vectors at the end; else the new ones are kept beside them.

    Raises:
        UserError: the file cannot be written.
    """
    done, left = store.reembedded(embedder.name)
    total = done + left
    while True:
        epoch = store.epoch()
        if not (batch := store.to_reembed(embedder.name, AT_ONCE)):
            break
        vectors = embedder.embed([text for _, _, text in batch])
        made = [(*row[:2], vector) for row, vector in zip(batch, vectors, strict=True)]
        store.keep_reembedded(embedder.name, made, epoch)
        done += len(batch)
        if progress:
            progress(done, max(total, done))
    if at_last:
        store.take_reembedded(embedder.name)
