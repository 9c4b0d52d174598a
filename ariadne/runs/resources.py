"""What episodes share: the models that they ask, the texts that are embedded, and the replies that are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from ariadne.agents.registry import find_agent
from ariadne.config import ModelConfig, PlayConfig
from ariadne.embed.registry import check_embedder, check_installed, load_embedder
from ariadne.models.endpoint import address_of
from ariadne.models.mixed import MixedModel
from ariadne.models.registry import AS_PROMPTS_SAY, RULES, Override, check_model, is_file, is_served, load_model
from ariadne.runs.trust import Reaching, embedders_of, is_endpoints, models_of

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.models.cache import ReplyStore
    from ariadne.models.model import Model


class Configured(Reaching, Protocol):
    """A configuration that is saved."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...
    def check_addresses(self) -> None: ...


C = TypeVar("C", bound=Configured)


class Resources:
    """Loads each model and each embedder once.

    Args:
        store: where replies are kept for other runs; None for nowhere.
        load: what a model's name stands for; takes the arguments of `load_model` by their names.
    """

    def __init__(self, store: ReplyStore | None = None, load: Callable[..., Model] = load_model) -> None:
        self.store = store
        self._load = load
        # Episodes are made ready in threads.
        self._loading = RLock()
        self._texts: dict[tuple[str, str | None], TextCache] = {}
        self._models: dict[tuple[str, str | None, Override, str, str | None], Model] = {}

    def check(self, config: PlayConfig) -> None:
        """See that names stand for a model and an embedder, as far as that is seen without loading them.

        Raises:
            UserError: there is no such embedder, or no file of a model.
        """
        if find_agent(config.agent).thinks or config.learn:
            check_embedder(config.embedder)
            for name in (config.model, *config.model_for.values()):
                check_model(name, config.base_url)

    def texts(self, config: ModelConfig) -> TextCache:
        """The cache of embeddings of its embedder.

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
        """The model that answers questions; several as one where `model_for` says so.

        Raises:
            UserError: there is no such model.
        """
        beside = bool(config.model_for) or name != RULES
        model = self._model(name, config, beside)
        others = {question: self._model(other, config, beside) for question, other in config.model_for.items()}
        return MixedModel(model, others) if others else model

    async def close(self) -> None:
        """Close what the models hold, and the store."""
        for model in self._models.values():
            await model.close()
        if self.store:
            await self.store.settled()
            self.store.close()

    def _model(self, name: str, config: ModelConfig, beside: bool) -> Model:
        """`beside`: other models answer as well, to whom alone it is said how and where they are asked."""
        base_url, override = (None, AS_PROMPTS_SAY) if beside and name == RULES else (config.base_url, config.override)
        key = name, base_url, override, config.embedder, config.embedder_base_url
        with self._loading:
            if key not in self._models:
                similarity = self.texts(config).similarity
                self._models[key] = self._load(
                    name, base_url=base_url, similarity=similarity, timeout=config.timeout, override=override
                )
            return self._models[key]


def check_ready(config: Reaching) -> None:
    """See that models and embedders have their keys, files and packages, before anything is made for them.

    Raises:
        UserError: one has not.
    """
    for name in models_of(config):
        if is_served(name) or is_file(name):
            load_model(name, base_url=config.base_url)
    for name in embedders_of(config):
        check_installed(name, config.embedder_base_url)


def with_endpoints(config: C) -> C:
    """The configuration with the endpoints of its models and of its embedder, so that a run that is gone on with asks
    the same ones; none of them holds a secret, since they are saved.

    Raises:
        UserError: one cannot be an endpoint.
    """
    models = set(models_of(config)) - {RULES}
    if config.base_url is None and models and all(map(is_served, models)):
        config = config.model_copy(update={"base_url": address_of()})
    if not config.embedder_base_url and any(map(is_endpoints, embedders_of(config))):
        config = config.model_copy(update={"embedder_base_url": address_of()})
    config.check_addresses()
    return config
