"""What the scopes of one memory share: its file, who reads texts, and who compares them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder
from ariadne.embed.registry import load_embedder
from ariadne.errors import UserError
from ariadne.memory.arigraph.learn import Reader
from ariadne.memory.arigraph.options import Options
from ariadne.memory.arigraph.store import Store
from ariadne.models.ask import asking
from ariadne.models.model import Ask, Model
from ariadne.models.registry import load_model

EMBEDDER = "minilm"
LONGEST_NAME = 200


@dataclass
class Shared:
    """What the scopes of one memory share.

    Attributes:
        asked: the model, as it was given. `ask`: asks it; None where there is none. `reader`: has it read texts.
        scopes: those that were asked for, by their names.
    """

    store: Store | None
    texts: TextCache
    asked: str | Model | Ask | None
    options: Options
    scopes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.take(self.texts)

    @property
    def model(self) -> str:
        """The name of what reads, as far as it is known."""
        return self.asked if isinstance(self.asked, str) else getattr(self.asked or "", "name", "")

    def take(self, texts: TextCache) -> None:
        """Have another embedder compare texts."""
        self.texts = texts
        self.ask = None if self.asked is None else _asking(self.asked, texts)
        self.reader = None if self.ask is None else Reader(self.ask, self.options.calls)


def claimed(store: Store | None) -> str:
    """The embedder that a file says it was made with, if that is one that is loaded because a file says so: any other
    would be fetched, or would be sent the memory's texts.

    Raises:
        UserError: it is another one.
    """
    name = (store.embedder if store else "") or EMBEDDER
    if store and name != EMBEDDER:
        raise UserError(
            f"the memory {store.path} was made with the embedder {name[:LONGEST_NAME]}, which is loaded only if you "
            f"name it: say --embedder {name[:LONGEST_NAME]}"
        )
    return name


def cache_of(embedder: str | Embedder | TextCache) -> TextCache:
    """The cache of an embedder, which is loaded if it is a name.

    Raises:
        UserError: there is no such embedder.
    """
    if isinstance(embedder, TextCache):
        return embedder
    return TextCache(load_embedder(embedder) if isinstance(embedder, str) else embedder)


def _asking(model: str | Model | Ask, texts: TextCache) -> Ask:
    if isinstance(model, str):
        model = load_model(model, similarity=texts.similarity)
    return asking(model) if isinstance(model, Model) else model
