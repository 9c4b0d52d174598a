"""Resources shared by episodes: models, embeddings, and cached replies."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from ariadne.agents.registry import find_agent
from ariadne.config import ModelConfig, PlayConfig
from ariadne.embed.registry import check_embedder, check_installed, is_endpoints, load_embedder
from ariadne.models.endpoint import address_of
from ariadne.models.failures import check_address
from ariadne.models.mixed import MixedModel
from ariadne.models.registry import AS_PROMPTS_SAY, RULES, Override, check_model, is_file, is_served, load_model
from ariadne.runs.trust import Configured, embedders_of, models_of

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.cache import ReplyStore
    from ariadne.models.model import Model


C = TypeVar("C", bound=Configured)


class Resources:
    """Loads each model and each embedder once.

    Args:
        store: the cache of replies, shared by runs; None for no cache.
        load: loads a model; called with the keyword arguments of `load_model`.
    """

    def __init__(self, store: ReplyStore | None = None, load: Callable[..., Model] = load_model) -> None:
        self.store = store
        self._load = load
        # Several threads prepare episodes.
        self._loading = RLock()
        self._texts: dict[tuple[str, str | None], TextCache] = {}
        self._models: dict[tuple[str, str | None, Override, str, str | None], Model] = {}

    def check(self, config: PlayConfig) -> None:
        """Check the names of model and embedder, as far as possible without loading them.

        Raises:
            UserError: there is no such embedder, or a model's file is missing.
        """
        if find_agent(config.agent).thinks:
            check_embedder(config.embedder)
            for name in (config.model, *config.model_for.values()):
                check_model(name, config.base_url)

    def texts(self, config: ModelConfig) -> TextCache:
        """Return the cache of embeddings of the configured embedder.

        Raises:
            UserError: there is no such embedder.
        """
        from ariadne.embed.cache import TextCache

        key = config.embedder, config.embedder_base_url
        with self._loading:
            if key not in self._texts:
                self._texts[key] = TextCache(load_embedder(config.embedder, base_url=config.embedder_base_url))
            return self._texts[key]

    def model(self, name: str, config: ModelConfig) -> Model:
        """Return the model that answers questions; a `MixedModel` if `model_for` names several.

        Raises:
            UserError: there is no such model.
        """
        beside = bool(config.model_for) or name != RULES
        model = self._model(name, config, beside)
        others = {question: self._model(other, config, beside) for question, other in config.model_for.items()}
        return MixedModel(model, others) if others else model

    async def close(self) -> None:
        """Close the models and the store."""
        for model in self._models.values():
            await model.close()
        if self.store:
            await self.store.settled()
            self.store.close()

    def _model(self, name: str, config: ModelConfig, beside: bool) -> Model:
        """`beside`: the model is one of several; `rules` among others takes no endpoint and no sampling options."""
        base_url, override = (None, AS_PROMPTS_SAY) if beside and name == RULES else (config.base_url, config.override)
        key = name, base_url, override, config.embedder, config.embedder_base_url
        with self._loading:
            if key not in self._models:
                similarity = self.texts(config).similarity
                self._models[key] = self._load(
                    name, base_url=base_url, similarity=similarity, timeout=config.timeout, override=override
                )
            return self._models[key]


def check_ready(config: Configured) -> None:
    """Check that models and embedders have their keys, files and packages, before any work is done.

    Raises:
        UserError: one is missing.
    """
    for name in models_of(config):
        if is_served(name) or is_file(name):
            load_model(name, base_url=config.base_url)
    for name in embedders_of(config):
        check_installed(name, config.embedder_base_url)


def with_endpoints(config: C) -> C:
    """Return the configuration with the endpoints of its models and its embedder filled in, so a resumed run asks the
    same ones.

    Raises:
        UserError: the environment's endpoint is invalid, or contains a secret.
    """
    models = set(models_of(config)) - {RULES}
    if config.base_url is None and models and all(map(is_served, models)):
        config = config.model_copy(update={"base_url": check_address(address_of())})
    if not config.embedder_base_url and any(map(is_endpoints, embedders_of(config))):
        config = config.model_copy(update={"embedder_base_url": check_address(address_of())})
    return config
